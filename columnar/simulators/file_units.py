"""Numbers of descriptors in the units of the file: degrees where descriptors have radians."""

from __future__ import annotations

import math
from typing import Any, Final

from schemas.contract import FLT_MAX
from schemas.descriptors import LimitAxis

__all__ = ["in_file_units"]

_SHIFTS: Final = (LimitAxis.LINEAR, LimitAxis.DISTANCE, LimitAxis.TRANS_X, LimitAxis.TRANS_Y, LimitAxis.TRANS_Z)
_ANGLES: Final = {
    "limits": ("lower", "upper"),
    "drives": ("target_position", "target_velocity"),
    "axes": ("max_velocity",),
    "states": ("position", "velocity"),
}
"""Fields that are radians, or radians per second, on an axis that turns."""

_PER_ANGLE: Final = {"drives": ("stiffness", "damping"), "axes": ("viscous_friction",)}
"""Fields that are efforts per radian, or per radian and second."""


def in_file_units(table: str, field: str, axis: str | None, value: Any) -> Any:
    """A value as the file has it, to the digits that float32 keeps.

    Args:
        table: the descriptor table.
        field: of the table.
        axis: of the row; None for rows without one.
        value: as the table has it; what is no finite number is given back as it is.
    """
    if axis is None or axis in _SHIFTS or not isinstance(value, float):
        return value
    if not math.isfinite(value) or abs(value) >= FLT_MAX:
        return value
    if field in _ANGLES.get(table, ()):
        return float(f"{math.degrees(value):.6g}")
    if field in _PER_ANGLE.get(table, ()):
        return float(f"{math.radians(value):.6g}")
    return value
