"""An immutable table of the store: columns as they stand in a scene, and the mask that no file holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import encode_tokens, instance_ranks, numpy_values, take_rows

__all__ = ["TableRows", "joined", "struct_rows"]

Index = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TableRows:
    """Rows of one table, sorted by entity and instance name.

    Attributes:
        kind: the struct type of a row.
        columns: arrays by field name.
        declared: (n,) uint64 mask of cells that have a spec without a value; None where there is none.
    """

    kind: pa.StructType
    columns: Mapping[str, pa.Array]
    declared: npt.NDArray[np.uint64] | None = None

    @classmethod
    def empty(cls, kind: pa.StructType) -> TableRows:
        """A table without rows."""
        return cls(kind, {field.name: pa.array([], field.type) for field in kind})

    def __len__(self) -> int:
        return len(self.columns["prim"])

    @cached_property
    def prims(self) -> npt.NDArray[np.uint64]:
        """(n,) entity of each row."""
        return numpy_values(self.columns["prim"])

    @cached_property
    def instance_names(self) -> tuple[str, ...]:
        """Instance names in byte order; ("",) where the table has none."""
        if "instance" not in self.columns:
            return ("",)
        return instance_ranks(self.columns["instance"])[1] or ("",)

    @cached_property
    def ranks(self) -> Index:
        """(n,) each row's place in `instance_names`."""
        if "instance" not in self.columns:
            return np.zeros(len(self), np.int64)
        return instance_ranks(self.columns["instance"])[0]

    @cached_property
    def keys(self) -> Index:
        """(n,) ascending numbers, one for each (entity, instance)."""
        return self.prims.astype(np.int64) * len(self.instance_names) + self.ranks

    @cached_property
    def listed(self) -> npt.NDArray[np.bool_]:
        """(n,) whether the prim really holds the component."""
        return numpy_values(self.columns["listed"])

    def find(self, entities: npt.NDArray[np.uint64], instances: str | Sequence[str] = "") -> Index:
        """(k,) row of each entity (and instance name, one for all or one each), -1 where there is none."""
        names = self.instance_names
        if isinstance(instances, str):
            rank: Index | int = names.index(instances) if instances in names else -1
        else:
            known = {name: place for place, name in enumerate(names)}
            rank = np.array([known.get(name, -1) for name in instances], np.int64)
        wanted = entities.astype(np.int64) * len(names) + rank
        if not len(self):
            return np.full(len(entities), -1, np.int64)
        spots = np.minimum(np.searchsorted(self.keys, wanted), len(self) - 1)
        return np.where((self.keys[spots] == wanted) & (np.asarray(rank) >= 0), spots, -1)

    def of_prims(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """(n,) whether each row belongs to a marked entity; `marked` has an entry per entity."""
        return marked[self.prims.astype(np.int64)]

    def take(self, rows: Index) -> TableRows:
        """Some of the rows, in the order given, which must be the table's own."""
        declared = None if self.declared is None else self.declared[rows]
        return TableRows(self.kind, {name: take_rows(a, rows) for name, a in self.columns.items()}, declared)

    def with_columns(self, changed: Mapping[str, pa.Array], declared: npt.NDArray[np.uint64] | None) -> TableRows:
        """The rows with some columns replaced; the others are shared."""
        made = replace(self, columns={**self.columns, **changed}, declared=declared)
        if not {"prim", "instance"} & set(changed):
            for name in ("prims", "instance_names", "ranks", "keys"):
                if name in self.__dict__:
                    made.__dict__[name] = self.__dict__[name]
        return made

    @cached_property
    def lists(self) -> pa.ListArray:
        """The rows as the single list a scene's batch holds."""
        fields = list(self.kind)
        rows = pa.StructArray.from_arrays([self.columns[field.name] for field in fields], fields=fields)
        kind = pa.list_(pa.field("item", self.kind, nullable=False))
        return pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=kind)


def struct_rows(rows: pa.StructArray) -> TableRows:
    """A scene's table, without a copy."""
    return TableRows(rows.type, {f.name: array for f, array in zip(rows.type, rows.flatten(), strict=True)})


def joined(parts: Sequence[TableRows]) -> TableRows:
    """Rows of several tables of a kind as one table, in order; no (entity, instance) may stand in two of them."""
    parts = [part for part in parts if len(part)] or list(parts[:1])
    if len(parts) == 1:
        return parts[0]
    columns = {name: _concatenated([part.columns[name] for part in parts]) for name in parts[0].columns}
    declared = None
    if any(part.declared is not None for part in parts):
        declared = np.concatenate(
            [np.zeros(len(part), np.uint64) if part.declared is None else part.declared for part in parts]
        )
    unordered = TableRows(parts[0].kind, columns, declared)
    order = np.argsort(unordered.keys, kind="stable")
    return unordered if (order == np.arange(len(order))).all() else unordered.take(order)


def _concatenated(parts: Sequence[pa.Array]) -> pa.Array:
    """Arrays one after the other, tokens under one dictionary."""
    kind = parts[0].type
    if pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type):
        plain = pa.list_(pa.field("item", pa.string(), nullable=False))
        return encode_tokens(pa.concat_arrays([part.cast(plain) for part in parts]))
    return pa.concat_arrays(parts)
