"""Bodies of a MuJoCo model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism

__all__ = ["WXYZ", "Bodies", "add_bodies"]

Bodies = Mapping[int, Any]
"""MuJoCo's bodies by row of the body table, the world as -1."""

WXYZ: Final = [3, 0, 1, 2]
"""Lanes of a quaternion in MuJoCo's order."""

_ROUNDING: Final = 1e-6
"""Share by which a moment may be greater than the other two together and count as rounded."""

_LEAST: Final = 1e-9
"""Smallest mass and moment of inertia given to a body that moves."""


def add_bodies(spec: Any, mechanism: Mechanism, findings: Findings) -> Bodies:
    """Add every body below the one that carries it: static ones fixed to the world, kinematic ones as mocap bodies."""
    bodies, tree = mechanism.bodies, mechanism.tree
    found: dict[int, Any] = {-1: spec.worldbody}
    masses = _bounded(mechanism, findings)
    rotations = tree.rest.rotation[:, WXYZ]
    for row in tree.order.tolist():
        added = found[int(tree.parent[row])].add_body(
            name=bodies.paths[row], pos=tree.rest.position[row], quat=rotations[row]
        )
        added.explicitinertial = True
        added.mass, added.inertia = masses[0][row], masses[1][row]
        added.ipos = bodies.masses.center[row]
        added.iquat = bodies.masses.axes[row][WXYZ]
        added.gravcomp = 0.0 if bodies.weighs[row] else 1.0
        added.mocap = bool(bodies.motion[row] == BodyMotion.KINEMATIC)
        if tree.free[row]:
            added.add_freejoint(name=bodies.paths[row])
        found[row] = added
    return found


def _bounded(mechanism: Mechanism, findings: Findings) -> tuple[Any, Any]:
    """Masses and moments that MuJoCo takes: positive, no moment greater than the other two together."""
    masses, paths = mechanism.bodies.masses, mechanism.bodies.paths
    dynamic = mechanism.bodies.motion == BodyMotion.DYNAMIC
    mass, moments = np.maximum(masses.mass, _LEAST), np.maximum(masses.moments, _LEAST)
    small = (mass > masses.mass) | (moments > masses.moments).any(axis=1)
    for row in np.flatnonzero(small & dynamic):
        findings.add("massless_body", paths[row], value=float(masses.mass[row]))
    rows, lane = np.arange(len(moments)), moments.argmax(axis=1)
    others = moments.sum(axis=1) - moments[rows, lane]
    wrong = moments[rows, lane] > others * (1 + _ROUNDING)
    for row in np.flatnonzero(wrong & dynamic):
        findings.add("inertia_bounds", paths[row], value=[float(moment) for moment in moments[row]])
    moments[rows, lane] = np.minimum(moments[rows, lane], others)
    return mass, moments
