"""A row of MjcJointAPI."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["MjcJoint"]

_WITH_UNITS: Final = (
    "mjc:stiffness",
    "mjc:armature",
    "mjc:damping",
    "mjc:frictionloss",
    "mjc:actuatorfrcrange:max",
    "mjc:actuatorfrcrange:min",
)
_ASKING: Final = ("mjc:stiffness", "mjc:ref", "mjc:actuatorfrcrange:max", "mjc:actuatorfrcrange:min")


@dataclass(frozen=True)
class MjcJoint:
    """What MuJoCo is told of one joint.

    Attributes:
        path: its prim.
        cells: by column; empty where the API is not applied.
    """

    path: str
    cells: Mapping[str, Any]

    def asks(self) -> list[tuple[str, Any]]:
        """Columns and values that change the motion: springs, reference positions, bounds of actuator forces."""
        return [(name, self.cells[name]) for name in _ASKING if self.cells.get(name)]

    def with_units(self) -> list[tuple[str, Any]]:
        """Columns and values that hold forces, torques or inertias."""
        return [(name, self.cells[name]) for name in _WITH_UNITS if self.cells.get(name)]
