"""A table while its cells are written."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import numpy_values
from columnar.store.open_columns import OpenColumn, open_column
from columnar.store.table_rows import TableRows
from schemas.contract import Column

__all__ = ["MASKS", "OpenTable"]

Index = npt.NDArray[np.int64]

MASKS = ("authored", "blocked", "declared")
"""What a cell's bit may stand in: a value is authored, a value block is, or a spec without either."""


class OpenTable:
    """Rows that stay, with cells that change: each column is copied once, when it is first written."""

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows
        self._columns: dict[str, OpenColumn] = {}
        self._masks: dict[str, npt.NDArray[np.uint64]] = {}

    def column(self, column: Column) -> OpenColumn:
        """A column, opened."""
        found = self._columns.get(column.name)
        if found is None:
            found = self._columns[column.name] = open_column(column, self.rows.columns[column.name])
        return found

    def mark(self, column: Column, rows: Index, mask: str | None) -> None:
        """Set a cell's bit in one of `MASKS` and clear it in the others; None clears all three."""
        bit = np.uint64(1 << column.bit)
        for name in MASKS:
            if name == mask:
                self._mask(name)[rows] |= bit
            elif name in self._masks or self._any(name, rows, bit):
                self._mask(name)[rows] &= ~bit

    def value(self, column: Column, row: int) -> Any:
        """A cell's value, None where it is absent."""
        if column.name in self._columns:
            return self._columns[column.name].value(row)
        return self.rows.columns[column.name][row].as_py()

    def marked(self, column: Column, row: int, mask: str) -> bool:
        """Whether a cell's bit is set."""
        return bool(int(self._read(mask)[row]) >> column.bit & 1)

    def bits(self, mask: str, rows: Index) -> npt.NDArray[np.uint64]:
        """(k,) whole masks of rows."""
        return self._read(mask)[rows]

    def close(self) -> TableRows:
        """The rows as they stand; whatever was not written is shared with what was opened."""
        changed: dict[str, pa.Array] = {name: column.close() for name, column in self._columns.items()}
        changed |= {name: pa.array(mask) for name, mask in self._masks.items() if name != "declared"}
        if not changed and "declared" not in self._masks:
            return self.rows
        return self.rows.with_columns(changed, self._masks.get("declared", self.rows.declared))

    def _any(self, name: str, rows: Index, bit: np.uint64) -> bool:
        return bool((self._read(name)[rows] & bit).any())

    def _read(self, name: str) -> npt.NDArray[np.uint64]:
        if name in self._masks:
            return self._masks[name]
        if name == "declared":
            declared = self.rows.declared
            return np.zeros(len(self.rows), np.uint64) if declared is None else declared
        return numpy_values(self.rows.columns[name])

    def _mask(self, name: str) -> npt.NDArray[np.uint64]:
        if name not in self._masks:
            self._masks[name] = np.array(self._read(name))
        return self._masks[name]
