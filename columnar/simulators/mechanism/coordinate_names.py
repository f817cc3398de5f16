"""Names of the coordinates of a mechanism."""

from __future__ import annotations

import numpy as np

from columnar.simulators.coordinates import CoordinateName
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.motions import D6_AXES, MotionKind

__all__ = ["find_coordinate_names"]


def find_coordinate_names(mechanism: Mechanism) -> tuple[CoordinateName, ...]:
    """Six coordinates of each floating body, then those of the motions, a ball having three."""
    paths = mechanism.bodies.paths
    found = [CoordinateName(paths[body], str(axis)) for body in np.flatnonzero(mechanism.tree.free) for axis in D6_AXES]
    motions = mechanism.motions
    for joint, kind, name in zip(motions.joint.tolist(), motions.kind.tolist(), motions.name, strict=True):
        axes = D6_AXES[3:] if kind == MotionKind.BALL else (name,)
        found += [CoordinateName(mechanism.joint_paths[joint], str(axis)) for axis in axes]
    return tuple(found)
