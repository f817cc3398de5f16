"""What joints of each type do, with USD's axes, seen from whichever side carries the other."""

from __future__ import annotations

from dataclasses import dataclass

from columnar.dynamics.described.tables import OPEN, DescribedScene, Row
from columnar.dynamics.kinds import JOINT_MOTIONS, JointKind, Motion, MotionKind
from schemas.descriptors import JointType

__all__ = ["DescribedMotion", "bounds", "joint_motion"]

_UNIT = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
_SHIFTS = ("transX", "transY", "transZ")
_TURNS = ("rotX", "rotY", "rotZ")


@dataclass(frozen=True)
class DescribedMotion:
    """A joint's kind and motions.

    Attributes:
        kind: of the joint.
        motions: from the parent outward.
        axes: USD's name of the axis of each degree of freedom.
    """

    kind: JointKind
    motions: tuple[Motion, ...]
    axes: tuple[str, ...]


def joint_motion(tables: DescribedScene, joint: Row, *, forward: bool) -> DescribedMotion | None:
    """The motion of body 1 against body 0, or backward, of 0 against 1; None for types that carry no link.

    A D6 shifts along its free axes, then turns about them, X, Y, Z each time; three turns without limits and drives are
    a ball. Backward, steps come in reverse order about reversed axes, so that positions stay USD's; a ball's does not:
    it is always the turn of the child against its parent.
    """
    kind = joint["type"]
    if kind in (JointType.FIXED, JointType.REVOLUTE, JointType.PRISMATIC):
        found = _single(joint)
    elif kind == JointType.SPHERICAL:
        return DescribedMotion(JointKind.SPHERICAL, JOINT_MOTIONS[JointKind.SPHERICAL], _TURNS)
    elif kind == JointType.D6:
        found = _d6(tables, joint["path"])
    else:
        return None
    return found if forward else _backward(found)


def bounds(row: Row | None) -> tuple[float, float]:
    """Lower and upper bound of a limit row, infinite where there is none."""
    if row is None or not row["enabled"]:
        return -float("inf"), float("inf")
    lower, upper = row["lower"], row["upper"]
    return (
        lower if lower is not None and -OPEN < lower < float("inf") else -float("inf"),
        upper if upper is not None and -float("inf") < upper < OPEN else float("inf"),
    )


def _single(joint: Row) -> DescribedMotion:
    axis = _UNIT[joint["axis"] or "X"]
    if joint["type"] == JointType.REVOLUTE:
        return DescribedMotion(JointKind.REVOLUTE, (Motion(MotionKind.ROTATION, axis),), ("angular",))
    if joint["type"] == JointType.PRISMATIC:
        return DescribedMotion(JointKind.PRISMATIC, (Motion(MotionKind.TRANSLATION, axis),), ("linear",))
    return DescribedMotion(JointKind.FIXED, (), ())


def _d6(tables: DescribedScene, path: str) -> DescribedMotion:
    limits, drives = tables.limits.get(path, {}), tables.drives.get(path, {})
    free = [axis for axis in (*_SHIFTS, *_TURNS) if not (axis in limits and limits[axis]["locked"])]
    shifts = [Motion(MotionKind.TRANSLATION, _UNIT[axis[-1]]) for axis in free if axis in _SHIFTS]
    turns = [axis for axis in free if axis in _TURNS]
    loose = all(bounds(limits.get(axis)) == bounds(None) and axis not in drives for axis in turns)
    if len(turns) == 3 and loose:
        motions = (*shifts, *JOINT_MOTIONS[JointKind.SPHERICAL])
    else:
        motions = (*shifts, *(Motion(MotionKind.ROTATION, _UNIT[axis[-1]]) for axis in turns))
    return DescribedMotion(JointKind.D6, motions, tuple(free))


def _opposite(step: Motion) -> Motion:
    x, y, z = step.axis
    return Motion(step.kind, (-x, -y, -z))


def _backward(motion: DescribedMotion) -> DescribedMotion:
    steps = tuple(_opposite(step) for step in reversed(motion.motions))
    if any(step.kind is MotionKind.BALL for step in steps):
        shifts = tuple(reversed(motion.axes[:-3]))
        return DescribedMotion(motion.kind, steps, (*motion.axes[-3:], *shifts))
    return DescribedMotion(motion.kind, steps, tuple(reversed(motion.axes)))
