"""Component tables: which rows each has, and the columns put together into one struct array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly.columns import MIXED, ColumnCells, RowRoles, column_cells, common_value
from columnar.assembly.keys import KeyTable, Places, distinct_keys, key_table
from columnar.assembly.opinions import ColumnOpinions, StageOpinions
from columnar.scene.tokens import encode_tokens
from columnar.scene.values import taken
from schemas.contract import Column, Component, Contract, arrow_type, component_struct

__all__ = ["ComponentAssembly"]

_Index = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ComponentAssembly:
    """Assembles component tables of one stage.

    Attributes:
        contract: says which columns there are and what the producer writes.
        opinions: what the reader found.
        row_ids: (n,) uint64 path id by row.
        target_ids: uint64 path ids by target index.
    """

    contract: Contract
    opinions: StageOpinions
    row_ids: npt.NDArray[np.uint64]
    target_ids: pa.Array
    _known_keys: dict[tuple[int, int], _Index] = field(default_factory=dict, repr=False)
    _known_columns: dict[tuple[object, ...], pa.Array] = field(default_factory=dict, repr=False)
    _known_masks: dict[tuple[int, int], pa.Array] = field(default_factory=dict, repr=False)
    _nowhere: dict[int, Places] = field(default_factory=dict, repr=False)
    _known_rows: dict[tuple[bool, ...], _Index] = field(default_factory=dict, repr=False)

    def table(self, component: Component) -> pa.Array:
        """The component's rows as a struct array, sorted by prim and instance; empty if no prim has any."""
        struct = component_struct(component)
        columns = {
            column.name: self.opinions.columns[component.name, column.name]
            for column in component.columns
            if (component.name, column.name) in self.opinions.columns
        }
        if not columns and component.name not in self._held and not self._held.intersection(component.created_on):
            return pa.nulls(0, struct)
        listed = self._listed_keys(component)
        created = self._created_keys(component)
        keys_of = {name: self._keys(opinions) for name, opinions in columns.items()}
        table = key_table([listed, created, *keys_of.values()], len(self.row_ids) * self._base(component))
        if not len(table.keys):
            return pa.nulls(0, struct)
        roles, arrays = self._described(component, table, listed, created)
        said: list[tuple[Column, ColumnCells]] = []
        for column in component.columns:
            opinions = columns.get(column.name)
            if opinions is None:
                arrays[column.name] = self._unauthored(column, roles)
                continue
            places = table.places(keys_of[column.name])
            cells = column_cells(
                column, roles, opinions, places, units=self.opinions.facts.units, path_ids=self.target_ids
            )
            arrays[column.name] = cells.values
            said.append((column, cells))
        arrays["authored"] = self._masks(len(table.keys), [(column.bit, cells.authored) for column, cells in said])
        arrays["blocked"] = self._masks(len(table.keys), [(column.bit, cells.blocked) for column, cells in said])
        return pa.StructArray.from_arrays([arrays[field.name] for field in struct], fields=list(struct))

    def _described(
        self, component: Component, table: KeyTable, listed: _Index, created: _Index
    ) -> tuple[RowRoles, dict[str, pa.Array]]:
        """What is known of a table's rows, and the columns that say which rows they are."""
        rows, arrays = table.keys, {}
        if component.multiple_apply:
            rows, instances = np.divmod(table.keys, self._base(component))
            names = pa.DictionaryArray.from_arrays(pa.array(instances), pa.array(self._instances, pa.string()))
            arrays["instance"] = encode_tokens(names)
        holds, makes = (table.places(keys).taken for keys in (listed, created))
        roles = RowRoles(holds, makes, self._type_of_row.take(rows), self._type_names)
        return roles, {"prim": pa.array(taken(self.row_ids, rows)), "listed": pa.array(roles.listed), **arrays}

    def _unauthored(self, column: Column, roles: RowRoles) -> pa.Array:
        """Cells of a column of which no prim says anything; made once where as many rows all have the same value."""
        units, ids = self.opinions.facts.units, self.target_ids
        value = common_value(column, roles, units)
        alike = (arrow_type(column), column.tokens, repr(value), len(roles.listed))
        if value is not MIXED and alike in self._known_columns:
            return self._known_columns[alike]
        nothing = self._nowhere.setdefault(len(roles.listed), Places(len(roles.listed), np.zeros(0, np.int64)))
        found = column_cells(column, roles, None, nothing, units=units, path_ids=ids).values
        if value is not MIXED:
            self._known_columns[alike] = found
        return found

    def _masks(self, rows: int, bits: Sequence[tuple[int, npt.NDArray[np.bool_]]]) -> pa.Array:
        """(rows,) uint64 masks with some bits set in some rows; made once where as many rows all have the same.

        Args:
            rows: their number.
            bits: which bit, and (rows,) bool, where it is set.
        """
        everywhere = sum(1 << bit for bit, where in bits if where.all())
        partly: dict[int, tuple[int, npt.NDArray[np.bool_]]] = {}
        for bit, where in bits:
            if where.any() and not where.all():
                partly[id(where)] = partly.get(id(where), (0, where))[0] | 1 << bit, where
        if not partly and (everywhere, rows) in self._known_masks:
            return self._known_masks[everywhere, rows]
        masks = np.full(rows, everywhere, np.uint64)
        for mask, where in partly.values():
            masks |= where * np.uint64(mask)
        found = pa.array(masks)
        if not partly:
            self._known_masks[everywhere, rows] = found
        return found

    def _base(self, component: Component) -> int:
        """How many keys each row has."""
        return len(self._instances) if component.multiple_apply else 1

    @cached_property
    def _held(self) -> frozenset[str]:
        """Components that some prim holds."""
        return frozenset(name for archetype in self.opinions.rows.archetypes for name in archetype.held)

    @cached_property
    def _instances(self) -> tuple[str, ...]:
        """Instance names in byte order, so that key order is (row, instance) order; "" stands for none."""
        held = {i for a in self.opinions.rows.archetypes for names in a.held.values() for i in names}
        return tuple(sorted({"", *self.opinions.instances, *held}, key=str.encode))

    @cached_property
    def _instance_codes(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(self._instances)}

    @cached_property
    def _opinion_codes(self) -> _Index:
        return np.array([self._instance_codes[name] for name in self.opinions.instances], np.int64)

    def _keys(self, opinions: ColumnOpinions) -> _Index:
        """(row, instance) of each opinion as one number, which without instances is the row; made once for columns that
        speak of the same.
        """
        if opinions.instances is None:
            return opinions.rows
        alike = id(opinions.rows), id(opinions.instances)
        if alike not in self._known_keys:
            codes = self._opinion_codes[opinions.instances]
            self._known_keys[alike] = opinions.rows * len(self._instances) + codes
        return self._known_keys[alike]

    def _listed_keys(self, component: Component) -> _Index:
        archetypes = self.opinions.rows.archetypes
        if not component.multiple_apply:
            return self._rows_where(tuple(component.name in archetype.held for archetype in archetypes))
        names = [archetype.held.get(component.name, ()) for archetype in archetypes]
        found = [np.zeros(0, np.int64)]
        for name in sorted({name for held in names for name in held}):
            rows = self._rows_where(tuple(name in held for held in names))
            found.append(rows * len(self._instances) + self._instance_codes[name])
        return distinct_keys(found)

    def _created_keys(self, component: Component) -> _Index:
        """Rows of prims that hold a component named by `created_on`, where a column has a rule for them."""
        rules = [c.when_unauthored for c in component.columns if c.created_without_api and c.when_unauthored]
        if not component.created_on or not rules:
            return np.zeros(0, np.int64)
        types = {name for rule in rules for name in rule.prim_types} if all(r.prim_types for r in rules) else None
        return self._base(component) * self._rows_where(
            tuple(
                any(host in archetype.held for host in component.created_on)
                and (types is None or archetype.prim_type in types)
                for archetype in self.opinions.rows.archetypes
            )
        )

    def _rows_where(self, wanted: tuple[bool, ...]) -> _Index:
        """Ascending rows of the archetypes that are wanted; looked for once for tables of the same prims."""
        if wanted not in self._known_rows:
            self._known_rows[wanted] = np.flatnonzero(np.array(wanted, np.bool_).take(self.opinions.rows.archetype))
        return self._known_rows[wanted]

    @cached_property
    def _type_names(self) -> tuple[str, ...]:
        return tuple(sorted({a.prim_type for a in self.opinions.rows.archetypes}))

    @cached_property
    def _type_of_row(self) -> npt.NDArray[np.int32]:
        """(n,) type code by row."""
        archetypes = self.opinions.rows.archetypes
        codes = np.array([self._type_names.index(archetype.prim_type) for archetype in archetypes], np.int32)
        found: npt.NDArray[np.int32] = codes.take(self.opinions.rows.archetype)
        return found
