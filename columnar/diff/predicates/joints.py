"""Values of joints that are absent."""

from __future__ import annotations

from typing import Final

import numpy as np

from columnar.diff.asked import Asked, Prediction
from schemas.contract import FLT_MAX

__all__ = ["absent_break", "absent_ratio"]

_TYPES: Final = {
    "PhysicsFixedJoint": "fixed",
    "PhysicsRevoluteJoint": "revolute",
    "PhysicsPrismaticJoint": "prismatic",
    "PhysicsSphericalJoint": "spherical",
    "PhysicsDistanceJoint": "distance",
    "PhysicsJoint": "d6",
    "PhysxPhysicsGearJoint": "gear",
    "PhysxPhysicsRackAndPinionJoint": "rack_and_pinion",
}
_BREAKS: Final = {"break_force": "physics:breakForce", "break_torque": "physics:breakTorque"}
_RATIOS: Final = {
    "PhysxPhysicsGearJoint": ("physics:gearRatio", 1.0),
    "PhysxPhysicsRackAndPinionJoint": ("physics:ratio", np.pi / 180),
}


def absent_break(asked: Asked) -> Prediction:
    """An absent break force or torque: FLT_MAX where columns are read, inf in USD."""
    cells = asked.cells(_BREAKS[asked.field], component="PhysicsJoint")
    count = len(asked.block)
    mine = asked.tokens("type") == _TYPES[asked.finding.component]
    return Prediction(mine & cells.absent, np.full(count, FLT_MAX), np.full(count, np.inf))


def absent_ratio(asked: Asked) -> Prediction:
    """An absent ratio: 0 where columns are read, 1 in USD (a rack's in radians)."""
    column, ratio = _RATIOS[asked.finding.component]
    count = len(asked.block)
    mine = asked.tokens("type") == _TYPES[asked.finding.component]
    return Prediction(mine & asked.cells(column).absent, np.zeros(count), np.full(count, ratio))
