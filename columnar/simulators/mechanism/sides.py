"""The two sides of joints: the body on each, and where the joint's frame lies on it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.bodies import Bodies
from columnar.simulators.mechanism.frames import Frames

__all__ = ["Side", "find_sides"]


class Side(NamedTuple):
    """One side of every joint.

    Attributes:
        body: (n,) row of the body; -1 for the world, and for static colliders, which do not move in it.
        frame: the joint's frame in that body, or in the world.
    """

    body: npt.NDArray[np.int64]
    frame: Frames


def find_sides(descriptors: Descriptors, bodies: Bodies) -> tuple[Side, Side]:
    """Side 0 and side 1 of the rows of the joint table."""
    return _side(descriptors, bodies, 0), _side(descriptors, bodies, 1)


def _side(descriptors: Descriptors, bodies: Bodies, number: int) -> Side:
    joints, shapes = descriptors.joints, descriptors.shapes
    frame = Frames(
        joints.values(f"local_pos{number}").astype(np.float64).reshape(-1, 3),
        joints.values(f"local_rot{number}").astype(np.float64).reshape(-1, 4),
    )
    actor = joints.values(f"body{number}")
    body = bodies.row_of_path[actor]
    shape_of_path = np.full(len(descriptors.paths) + 1, -1, np.int64)
    shape_of_path[shapes.values("path")] = np.arange(len(shapes))
    shape = np.where(body < 0, shape_of_path[actor], -1)
    on_shape = np.flatnonzero(shape >= 0)
    if not on_shape.size:
        return Side(body, frame)
    pose = Frames(
        shapes.values("position")[shape[on_shape]].astype(np.float64),
        shapes.values("rotation")[shape[on_shape]].astype(np.float64),
    )
    lifted = pose.times(frame.take(on_shape))
    frame.position[on_shape], frame.rotation[on_shape] = lifted
    return Side(body, frame)
