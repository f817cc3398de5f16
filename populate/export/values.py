"""Cells as the values OpenUSD holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf

from columnar.scene import ColumnValues

__all__ = ["column_cells", "property_value", "value_type"]

_QUATERNIONS = (Gf.Quath, Gf.Quatf, Gf.Quatd)
_INTEGERS = (Gf.Vec2i, Gf.Vec3i, Gf.Vec4i)
_TIME_CODE = type(Sdf.ValueTypeNames.TimeCode.defaultValue)


@lru_cache(maxsize=512)
def value_type(name: str) -> Sdf.ValueTypeName | None:
    """The value type of a USD type name, None for one this OpenUSD does not know."""
    found = Sdf.ValueTypeNames.Find(name)
    return found or None


def column_cells(column: ColumnValues, rows: npt.NDArray[np.int64], usd_type: str) -> list[Any]:
    """Cells of some rows as values of a USD type.

    Args:
        column: the column.
        rows: (k,) rows, none of them absent.
        usd_type: the contract's type of the column.
    """
    kind = value_type(usd_type)
    assert kind is not None, usd_type
    if column.offsets is not None:
        starts, ends = column.offsets[rows], column.offsets[rows + 1]
        return [_array(kind, column, slice(*span)) for span in zip(starts.tolist(), ends.tolist(), strict=True)]
    if column.tokens is not None:
        make = _text_maker(kind)
        return [make(column.tokens[code]) for code in column.values[rows].tolist()]
    return [_single(kind)(value) for value in column.values[rows].tolist()]


def property_value(row: dict[str, Any]) -> Any:
    """The value of a cell of the `property` table; None where this OpenUSD has no such type.

    Raises:
        ValueError: numbers that do not make up a value of the type.
    """
    kind = value_type(row["usd_type"])
    if kind is None:
        return None
    if row["text"] is not None:
        texts = [_text_maker(kind.scalarType)(text) for text in row["text"]]
        return type(kind.defaultValue)(texts) if kind.isArray else texts[0]
    numbers = row["number"] or []
    if kind.isArray:
        return _from_numpy(kind, np.array(numbers, np.float64))
    return _single(kind)(numbers if len(numbers) > 1 else numbers[0])


def _single(kind: Sdf.ValueTypeName) -> Callable[[Any], Any]:
    """How a value of a type is made of its number or lanes; quaternions come as x, y, z, w."""
    made = type(kind.defaultValue)
    if made in (bool, int, float, _TIME_CODE):
        return lambda number: made(number)
    if made in _QUATERNIONS:
        return lambda lanes: made(lanes[3], *lanes[:3])
    if made in _INTEGERS:
        return lambda lanes: made(*map(int, lanes))
    return lambda lanes: made(*lanes)


def _text_maker(kind: Sdf.ValueTypeName) -> Callable[[str], Any]:
    made = type(kind.defaultValue)
    if made is _TIME_CODE:
        return lambda text: made(float(text))
    return str if made is str else lambda text: made(text)


def _array(kind: Sdf.ValueTypeName, column: ColumnValues, span: slice) -> Any:
    values = column.values[span]
    if column.tokens is not None:
        make = _text_maker(kind.scalarType)
        return type(kind.defaultValue)([make(column.tokens[code]) for code in values.tolist()])
    return _from_numpy(kind, values)


def _from_numpy(kind: Sdf.ValueTypeName, values: npt.NDArray[Any]) -> Any:
    """A Vt array of the memory of numbers; its own element type tells how wide and how many they are."""
    made = type(kind.defaultValue)
    sample = np.array(made(1))
    return made.FromNumpy(np.ascontiguousarray(values, sample.dtype).reshape(-1, *sample.shape[1:]))
