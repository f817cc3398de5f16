"""Other values for a cell: each differs from the present one, and stays within what its kind allows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from pxr import Gf

from schemas.contract import Column

__all__ = ["other_values"]

_STEP: Final = 0.25
_TURN: Final = Gf.Quatd(math.cos(math.pi / 12), Gf.Vec3d(1, 2, 2) / 3 * math.sin(math.pi / 12))
"""A rotation by 30 degrees about no coordinate axis."""


def other_values(column: Column, present: Any) -> list[Any]:
    """Values that a cell might hold instead.

    Args:
        column: what the contract says of the cell.
        present: its value now, None for none.
    """
    if column.token and not column.array:
        return [token for token in column.tokens if token != present] or ["another"]
    make = _MAKERS.get(column.usd_type.removesuffix("[]"))
    if make is None:
        return []
    if not column.usd_type.endswith("[]"):
        return make(column.fallback if present is None else present)
    items = present if present is not None else column.fallback if isinstance(column.fallback, tuple) else ()
    return [[make(item)[0] for item in items if item is not None] or [make(None)[0]]]


def _number(present: Any) -> list[Any]:
    value = float(present) if present is not None and math.isfinite(present) else 0.0
    return [value + _STEP, 2 * value + 3.0]


def _whole(present: Any) -> list[Any]:
    value = int(present or 0)
    return [value + 1, value + 8]


def _vector(kind: Callable[..., Any]) -> Callable[[Any], list[Any]]:
    def make(present: Any) -> list[Any]:
        finite = (0.0, 0.0, 0.0) if present is None or not math.isfinite(present[0]) else present
        return [kind(*(value + _STEP * (lane + 1) for lane, value in enumerate(finite)))]

    return make


def _quaternion(kind: Callable[..., Any]) -> Callable[[Any], list[Any]]:
    def make(present: Any) -> list[Any]:
        usable = isinstance(present, Gf.Quatf | Gf.Quath | Gf.Quatd) and present.GetLength() > 0
        return [kind((Gf.Quatd(present) if usable else Gf.Quatd(1)) * _TURN)]

    return make


_MAKERS: Final[Mapping[str, Callable[[Any], list[Any]]]] = {
    "bool": lambda present: [not present],
    "token": lambda present: ["rotY" if str(present).startswith("rot") else "another"],
    "string": lambda _present: ["another"],
    **dict.fromkeys(("float", "double", "half"), _number),
    **dict.fromkeys(("int", "uint", "int64", "uint64"), _whole),
    **dict.fromkeys(("point3f", "vector3f", "float3"), _vector(Gf.Vec3f)),
    "quatf": _quaternion(Gf.Quatf),
    "quath": _quaternion(Gf.Quath),
}
"""Other values by USD type, for one value or one item of an array."""
