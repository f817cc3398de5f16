"""Sizes of shapes, with the scale of their transforms in them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.columns import Ids, SceneColumns
from schemas.descriptors import Axis, ShapeType

__all__ = ["shape_sizes"]

Doubles = npt.NDArray[np.float64]

_TYPES: Final = tuple(ShapeType)
_AXES: Final = tuple(Axis)
_ROUND: Final = (ShapeType.CAPSULE, ShapeType.CYLINDER, ShapeType.CONE)
_ACROSS: Final = np.array([(1, 2), (0, 2), (0, 1)])
"""The two axes across each long axis."""


def shape_sizes(columns: SceneColumns, prims: Ids, codes: npt.NDArray[np.int64], scale: Doubles) -> dict[str, Any]:
    """Half extents, radius, half height and axis of each shape, null where its geometry has none.

    A round shape's radius takes the larger scale across its axis, a sphere's the largest of all.
    """
    count = len(prims)
    half, radius, height = np.zeros((count, 3)), np.zeros(count), np.zeros(count)
    axis = np.full(count, -1, np.int64)
    for spot, values in _geometry(columns, prims, codes, ShapeType.CUBE, "size"):
        # Signed half extents have the signs of the scale alone.
        sides = np.abs(values)[:, None] * 0.5 * scale[spot]
        half[spot] = np.abs(sides) if columns.rules.shapes.sizes == "absolute" else sides
    for spot, values in _geometry(columns, prims, codes, ShapeType.SPHERE, "radius"):
        radius[spot] = np.abs(values) * np.max(np.abs(scale[spot]), axis=1)
    for kind in _ROUND:
        _axes(columns, prims, codes, kind, axis)
        for spot, values in _geometry(columns, prims, codes, kind, "radius"):
            across = np.take_along_axis(np.abs(scale[spot]), _ACROSS[axis[spot]], axis=1)
            radius[spot] = np.abs(values * across.max(axis=1))
        for spot, values in _geometry(columns, prims, codes, kind, "height"):
            height[spot] = np.abs(_singles(columns, values) * 0.5 * scale[spot, axis[spot]])
    _axes(columns, prims, codes, ShapeType.PLANE, axis)
    long = np.isin(codes, [_TYPES.index(kind) for kind in _ROUND])
    return {
        "half_extents": Maybe(half, codes == _TYPES.index(ShapeType.CUBE)),
        "radius": Maybe(radius, long | (codes == _TYPES.index(ShapeType.SPHERE))),
        "half_height": Maybe(height, long),
        "axis": Tokens(axis, _AXES),
    }


def _geometry(
    columns: SceneColumns, prims: Ids, codes: npt.NDArray[np.int64], kind: ShapeType, column: str
) -> list[tuple[Ids, Doubles]]:
    """Index of each shape of one kind with its value of a column, as a list of no or one pair."""
    spot = np.flatnonzero(codes == _TYPES.index(kind))
    if not spot.size:
        return []
    rows = columns.rows(kind.capitalize())
    rows = rows.take(np.searchsorted(rows.prim, prims[spot]))
    return [(spot, rows.numbers(column).astype(np.float64))]


@np.errstate(over="ignore")
def _singles(columns: SceneColumns, values: Doubles) -> Doubles:
    """Heights, infinite beyond single precision if the consumer makes them single before it halves them."""
    return values.astype(np.float32).astype(np.float64) if columns.rules.shapes.single_height else values


def _axes(columns: SceneColumns, prims: Ids, codes: npt.NDArray[np.int64], kind: ShapeType, axis: Ids) -> None:
    """Fill in the axes of the shapes of one kind; anything but X and Y is Z."""
    spot = np.flatnonzero(codes == _TYPES.index(kind))
    if spot.size:
        rows = columns.rows(kind.capitalize())
        rows = rows.take(np.searchsorted(rows.prim, prims[spot]))
        axis[spot] = rows.tokens("axis", _AXES, other=_AXES.index(Axis.Z))
