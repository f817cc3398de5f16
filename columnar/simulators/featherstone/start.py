"""The start of an articulation: the same as that of every other engine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.dynamics import Articulation
from columnar.simulators.mechanism import Mechanism, MotionKind, turns

__all__ = ["set_start"]


def set_start(articulation: Articulation, mechanism: Mechanism) -> None:
    """Put joints where the mechanism starts; a floating base starts there by itself."""
    motions, tree = mechanism.motions, articulation.tree
    rows: dict[str, list[int]] = {}
    for place, joint in enumerate(motions.joint.tolist()):
        rows.setdefault(mechanism.joint_paths[joint], []).append(place)
    positions = np.array(articulation.positions[0])
    for place, name in enumerate(tree.joint_names):
        values = [_coordinates(mechanism, motion) for motion in rows.get(name, ())]
        coordinates = slice(int(tree.joint_coordinates[place]), int(tree.joint_coordinates[place + 1]))
        found = np.concatenate(values) if values else np.zeros(0)
        if len(found) and len(found) == coordinates.stop - coordinates.start and np.isfinite(found).all():
            positions[coordinates] = found
    articulation.set_state(positions, np.array(articulation.velocities))


def _coordinates(mechanism: Mechanism, motion: int) -> npt.NDArray[np.float64]:
    """One number, or the quaternion of a ball, which turns the child against its parent."""
    if mechanism.motions.kind[motion] != MotionKind.BALL:
        return mechanism.start.scalars[motion : motion + 1]
    return turns(mechanism.start.vectors[motion] * mechanism.motions.sign[motion])
