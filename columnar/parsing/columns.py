"""Component tables as a consumer reads them: listed rows only, absent cells filled with what they read as."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.parsing.profiles import ParserRules
from columnar.scene import ColumnValues, Scene
from schemas.contract import Column, Component

__all__ = ["Ids", "Rows", "SceneColumns"]

Ids = npt.NDArray[np.int64]
"""Path ids; -1 for none."""


class SceneColumns:
    """The columns of a scene under the rules of a profile.

    Args:
        scene: what is read.
        rules: say what absent and blocked cells read as.
        hidden: (paths,) bool, prims that the consumer never sees.
    """

    def __init__(self, scene: Scene, rules: ParserRules, hidden: npt.NDArray[np.bool_] | None) -> None:
        self.scene = scene
        self.rules = rules
        self._hidden = hidden
        self._tables = set(scene.tables)
        self._rows: dict[tuple[str, bool], Rows] = {}

    def rows(self, component: str, *, listed: bool = True) -> Rows:
        """The rows of a component whose prims are seen; only listed ones unless told otherwise."""
        key = (component, listed)
        if key not in self._rows:
            self._rows[key] = self._read(component, listed)
        return self._rows[key]

    def absent(self, component: str, column: str) -> Any:
        """What an absent cell of a column reads as; 0 where the contract does not know the column."""
        record = self.scene.contract.components.get(component)
        known = None if record is None else record.column_by_name.get(column)
        return 0 if known is None else self.absent_value(component, known, 0)

    def absent_value(self, component: str, record: Column, otherwise: Any) -> Any:
        """What an absent cell reads as: the parser's default or formula, or the USD fallback."""
        value: Any = record.fallback
        if component not in self.rules.usd_fallbacks:
            value = record.parser_default
            if record.parser_formula is not None:
                value = record.parser_formula.evaluate(
                    meters_per_unit=self.scene.info["usd-metadata:metersPerUnit"],
                    kilograms_per_unit=self.scene.info["usd-metadata:kilogramsPerUnit"],
                    up_axis=self.scene.info["usd-metadata:upAxis"],
                )
        return otherwise if value is None else value

    def _read(self, component: str, listed: bool) -> Rows:
        record = self.scene.contract.components.get(component)
        if record is None or component not in self._tables:
            return Rows(self, record, component, np.zeros(0, np.int64), np.zeros(0, np.int64))
        flags = self.scene.column(component, "listed")
        prim = flags.prim.astype(np.int64)
        keep = np.asarray(flags.values, np.bool_) if listed else np.ones(len(prim), np.bool_)
        if self._hidden is not None:
            keep = keep & ~self._hidden[prim]
        if keep.all():
            return Rows(self, record, component, prim, None)
        index = np.flatnonzero(keep)
        return Rows(self, record, component, prim[index], index)


