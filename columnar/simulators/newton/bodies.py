"""Bodies of a Newton model."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import BodyMotion, Frames, Mechanism, start_poses

__all__ = ["add_bodies", "transforms"]

_STATIC: Final = int(BodyMotion.STATIC)
_KINEMATIC: Final = int(BodyMotion.KINEMATIC)


def add_bodies(builder: Any, mechanism: Mechanism) -> dict[int, int]:
    """Add links where they start, parents first; static bodies are the world."""
    warp = import_engine("newton", "warp")
    bodies, masses = mechanism.bodies, mechanism.bodies.masses
    poses = transforms(start_poses(mechanism))
    motions, mass, centers = bodies.motion.tolist(), masses.mass.tolist(), masses.center.tolist()
    inertias = masses.inertia.reshape(-1, 9).tolist()
    rows = {-1: -1}
    for row in _depth_first(mechanism):
        if motions[row] == _STATIC:
            rows[row] = -1
            continue
        rows[row] = builder.add_link(
            xform=poses[row],
            mass=mass[row],
            com=centers[row],
            inertia=warp.mat33(*inertias[row]),
            lock_inertia=True,
            is_kinematic=motions[row] == _KINEMATIC,
            label=bodies.paths[row],
        )
    return rows


def transforms(frames: Frames) -> list[list[float]]:
    """Newton's transforms: position and quaternion, whose lanes are the same."""
    found: list[list[float]] = np.concatenate(frames, axis=1).tolist()
    return found


def _depth_first(mechanism: Mechanism) -> list[int]:
    """Rows of bodies, each tree on its own, so that the joints of an articulation follow one another."""
    children: dict[int, list[int]] = {}
    parents = mechanism.tree.parent.tolist()
    for row in mechanism.tree.order.tolist():
        children.setdefault(parents[row], []).append(row)
    found: list[int] = []
    waiting = children.get(-1, [])[::-1]
    while waiting:
        row = waiting.pop()
        found.append(row)
        waiting += children.get(row, [])[::-1]
    return found
