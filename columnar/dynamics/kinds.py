"""Kinds of joints, and the motions each is made of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["JOINT_MOTIONS", "JointKind", "Motion", "MotionKind"]


class JointKind(StrEnum):
    """What a joint lets its child do.

    `REVOLUTE` and `UNIVERSAL` turn, `PRISMATIC` slides, `SPHERICAL` turns any way, `FREE` moves any way, `D6` does
    what its list of motions says, one after another from the parent outward.
    """

    FIXED = "fixed"
    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"
    UNIVERSAL = "universal"
    SPHERICAL = "spherical"
    FREE = "free"
    D6 = "d6"


class MotionKind(IntEnum):
    """One step of a joint's motion.

    `BALL` is the first of a ball's three turns and carries its quaternion; the other two, `BALL_REST`, only have an
    axis of velocity. So every node of a tree has at most one degree of freedom, whatever the joint.
    """

    NONE = 0
    ROTATION = 1
    TRANSLATION = 2
    BALL = 3
    BALL_REST = 4


class Motion(NamedTuple):
    """A turn about, or a shift along, an axis of the joint's frame; a ball has no axis."""

    kind: MotionKind
    axis: tuple[float, float, float]


X: Final = (1.0, 0.0, 0.0)
Y: Final = (0.0, 1.0, 0.0)
Z: Final = (0.0, 0.0, 1.0)

_BALL: Final = (Motion(MotionKind.BALL, X),)
_SHIFTS: Final = tuple(Motion(MotionKind.TRANSLATION, axis) for axis in (X, Y, Z))

JOINT_MOTIONS: Mapping[JointKind, tuple[Motion, ...]] = MappingProxyType(
    {
        JointKind.FIXED: (),
        JointKind.REVOLUTE: (Motion(MotionKind.ROTATION, Z),),
        JointKind.PRISMATIC: (Motion(MotionKind.TRANSLATION, Z),),
        JointKind.UNIVERSAL: (Motion(MotionKind.ROTATION, X), Motion(MotionKind.ROTATION, Y)),
        JointKind.SPHERICAL: _BALL,
        JointKind.FREE: (*_SHIFTS, *_BALL),
        JointKind.D6: (),
    }
)
"""Motions of a kind where none are listed: hinge and slider about Z, a universal joint about X, then Y (Springhead)."""
