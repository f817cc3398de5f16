"""The state of one ordinal while it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import numpy_values, table_struct
from columnar.store.entities import EntityTable
from columnar.store.open_table import OpenTable
from columnar.store.state import State
from columnar.store.table_rows import TableRows
from schemas.contract import Contract, StageUnits

__all__ = ["Draft", "PrimFacts"]

Ids = npt.NDArray[np.uint64]


class PrimFacts(NamedTuple):
    """What a prim is: its type token ("" for none), its published API schemas, its other applied names."""

    prim_type: str
    schemas: tuple[str, ...]
    unregistered: tuple[str, ...]


class Draft:
    """A state that can be changed: tables are opened when cells are written, replaced when rows come or go.

    Args:
        state: what to start from.
        contract: says which tables and columns there are.
        entities: the store's paths.
    """

    def __init__(self, state: State, contract: Contract, entities: EntityTable) -> None:
        self.contract = contract
        self.entities = entities
        self._state = state
        self._open: dict[str, OpenTable] = {}
        self._moved: list[Ids] = []

    @property
    def units(self) -> StageUnits:
        """Stage units."""
        return self._state.units

    def close(self) -> State:
        """The state as it stands. The draft may be written on; what it shares with the state is copied then."""
        tables = {name: table.close() for name, table in self._open.items()}
        if tables or self._moved:
            self._replace(tables=tables, moved=self._all_moved())
        return self._state

    def _all_moved(self) -> Ids:
        marks = np.zeros(len(self.entities), np.bool_)
        for entities in (self._state.moved, *self._moved):
            marks[entities.astype(np.int64)] = True
        return np.flatnonzero(marks).astype(np.uint64)

    def restore(self, state: State) -> None:
        """Forget everything written since the draft closed to this state."""
        self._state, self._open, self._moved = state, {}, []

    def facts(self) -> pa.StructArray | None:
        """The scene's struct, None before anything was inserted."""
        return self._state.facts

    def set_facts(self, facts: pa.StructArray) -> None:
        """Put another struct in its place."""
        self._replace(facts=facts)

    def kinds(self) -> npt.NDArray[np.int8]:
        """Kinds of every path the store knows, as they are where a path has no row."""
        return self._state.padded_kinds(len(self.entities))

    def set_kinds(self, kinds: npt.NDArray[np.int8]) -> None:
        """Say what paths stand for."""
        self._replace(kinds=kinds)

    def move(self, entities: Ids) -> None:
        """Note prims whose world matrix has changed, and with it that of all below them."""
        self._moved.append(entities)

    def has(self, name: str) -> bool:
        """Whether a table was populated."""
        return name in self._state.tables

    def names(self) -> Sequence[str]:
        """Tables that were populated."""
        return tuple(self._state.tables)

    def rows(self, name: str) -> TableRows:
        """A table's rows as they stand; an empty table where it was never populated."""
        if name in self._open:
            closed = self._open.pop(name).close()
            self._replace(tables={name: closed})
        found = self._state.tables.get(name)
        return TableRows.empty(table_struct(self.contract, name)) if found is None else found

    def layout(self, name: str) -> TableRows:
        """A table's rows for their keys alone, whatever is being written into other columns."""
        return self._open[name].rows if name in self._open else self.rows(name)

    def set_rows(self, name: str, rows: TableRows) -> None:
        """Put other rows in a table's place."""
        self._open.pop(name, None)
        self._replace(tables={name: rows})

    def open(self, name: str) -> OpenTable:
        """A table for writing into its cells."""
        if name not in self._open:
            self._open[name] = OpenTable(self.rows(name))
        return self._open[name]

    def reader(self, name: str) -> OpenTable:
        """A table for reading its cells."""
        return self._open[name] if name in self._open else OpenTable(self.rows(name))

    def prim_facts(self, entities: Ids) -> list[PrimFacts]:
        """What each prim is; all of them have rows."""
        prims = self.layout("prim")
        rows = pa.array(prims.find(entities))
        kinds, schemas, unregistered = (
            prims.columns[name].take(rows).to_pylist() for name in ("usd-prim-type", "usd-schemas", "unregistered")
        )
        return [PrimFacts(k or "", tuple(s), tuple(u)) for k, s, u in zip(kinds, schemas, unregistered, strict=True)]

    def prim_types(self, entities: Ids) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """(n,) codes of prim types and the types by code; "" for a prim without type or row."""
        prims = self.layout("prim")
        types = prims.columns["usd-prim-type"]
        names = ("", *types.dictionary.to_pylist())
        rows = prims.find(entities)
        if not len(prims):
            return np.zeros(len(entities), np.int32), names
        codes = np.where(rows < 0, 0, numpy_values(types)[rows] + 1)
        return codes.astype(np.int32), names

    def _replace(
        self,
        *,
        tables: dict[str, TableRows] | None = None,
        facts: pa.StructArray | None = None,
        kinds: npt.NDArray[np.int8] | None = None,
        moved: Ids | None = None,
    ) -> None:
        state = self._state
        if moved is not None:
            self._moved = []
        for name in tables or {}:
            self._open.pop(name, None)
        self._state = State(
            facts=state.facts if facts is None else facts,
            tables={**state.tables, **tables} if tables else state.tables,
            kinds=state.kinds if kinds is None else kinds,
            moved=state.moved if moved is None else moved,
        )
