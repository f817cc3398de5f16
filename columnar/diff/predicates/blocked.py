"""Blocked values that leave something of their own in OpenUSD's records."""

from __future__ import annotations

from typing import Final

import numpy as np

from columnar.diff.asked import Asked, Prediction
from schemas.descriptors import Axis

__all__ = ["blocked_axis", "blocked_collision"]

_COMPONENTS: Final = {"capsule": "Capsule", "cylinder": "Cylinder", "cone": "Cone", "plane": "Plane"}
_AXES: Final = tuple(Axis)


def blocked_axis(asked: Asked) -> Prediction:
    """A blocked axis of a shape: Z where columns are read, X in USD."""
    applies = np.zeros(len(asked.block), np.bool_)
    for kind, component in _COMPONENTS.items():
        applies |= (asked.tokens("type") == kind) & asked.cells("axis", component=component).blocked
    codes = (_AXES.index(axis) for axis in (Axis.Z, Axis.X))
    return Prediction(applies, *(np.full(len(applies), code) for code in codes))


def blocked_collision(asked: Asked) -> Prediction:
    """A blocked flag whether jointed bodies collide: False where columns are read, True in USD."""
    blocked = asked.cells("physics:collisionEnabled", component="PhysicsJoint").blocked
    return Prediction(blocked, np.zeros(len(blocked), np.bool_), np.ones(len(blocked), np.bool_))
