"""Bodies of a MuJoCo model."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism
from columnar.simulators.mujoco.parts import Parts

__all__ = ["WXYZ", "add_bodies"]

WXYZ: Final = [3, 0, 1, 2]
"""Lanes of a quaternion in MuJoCo's order."""

_ROUNDING: Final = 1e-6
"""Share by which a moment may be greater than the other two together and count as rounded."""

_LEAST: Final = 1e-9
"""Smallest mass and moment of inertia given to a body that moves."""


def add_bodies(bodies: Parts, mechanism: Mechanism, findings: Findings) -> None:
    """Add every body below the one that carries it: static ones fixed to the world, kinematic ones as mocap bodies."""
    tree, paths = mechanism.tree, mechanism.bodies.paths
    parents, free, columns = tree.parent.tolist(), tree.free.tolist(), _columns(mechanism, findings)
    for row in tree.order.tolist():
        options = {name: values[row] for name, values in columns.items()}
        added = bodies.add(row, parents[row], paths[row], explicitinertial=True, **options)
        if free[row]:
            added.add_freejoint(name=bodies.name(row, paths[row]))


def _columns(mechanism: Mechanism, findings: Findings) -> dict[str, list[Any]]:
    """Arguments of all bodies."""
    bodies, rest = mechanism.bodies, mechanism.tree.rest
    mass, moments = _bounded(mechanism, findings)
    return {
        "pos": rest.position.tolist(),
        "quat": rest.rotation[:, WXYZ].tolist(),
        "mass": mass.tolist(),
        "inertia": moments.tolist(),
        "ipos": bodies.masses.center.tolist(),
        "iquat": bodies.masses.axes[:, WXYZ].tolist(),
        "gravcomp": np.where(bodies.weighs, 0.0, 1.0).tolist(),
        "mocap": (bodies.motion == BodyMotion.KINEMATIC).tolist(),
    }


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
