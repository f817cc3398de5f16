"""Cells with their types, the common form in which the two sides are compared."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

__all__ = ["Cell", "CellType", "Rows", "cell_count", "same_value"]

_MATRIX_TOLERANCE = 1e-12
"""Relative to the largest entry: the last bits of a product depend on who multiplies."""


class CellType(NamedTuple):
    """Element type ("float32", "bool8", "uint64"), lanes per element, semantic ("NONE" without one), array or not."""

    dtype: str
    lanes: int
    semantic: str
    array: bool

    def __str__(self) -> str:
        lanes = f"x{self.lanes}" if self.lanes > 1 else ""
        return f"{self.dtype}{lanes}{'[]' if self.array else ''} {self.semantic}"


class Cell(NamedTuple):
    """A published value: flat numbers, or the strings that its ids stand for.

    Attributes:
        type: its type.
        value: its lanes, element after element.
        source: the table ours came from (a component, "prim", "scene", "property"); "" for the reference's.
        authored: whether ours is an authored opinion.
        listed: whether ours stands in the row of a component that the prim really holds.
        usd_type: the authored USD type of a cell of our `property` table.
        interned: what the reference's numbers stand for if they are token ids, None where they are not.
    """

    type: CellType
    value: tuple[Any, ...]
    source: str = ""
    authored: bool = False
    listed: bool = False
    usd_type: str = ""
    interned: tuple[str | None, ...] = ()


Rows = dict[str, dict[str, Cell]]
"""Cells by prim path and column name; a prim that has a row but no cell has an empty mapping."""


def cell_count(rows: Rows) -> int:
    """Number of cells of all rows."""
    return sum(map(len, rows.values()))


def same_value(ours: Cell, theirs: Cell) -> bool:
    """Whether two cells of one type hold the same: matrices nearly, all else exactly; NaN is NaN, 0.0 is not -0.0."""
    if ours.value == theirs.value and not any(value == 0 for value in ours.value if isinstance(value, float)):
        return True
    if len(ours.value) != len(theirs.value):
        return False
    if ours.type.semantic in ("MATRIX", "FRAME"):
        return _near(ours.value, theirs.value)
    return all(map(_same_element, ours.value, theirs.value))


def _same_element(one: Any, other: Any) -> bool:
    if one != other:
        return isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other)
    return not isinstance(one, float) or math.copysign(1.0, one) == math.copysign(1.0, other)


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    finite = [abs(value) for value in other if math.isfinite(value)]
    allowed = _MATRIX_TOLERANCE * max(finite, default=0.0)
    return all(
        abs(a - b) <= allowed if math.isfinite(a) and math.isfinite(b) else _same_element(a, b)
        for a, b in zip(one, other, strict=True)
    )
