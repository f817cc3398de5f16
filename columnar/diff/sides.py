"""Descriptors made ready for comparison: rows with keys, columns as comparable values."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.descriptors import Descriptors
from columnar.diff.field_values import FieldValues, fields_equal, read_field
from columnar.diff.keyed_rows import ROW, KeyedRows
from columnar.diff.path_numbers import PathNumbers
from schemas.descriptors import TABLE_KEYS

__all__ = ["Side", "key_fields", "value_fields"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def key_fields(table: str) -> tuple[str, ...]:
    """The fields that tell the rows of a table apart, the path first."""
    return TABLE_KEYS.get(table, ("path",))


class Side(KeyedRows):
    """One of the descriptors that are compared.

    Args:
        descriptors: the tables.
        numbers: numbering of the paths of both sides.
    """

    def __init__(self, descriptors: Descriptors, numbers: PathNumbers) -> None:
        super().__init__()
        self.descriptors = descriptors
        self.numbers = numbers
        self._values: dict[tuple[str, str], FieldValues] = {}

    @cached_property
    def _number_of_path(self) -> Ids:
        return self.numbers.of(self.descriptors.paths.arrow)

    def values(self, table: str, field: str) -> FieldValues:
        """A column."""
        key = (table, field)
        if key not in self._values:
            view = self.descriptors.table(table)
            self._values[key] = read_field(view.array(field), view.schema.field(field), self._number_of_path)
        return self._values[key]

    def plain_keys(self, table: str) -> Ids:
        """One number per row, by path and what else tells the rows of the table apart."""
        first, *rest = [self.values(table, name).values for name in key_fields(table)]
        second = rest[0] if rest else np.zeros(len(first), np.int64)
        keys: Ids = (first + 1) * (max(len(self.numbers), 64) + 1) + second + 1
        return keys

    def equal(self, table: str, field: str, rows: Ids, other: Side, other_rows: Ids) -> Flags:
        """(n,) bool: whether both sides have the same in these rows; -1 stands for a row that is not there.

        Of `ROW` every field must be equal.
        """
        both = np.flatnonzero((rows >= 0) & (other_rows >= 0))
        same = (rows < 0) & (other_rows < 0)
        same[both] = True
        for name in value_fields(self.descriptors.table(table).schema, table) if field == ROW else (field,):
            same[both] &= fields_equal(
                self.values(table, name), rows[both], other.values(table, name), other_rows[both]
            )
        return same

    def value(self, table: str, field: str, row: int) -> Any:
        """A value as Python has it; of `ROW` the whole row; None where there is none."""
        if row < 0:
            return None
        view = self.descriptors.table(table)
        if field == ROW:
            return view.arrow.slice(row, 1).to_pylist()[0]
        return view.array(field)[row].as_py()


def value_fields(schema: pa.Schema, table: str) -> list[str]:
    """The fields of a table that are no keys."""
    return [name for name in schema.names if name not in key_fields(table)]
