"""Scenes made ready for comparison: tables of cells with keys that do not depend on path ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.diff.keyed_rows import KeyedRows
from columnar.diff.path_numbers import PathNumbers
from columnar.scene import ColumnValues, Scene
from schemas.contract import PATH_ID

__all__ = ["SceneSide", "TokenNumbers", "table_columns"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_PRIM_COLUMNS: Final = (
    "usd-prim-type",
    "usd-schemas",
    "unregistered",
    "prototype",
    "omni:xform",
    "omni:resetXformStack",
    "omni:fabric:worldMatrix",
)
_PROPERTY_COLUMNS: Final = ("usd_type", "blocked", "number", "text", "targets")
_MASKS: Final = ("listed", "blocked")
"""What changes how a consumer reads a cell; whether it was authored does not."""


def table_columns(scene: Scene, table: str) -> tuple[str, ...]:
    """The columns of a table that are compared."""
    if table == "prim":
        return _PRIM_COLUMNS
    if table == "property":
        return _PROPERTY_COLUMNS
    return (*_MASKS, *(column.name for column in scene.contract.component(table).columns))


class TokenNumbers:
    """One numbering for the tokens of both sides."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, tokens: Sequence[str]) -> Ids:
        """(n + 1,) the number of each token; the last entry, for none, is -1."""
        return np.array([*(self._numbers.setdefault(token, len(self._numbers)) for token in tokens), -1], np.int64)


class _Column(NamedTuple):
    values: npt.NDArray[Any]
    valid: Flags
    offsets: Ids | None


class SceneSide(KeyedRows):
    """One of two scenes.

    Args:
        scene: the scene.
        paths: numbering of the paths of both.
        tokens: numbering of the tokens of both.
    """

    def __init__(self, scene: Scene, paths: PathNumbers, tokens: TokenNumbers) -> None:
        super().__init__()
        self.scene = scene
        self._paths = paths.of(scene.paths.arrow)
        self._tokens = tokens
        self._columns: dict[tuple[str, str], _Column] = {}

    def __len__(self) -> int:
        return len(self.scene.paths)

    def has(self, table: str) -> bool:
        """Whether the table was populated."""
        return table in self.scene.tables

    def plain_keys(self, table: str) -> Ids:
        """One number per row, by path and instance or property name."""
        if not self.has(table):
            return np.zeros(0, np.int64)
        prims = self._paths[self.scene.column(table, "prim").prim.astype(np.int64)]
        name = self._second(table)
        return prims * (1 << 24) + (np.zeros(len(prims), np.int64) if name is None else self._read(table, name).values)

    def _second(self, table: str) -> str | None:
        if table in ("prim", "property"):
            return "name" if table == "property" else None
        return "instance" if self.scene.contract.component(table).multiple_apply else None

    def equal(self, table: str, column: str, rows: Ids, other: SceneSide, other_rows: Ids) -> Flags:
        """(n,) bool: whether a column holds exactly the same in these rows; NaN equals NaN."""
        a, b = self._read(table, column), other._read(table, column)
        valid_a, valid_b = a.valid[rows], b.valid[other_rows]
        if a.offsets is None or b.offsets is None:
            same = _same(a.values[rows], b.values[other_rows])
        else:
            same = _same_lists(a.values, a.offsets, rows, b.values, b.offsets, other_rows)
        return np.where(valid_a & valid_b, same, valid_a == valid_b)

    def value(self, table: str, column: str, row: int) -> Any:
        """A cell as Python has it, paths as strings."""
        array = self.scene.rows(table).field(column)
        value = array[row].as_py()
        if value is None or not _holds_paths(array.type, table, column, self.scene):
            return value
        return [self.scene.paths[i] for i in value] if isinstance(value, list) else self.scene.paths[value]

    def row(self, table: str, row: int) -> dict[str, Any]:
        """The present cells of a row by full name."""
        names = (name for name in table_columns(self.scene, table) if name not in _MASKS)
        values = {name: self.value(table, name, row) for name in names}
        return {self.name(table, name, row): value for name, value in values.items() if value is not None}

    def path(self, table: str, row: int) -> str:
        """The prim of a row."""
        return self.scene.paths[int(self.scene.column(table, "prim").prim[row])]

    def name(self, table: str, column: str, row: int) -> str:
        """Full name of a row's cell."""
        if table == "property":
            return f"{self.value(table, 'name', row)} ({column})"
        if table == "prim" or column in _MASKS:
            return column
        component = self.scene.contract.component(table)
        instance = self.value(table, "instance", row) if component.multiple_apply else ""
        return component.full_name(column, instance)

    def _read(self, table: str, column: str) -> _Column:
        key = (table, column)
        if key not in self._columns:
            values = self.scene.column(table, column)
            kind = self.scene.rows(table).type.field(column).type
            if values.tokens is not None:
                numbers = self._tokens.of(values.tokens)[values.values]
            elif _holds_paths(kind, table, column, self.scene):
                numbers = self._path_numbers(values)
            else:
                numbers = values.values
            self._columns[key] = _Column(numbers, values.valid, values.offsets)
        return self._columns[key]

    def _path_numbers(self, values: ColumnValues) -> Ids:
        known = values.values if values.offsets is not None else np.where(values.valid, values.values, 0)
        return self._paths[known.astype(np.int64)]


def _holds_paths(kind: pa.DataType, table: str, column: str, scene: Scene) -> bool:
    inner = kind.value_type if pa.types.is_list(kind) else kind
    if column in _MASKS or inner != PATH_ID:
        return False
    return table in ("prim", "property") or scene.contract.component(table).column_by_name[column].relationship


def _same(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Flags:
    same = a == b
    if a.dtype.kind == "f":
        same |= np.isnan(a) & np.isnan(b)
    flat: Flags = same if same.ndim == 1 else same.all(axis=1)
    return flat


def _same_lists(
    a: npt.NDArray[Any], offsets_a: Ids, rows_a: Ids, b: npt.NDArray[Any], offsets_b: Ids, rows_b: Ids
) -> Flags:
    lengths = np.diff(offsets_a)[rows_a]
    same: Flags = lengths == np.diff(offsets_b)[rows_b]
    rows = np.flatnonzero(same & (lengths > 0))
    if rows.size:
        counts = lengths[rows]
        starts = np.cumsum(counts) - counts
        within = np.arange(counts.sum()) - np.repeat(starts, counts)
        left = a[np.repeat(offsets_a[rows_a[rows]], counts) + within]
        right = b[np.repeat(offsets_b[rows_b[rows]], counts) + within]
        same[rows] = np.logical_and.reduceat(_same(left, right), starts)
    return same
