"""Bodies of a Newton model."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import BodyMotion, Mechanism, start_poses

__all__ = ["add_bodies", "transform"]


def add_bodies(builder: Any, mechanism: Mechanism) -> dict[int, int]:
    """Add links where they start, parents first; static bodies are the world."""
    warp = import_engine("newton", "warp")
    bodies, masses = mechanism.bodies, mechanism.bodies.masses
    poses = start_poses(mechanism)
    rows = {-1: -1}
    for row in _depth_first(mechanism):
        if bodies.motion[row] == BodyMotion.STATIC:
            rows[row] = -1
            continue
        rows[row] = builder.add_link(
            xform=transform(warp, poses.position[row], poses.rotation[row]),
            mass=float(masses.mass[row]),
            com=warp.vec3(*masses.center[row]),
            inertia=warp.mat33(*masses.inertia[row].ravel()),
            lock_inertia=True,
            is_kinematic=bool(bodies.motion[row] == BodyMotion.KINEMATIC),
            label=bodies.paths[row],
        )
    return rows


def transform(warp: Any, position: npt.NDArray[np.float64], rotation: npt.NDArray[np.float64]) -> Any:
    """Warp's transform; quaternions have the same lanes."""
    return warp.transform(warp.vec3(*position), warp.quat(*rotation))


def _depth_first(mechanism: Mechanism) -> list[int]:
    """Rows of bodies, each tree on its own, so that the joints of an articulation follow one another."""
    children: dict[int, list[int]] = {}
    for row in mechanism.tree.order.tolist():
        children.setdefault(int(mechanism.tree.parent[row]), []).append(row)
    found: list[int] = []
    waiting = children.get(-1, [])[::-1]
    while waiting:
        row = waiting.pop()
        found.append(row)
        waiting += children.get(row, [])[::-1]
    return found
