"""Joints that close loops, and joints that hold a distance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.bodies import Bodies, BodyMotion
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.tree import Tree
from schemas.descriptors import Axis, JointType, LimitAxis

__all__ = ["Closure", "Closures", "Distance", "find_closures"]


class Closure(NamedTuple):
    """A joint between two bodies that something else carries.

    Attributes:
        joint: row of the joint.
        type: its type.
        bodies: rows of the bodies on side 0 and 1, -1 for the world.
        frames: the joint's frame on either side, two rows.
        axis: lane of its axis.
    """

    joint: int
    type: JointType
    bodies: tuple[int, int]
    frames: Frames
    axis: int


class Distance(NamedTuple):
    """Two points whose distance stays within bounds.

    Attributes:
        joint: row of the joint.
        bodies: rows of the bodies on side 0 and 1, -1 for the world.
        frames: the points on either side, two rows.
        lower: 0 for none.
        upper: inf for none.
    """

    joint: int
    bodies: tuple[int, int]
    frames: Frames
    lower: float
    upper: float


class Closures(NamedTuple):
    """What acts besides the tree."""

    loops: tuple[Closure, ...]
    distances: tuple[Distance, ...]


def find_closures(descriptors: Descriptors, bodies: Bodies, tree: Tree) -> Closures:
    """Loops, and distances of distance joints and of D6 joints; what holds nothing that moves is left out."""
    table = descriptors.joints
    tokens, axes = table.tokens("type"), table.tokens("axis")
    types, lanes = table.values("type"), table.values("axis")
    loops = [
        Closure(
            joint,
            JointType(tokens[types[joint]]),
            _bodies(tree, joint),
            _frames(tree, joint),
            0 if lanes[joint] < 0 else list(Axis).index(Axis(axes[lanes[joint]])),
        )
        for joint in tree.left_over.tolist()
        if _moves(bodies, tree, joint)
    ]
    return Closures(tuple(loops), tuple(_distances(descriptors, bodies, tree)))


def _distances(descriptors: Descriptors, bodies: Bodies, tree: Tree) -> list[Distance]:
    limits, joints = descriptors.limits, descriptors.joints
    row_of_path = np.full(len(descriptors.paths) + 1, -1, np.int64)
    row_of_path[joints.values("path")] = np.arange(len(joints))
    bounded = np.array([token == LimitAxis.DISTANCE for token in limits.tokens("axis")] + [False])
    rows = np.flatnonzero(bounded[limits.values("axis")] & limits.values("enabled"))
    owners, enabled = row_of_path[limits.values("joint")], joints.values("enabled")
    lowers, uppers = limits.values("lower"), limits.values("upper")
    found = []
    for row in rows.tolist():
        joint = int(owners[row])
        if not enabled[joint] or not _moves(bodies, tree, joint):
            continue
        lower, upper = float(lowers[row]), float(uppers[row])
        upper = upper if 0 <= upper < 0.5e38 else np.inf
        found.append(Distance(joint, _bodies(tree, joint), _frames(tree, joint), max(lower, 0.0), upper))
    return found


def _bodies(tree: Tree, joint: int) -> tuple[int, int]:
    return int(tree.sides[0].body[joint]), int(tree.sides[1].body[joint])


def _frames(tree: Tree, joint: int) -> Frames:
    first, second = (side.frame for side in tree.sides)
    return Frames(
        np.stack([first.position[joint], second.position[joint]]),
        np.stack([first.rotation[joint], second.rotation[joint]]),
    )


def _moves(bodies: Bodies, tree: Tree, joint: int) -> bool:
    ends = _bodies(tree, joint)
    return ends[0] != ends[1] and any(body >= 0 and bodies.motion[body] == BodyMotion.DYNAMIC for body in ends)
