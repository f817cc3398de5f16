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
_OLD_SPELLINGS: Final = {
    "mjc:armature": "armature",
    "mjc:frictionloss": "dry_friction",
    "mjc:damping": "viscous_friction",
}
"""Deprecated columns, which count where the ones that replaced them say nothing, and what these make of an axis."""


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

    def asks_in_old_spelling(self) -> list[tuple[str, str, Any]]:
        """Deprecated columns with a value: the column, the field of `AxisValues` that outranks it, the value."""
        return [(name, field, self.cells[name]) for name, field in _OLD_SPELLINGS.items() if self.cells.get(name)]
