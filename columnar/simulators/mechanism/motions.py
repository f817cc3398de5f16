"""Motions: the degrees of freedom of the tree's joints, with what acts along each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.axis_values import AxisValues, read_axis_values
from columnar.simulators.mechanism.tree import Tree
from schemas.descriptors import JointType, LimitAxis

__all__ = ["D6_AXES", "MotionKind", "Motions", "find_motions"]

Doubles = npt.NDArray[np.float64]

_TRANSLATIONS: Final = (LimitAxis.TRANS_X, LimitAxis.TRANS_Y, LimitAxis.TRANS_Z)
_ROTATIONS: Final = (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)
D6_AXES: Final = (*_TRANSLATIONS, *_ROTATIONS)
"""Axes of a D6 joint in the order in which they follow one another, from side 0 to side 1."""


class MotionKind(IntEnum):
    """A shift along an axis, a turn about one, or any turn."""

    SLIDE = 0
    HINGE = 1
    BALL = 2


@dataclass(frozen=True)
class Motions:
    """Motions of the tree's joints, those of one body one after another, from its parent outward; arrays (n,).

    A ball is one motion with three coordinates. Values are in the joint's own sense: the motion takes the frame on side
    0 to that on side 1, whichever side the tree hangs on; `sign` is -1 where the tree runs the other way.

    Attributes:
        body: row of the body that the joint carries.
        joint: row of the joint.
        kind: `MotionKind`.
        axis: (n, 3) unit axis in the joint's frame; 0 for a ball.
        name: `LimitAxis` of each; `rotX` for a ball.
        sign: 1 or -1.
        values: limits, drives, friction and so on; see `AxisValues`.
    """

    body: npt.NDArray[np.int64]
    joint: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int64]
    axis: Doubles
    name: tuple[LimitAxis, ...]
    sign: Doubles
    values: AxisValues

    def __len__(self) -> int:
        return len(self.body)

    @property
    def angular(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: whether the coordinate is an angle."""
        turns: npt.NDArray[np.bool_] = self.kind != MotionKind.SLIDE
        return turns


class _Motion(NamedTuple):
    body: int
    joint: int
    kind: MotionKind
    lane: int
    name: LimitAxis


def find_motions(descriptors: Descriptors, tree: Tree) -> Motions:
    """The motions of the joints that carry bodies; locked axes have none."""
    every = read_axis_values(descriptors)
    types = [JointType(token) for token in descriptors.joints.tokens("type")]
    kinds = descriptors.joints.values("type").tolist()
    axes = descriptors.joints.values("axis").tolist()
    lanes = ["XYZ".index(token) for token in descriptors.joints.tokens("axis")] + [0]
    found: list[_Motion] = []
    for row in tree.order.tolist():
        own = int(tree.joint[row])
        if own >= 0:
            steps = list(_steps(row, own, types[kinds[own]], lanes[axes[own]], every.locked, every.plain))
            found += steps[::-1] if tree.reversed[row] else steps
    names = tuple(motion.name for motion in found)
    body = np.array([motion.body for motion in found], np.int64)
    joint = np.array([motion.joint for motion in found], np.int64)
    kind = np.array([motion.kind for motion in found], np.int64)
    axis = np.eye(3)[[motion.lane for motion in found]].reshape(-1, 3) * (kind != MotionKind.BALL)[:, None]
    sign = np.where(tree.reversed[body], -1.0, 1.0)
    return Motions(body, joint, kind, axis, names, sign, every.of(joint, names))


def _steps(
    body: int,
    joint: int,
    kind: JointType,
    lane: int,
    locked: frozenset[tuple[int, str]],
    plain: frozenset[int],
) -> Iterator[_Motion]:
    """The motions of one joint from side 0 to side 1."""
    if kind is JointType.REVOLUTE and (joint, LimitAxis.ANGULAR) not in locked:
        yield _Motion(body, joint, MotionKind.HINGE, lane, LimitAxis.ANGULAR)
    elif kind is JointType.PRISMATIC and (joint, LimitAxis.LINEAR) not in locked:
        yield _Motion(body, joint, MotionKind.SLIDE, lane, LimitAxis.LINEAR)
    elif kind is JointType.SPHERICAL:
        yield _Motion(body, joint, MotionKind.BALL, lane, LimitAxis.ROT_X)
    elif kind is JointType.D6:
        for lane, name in enumerate(_TRANSLATIONS):
            if (joint, name) not in locked:
                yield _Motion(body, joint, MotionKind.SLIDE, lane, name)
        if joint in plain:
            yield _Motion(body, joint, MotionKind.BALL, 0, LimitAxis.ROT_X)
            return
        for lane, name in enumerate(_ROTATIONS):
            if (joint, name) not in locked:
                yield _Motion(body, joint, MotionKind.HINGE, lane, name)
