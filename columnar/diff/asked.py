"""What a predicate is asked: some differences of one field, and whether a finding predicts both of their values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.diff.differences import Block
from columnar.diff.field_values import FieldKind, FieldValues, fields_equal
from columnar.diff.sides import Side, key_fields
from columnar.inspection import Cells, ColumnCells
from schemas.findings import Finding

__all__ = ["Asked", "Prediction", "RowsAsked", "scene_ids"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Prediction(NamedTuple):
    """What a finding says both sides hold.

    Attributes:
        applies: (n,) bool, rows the finding speaks of.
        a: (n,) or (n, lanes) values of the first side, in the field's units; paths as numbers, -1 for null.
        b: values of the second side.
    """

    applies: Flags
    a: npt.NDArray[Any]
    b: npt.NDArray[Any]


class RowsAsked(NamedTuple):
    """Rows that only columns give.

    Attributes:
        table: their table.
        prims: (n,) path ids, in the scene's table, of what each row is about; -1 for none.
        reading: what OpenUSD's parser would make of the columns.
        columns: the scene's columns.
    """

    table: str
    prims: Ids
    reading: Side
    columns: ColumnCells


@dataclass(frozen=True)
class Asked:
    """Differences of one field that no finding has claimed yet; every row is on both sides.

    Attributes:
        block: the differences.
        finding: the finding in question.
        a: the first side.
        b: the second side.
        columns: the scene's columns.
    """

    block: Block
    finding: Finding
    a: Side
    b: Side
    columns: ColumnCells

    @property
    def field(self) -> str:
        """The descriptor field."""
        return self.block.field

    @cached_property
    def prims(self) -> Ids:
        """(n,) path ids, in the scene's table, of what each row is about; -1 for none."""
        return scene_ids(self.a, self.block, self.columns)

    @cached_property
    def axes(self) -> npt.NDArray[Any]:
        """(n,) axis of each row as a string; only for tables with axes."""
        view = self.a.descriptors.table(self.block.table)
        tokens = np.array([*view.tokens("axis"), ""], object)
        axes: npt.NDArray[Any] = tokens[view.values("axis")[self.block.rows_a]]
        return axes

    def tokens(self, field: str) -> npt.NDArray[Any]:
        """(n,) values of another token field of the first side as strings, "" for null."""
        view = self.a.descriptors.table(self.block.table)
        tokens = np.array([*view.tokens(field), ""], object)
        found: npt.NDArray[Any] = tokens[view.values(field)[self.block.rows_a]]
        return found

    def cells(self, column: str, *, component: str | None = None, instances: npt.NDArray[Any] | None = None) -> Cells:
        """The cells of a column on the rows' prims.

        Args:
            column: the column's table name.
            component: its component, by default the finding's.
            instances: (n,) instance names.
        """
        return self.columns.read(component or self.finding.component, column, self.prims, instances)

    def holds(self, prediction: Prediction) -> Flags:
        """(n,) bool: rows in which both sides hold what is predicted."""
        every = np.arange(len(self.block))
        found = np.array(prediction.applies)
        for side, rows, values in (
            (self.a, self.block.rows_a, prediction.a),
            (self.b, self.block.rows_b, prediction.b),
        ):
            own = side.values(self.block.table, self.field)
            wanted = FieldValues(own.kind, values, self._given(own.kind, values))
            found &= fields_equal(own, rows, wanted, every)
        return found

    def _given(self, kind: FieldKind, values: npt.NDArray[Any]) -> Flags:
        """(n,) bool: False where a prediction is null, as a path below 0 is."""
        schema = self.a.descriptors.table(self.block.table).schema
        paths = kind is FieldKind.EXACT and schema.field(self.field).nullable
        return np.asarray(values >= 0, np.bool_) if paths else np.ones(len(values), np.bool_)


def scene_ids(side: Side, block: Block, columns: ColumnCells) -> Ids:
    """(n,) path ids, in the scene's table, of the rows of the first side; -1 for none."""
    number = side.values(block.table, key_fields(block.table)[0]).values[block.rows_a]
    found = np.full(len(side.numbers) + 1, -1, np.int64)
    numbers = side.numbers.of(columns.scene.paths.arrow)[:-1]
    found[numbers] = np.arange(len(numbers))
    return found[number]
