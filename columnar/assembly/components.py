"""Component tables: which rows each has, and the columns put together into one struct array."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly.columns import RowRoles, column_cells
from columnar.assembly.keys import distinct_keys, key_table
from columnar.assembly.opinions import ColumnOpinions, RowTable, StageOpinions
from columnar.scene.tokens import encode_tokens
from schemas.contract import Component, Contract, component_struct

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

    def table(self, component: Component) -> pa.Array:
        """The component's rows as a struct array, sorted by prim and instance; empty if no prim has any."""
        struct = component_struct(component)
        columns = {
            column.name: self.opinions.columns[component.name, column.name]
            for column in component.columns
            if (component.name, column.name) in self.opinions.columns
        }
        if not columns and component.name not in self._held and not self._held.intersection(component.created_on):
            return pa.array([], struct)
        listed = self._listed_keys(component)
        created = self._created_keys(component)
        keys_of = {name: self._keys(opinions) for name, opinions in columns.items()}
        table = key_table([listed, created, *keys_of.values()], len(self.row_ids) * len(self._instances))
        keys = table.keys
        if not len(keys):
            return pa.array([], struct)
        rows, instances = np.divmod(keys, len(self._instances)) if len(self._instances) > 1 else (keys, keys * 0)
        roles = RowRoles(
            listed=table.flags(listed),
            created=table.flags(created),
            prim_type=self._prim_types[self.opinions.rows.archetype[rows]],
            types=self._type_names,
        )
        arrays = {"prim": pa.array(self.row_ids[rows]), "listed": pa.array(roles.listed)}
        if component.multiple_apply:
            arrays["instance"] = encode_tokens(pa.array(self._instances, pa.string()).take(pa.array(instances)))
        authored = np.zeros(len(keys), np.uint64)
        blocked = np.zeros(len(keys), np.uint64)
        for column in component.columns:
            opinions = columns.get(column.name)
            positions = table.positions(keys_of[column.name]) if opinions else np.zeros(0, np.int64)
            cells = column_cells(
                column, roles, opinions, positions, units=self.opinions.facts.units, path_ids=self.target_ids
            )
            arrays[column.name] = cells.values
            if opinions is not None:
                authored |= cells.authored * np.uint64(1 << column.bit)
                blocked |= cells.blocked * np.uint64(1 << column.bit)
        arrays |= {"authored": pa.array(authored), "blocked": pa.array(blocked)}
        return pa.StructArray.from_arrays([arrays[field.name] for field in struct], fields=list(struct))

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
        """(row, instance) of each opinion as one number."""
        codes = 0 if opinions.instances is None else self._opinion_codes[opinions.instances]
        return opinions.rows * len(self._instances) + codes

    def _listed_keys(self, component: Component) -> _Index:
        found = [np.zeros(0, np.int64)]
        for code, archetype in enumerate(self.opinions.rows.archetypes):
            names = archetype.held.get(component.name, ())
            found += [self._rows_of(code) * len(self._instances) + self._instance_codes[name] for name in names]
        return distinct_keys(found)

    def _created_keys(self, component: Component) -> _Index:
        """Rows of prims that hold a component named by `created_on`, where a column has a rule for them."""
        rules = [c.when_unauthored for c in component.columns if c.created_without_api and c.when_unauthored]
        if not component.created_on or not rules:
            return np.zeros(0, np.int64)
        types = {name for rule in rules for name in rule.prim_types} if all(r.prim_types for r in rules) else None
        found = [np.zeros(0, np.int64)]
        for code, archetype in enumerate(self.opinions.rows.archetypes):
            hosts = any(host in archetype.held for host in component.created_on)
            if hosts and (types is None or archetype.prim_type in types):
                found.append(self._rows_of(code) * len(self._instances))
        return distinct_keys(found)

    @cached_property
    def _by_archetype(self) -> tuple[_Index, _Index]:
        rows: RowTable = self.opinions.rows
        # Numpy sorts 16-bit numbers by counting, and every other kind by comparing.
        codes = rows.archetype.astype(np.uint16) if len(rows.archetypes) < 1 << 16 else rows.archetype
        order = np.argsort(codes, kind="stable").astype(np.int64)
        starts = np.searchsorted(rows.archetype[order], np.arange(len(rows.archetypes) + 1))
        return order, starts.astype(np.int64)

    def _rows_of(self, code: int) -> _Index:
        order, starts = self._by_archetype
        return order[starts[code] : starts[code + 1]]

    @cached_property
    def _type_names(self) -> tuple[str, ...]:
        return tuple(sorted({a.prim_type for a in self.opinions.rows.archetypes}))

    @cached_property
    def _prim_types(self) -> npt.NDArray[np.int32]:
        """Type code by archetype."""
        return np.array([self._type_names.index(a.prim_type) for a in self.opinions.rows.archetypes], np.int32)