class Rows:
    """Selected rows of one component, in path order.

    Attributes:
        prim: (n,) int64 path ids.
    """

    def __init__(
        self, columns: SceneColumns, component: Component | None, name: str, prim: Ids, index: Ids | None
    ) -> None:
        self.prim = prim
        self._columns = columns
        self._component = component
        self._name = name
        self._index = index

    def __len__(self) -> int:
        return len(self.prim)

    def take(self, selection: npt.NDArray[Any]) -> Rows:
        """Some of the rows, by index or mask."""
        index = np.arange(len(self)) if self._index is None else self._index
        return Rows(self._columns, self._component, self._name, self.prim[selection], index[selection])

    @cached_property
    def instances(self) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """Instance of each row as a code (n,) int32, and the instance names by code."""
        if not len(self):
            return np.zeros(0, np.int32), ()
        values = self._values("instance")
        return self._take(values.values).astype(np.int32), values.tokens or ()

    def numbers(self, column: str, *, absent: Any = None) -> npt.NDArray[Any]:
        """Values of a column (n,) or (n, lanes), absent cells filled.

        Args:
            column: the column's table name.
            absent: what absent cells read as where the contract has no value for it.
        """
        record = self._record(column)
        if not len(self):
            shape = (0,) if record is None or record.lanes == 1 else (0, record.lanes)
            return np.zeros(shape, np.float32)
        values = self._values(column)
        found = self._take(values.values)
        valid = self._take(values.valid)
        if valid.all():
            return found
        filled = np.array(found)
        filled[~valid] = absent if record is None else self._columns.absent_value(self._name, record, absent)
        self._fill_blocked(record, filled)
        return filled

    def flags(self, column: str, *, absent: bool = False) -> npt.NDArray[np.bool_]:
        """Values of a flag column (n,), absent cells filled."""
        return self.numbers(column, absent=absent).astype(np.bool_, copy=False)

    def tokens(self, column: str, known: Sequence[str], *, other: int) -> npt.NDArray[np.int32]:
        """Codes of a token column into `known` (n,) int32; absent and unknown tokens read as the code `other`."""
        if not len(self):
            return np.zeros(0, np.int32)
        values = self._values(column)
        code_of = {token: code for code, token in enumerate(known)}
        table = np.array([code_of.get(token, other) for token in values.tokens or ()] + [other], np.int32)
        found: npt.NDArray[np.int32] = table[self._take(values.values)]
        left = self._columns.rules.blocked.get(column)
        if isinstance(left, str):
            found[self._blocked(self._record(column))] = code_of.get(left, other)
        return found

    def first_targets(self, column: str) -> Ids:
        """First target of a relationship (n,), -1 where absent or empty."""
        if not len(self):
            return np.zeros(0, np.int64)
        values = self._values(column)
        offsets = values.offsets if values.offsets is not None else np.zeros(len(values) + 1, np.int64)
        starts, ends = self._take(offsets[:-1]), self._take(offsets[1:])
        found = np.full(len(self), -1, np.int64)
        filled = np.flatnonzero(self._take(values.valid) & (ends > starts))
        found[filled] = values.values[starts[filled]].astype(np.int64)
        return found

    def targets(self, column: str) -> tuple[Ids, Ids]:
        """All targets of a relationship as (offsets, path ids), absent ones empty."""
        if not len(self):
            return np.zeros(1, np.int64), np.zeros(0, np.int64)
        values = self._values(column)
        offsets = values.offsets if values.offsets is not None else np.zeros(len(values) + 1, np.int64)
        starts, ends = self._take(offsets[:-1]), self._take(offsets[1:])
        lengths = np.where(self._take(values.valid), ends - starts, 0)
        bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        spots = np.arange(bounds[-1]) + np.repeat(starts - bounds[:-1], lengths)
        return bounds, values.values[spots].astype(np.int64)

    def present(self, column: str) -> npt.NDArray[np.bool_]:
        """(n,) bool: whether the cell is there."""
        return self._take(self._values(column).valid) if len(self) else np.zeros(0, np.bool_)

    def authored(self, column: str) -> npt.NDArray[np.bool_]:
        """(n,) bool: whether the cell holds what somebody authored there, and not what a producer made of it."""
        record = self._record(column)
        return self._bit("authored", record) if record is not None and len(self) else np.zeros(len(self), np.bool_)

    def text(self, column: str) -> list[str | None]:
        """Values of a text column as Python strings."""
        if not len(self):
            return []
        values = self._values(column)
        tokens = values.tokens or ()
        return [tokens[code] if code >= 0 else None for code in self._take(values.values).tolist()]

    def _values(self, column: str) -> ColumnValues:
        return self._columns.scene.column(self._name, column)

    def _take(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return values if self._index is None else values[self._index]

    def _record(self, column: str) -> Column | None:
        return None if self._component is None else self._component.column_by_name.get(column)

    def _fill_blocked(self, record: Column | None, filled: npt.NDArray[Any]) -> None:
        """Overwrite blocked cells with what the profile says they leave behind."""
        if record is None or record.name not in self._columns.rules.blocked:
            return
        filled[self._blocked(record)] = self._columns.rules.blocked[record.name]

    def _blocked(self, record: Column | None) -> npt.NDArray[np.bool_]:
        """(n,) bool: cells of a column that are blocked."""
        if record is None:
            return np.zeros(len(self), np.bool_)
        return self._bit("blocked", record)

    def _bit(self, mask: str, record: Column) -> npt.NDArray[np.bool_]:
        bits = self._take(self._values(mask).values)
        found: npt.NDArray[np.bool_] = (bits >> np.uint64(record.bit)) & np.uint64(1) != 0
        return found
