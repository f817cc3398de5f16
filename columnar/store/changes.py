"""What differs between two sealed scenes of a store, by component, column and entity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import equal_cells, numpy_values, table_struct, take_rows
from columnar.store.state import State
from columnar.store.table_rows import TableRows
from schemas.contract import Contract

__all__ = ["Change", "ChangeKind", "ChangeSet", "changed_cells"]

Index = npt.NDArray[np.int64]
_KEYS = ("prim", "instance", "authored", "blocked")


class ChangeKind(StrEnum):
    """What became of rows or cells."""

    ADDED = "added"
    """Rows that came."""
    REMOVED = "removed"
    """Rows that went."""
    CHANGED = "changed"
    """Cells with another value, or another origin: authored, blocked or neither."""


@dataclass(frozen=True, eq=False)
class Change:
    """Rows of a component that came or went (`column` None), or cells of a column that changed.

    Attributes:
        kind: added, removed or changed.
        component: component, "prim", or "property" (whose instances are property names).
        column: column name, None for rows.
        entities: (n,) uint64, ascending.
        instances: (n,) instance names, "" each for a component that is not multiple-apply.
    """

    kind: ChangeKind
    component: str
    column: str | None
    entities: npt.NDArray[np.uint64]
    instances: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.entities)


@dataclass(frozen=True, eq=False)
class ChangeSet(Sequence[Change]):
    """All changes from the end of ordinal `since` to the end of ordinal `until`, in table order."""

    since: int
    until: int
    found: tuple[Change, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, index: Any) -> Any:
        return self.found[index]

    def of(self, component: str, column: str | None = None) -> npt.NDArray[np.uint64]:
        """Entities of which something in the component changed, or just the column; ascending."""
        parts = [c.entities for c in self if c.component == component and column in (None, c.column)]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.uint64)


def changed_cells(before: State, after: State, contract: Contract) -> Iterator[Change]:
    """Changes from one state to another; tables and columns they share are not looked at."""
    for name in ("prim", *(component.name for component in contract.tables), "property"):
        a, b = before.tables.get(name), after.tables.get(name)
        if a is not b:
            nothing = TableRows.empty(table_struct(contract, name))
            yield from _table(name, nothing if a is None else a, nothing if b is None else b, contract)


def _table(name: str, a: TableRows, b: TableRows, contract: Contract) -> Iterator[Change]:
    rows_a, rows_b, added, removed = _paired(name, a, b)
    if len(added):
        yield Change(ChangeKind.ADDED, name, None, b.prims[added], _instances(name, b, added))
    if len(removed):
        yield Change(ChangeKind.REMOVED, name, None, a.prims[removed], _instances(name, a, removed))
    aligned = rows_a is None
    bits = {} if name in ("prim", "property") else {c.name: c.bit for c in contract.component(name).columns}
    said = [_mask_changes(a, b, mask, rows_a, rows_b) for mask in ("authored", "blocked")] if bits else []
    for column in b.columns:
        if column in _KEYS or (name == "property" and column == "name"):
            continue
        left, right = a.columns[column], b.columns[column]
        differing = np.zeros(len(b) if aligned else len(rows_b), np.bool_)
        if left is not right:
            if not aligned:
                left, right = take_rows(left, rows_a), take_rows(right, rows_b)
            differing = ~equal_cells(left, right)
        if column in bits:
            for flipped in said:
                differing |= (flipped >> np.uint64(bits[column]) & np.uint64(1)).astype(np.bool_)
        rows = np.flatnonzero(differing)
        if len(rows):
            rows = rows if aligned else rows_b[rows]
            yield Change(ChangeKind.CHANGED, name, column, b.prims[rows], _instances(name, b, rows))


def _paired(name: str, a: TableRows, b: TableRows) -> tuple[Index, Index, Index, Index]:
    """Rows both have, in order (None, None where the rows are the same ones), rows only b has, rows only a has."""
    nothing = np.zeros(0, np.int64)
    keys = ("name",) if name == "property" else ("instance",) if "instance" in a.columns else ()
    shared = all(a.columns[key] is b.columns[key] for key in ("prim", *keys))
    if shared:
        return None, None, nothing, nothing  # type: ignore[return-value]  # the caller asks for None before it indexes
    numbers_a, numbers_b = _common_keys(a, b, keys)
    _, rows_a, rows_b = np.intersect1d(numbers_a, numbers_b, assume_unique=True, return_indices=True)
    only_a = np.setdiff1d(np.arange(len(a)), rows_a, assume_unique=True)
    only_b = np.setdiff1d(np.arange(len(b)), rows_b, assume_unique=True)
    return rows_a, rows_b, only_b, only_a


def _common_keys(a: TableRows, b: TableRows, keys: tuple[str, ...]) -> tuple[Index, Index]:
    """(entity, instance) of the rows of both as numbers that mean the same."""
    if not keys:
        return a.prims.astype(np.int64), b.prims.astype(np.int64)
    (key,) = keys
    names: dict[str, int] = {}
    coded = []
    for rows in (a, b):
        column = rows.columns[key]
        codes = [names.setdefault(text, len(names)) for text in column.dictionary.to_pylist()]
        coded.append(np.array([*codes, -1], np.int64)[numpy_values(column)])
    numbers = [
        rows.prims.astype(np.int64) * max(len(names), 1) + codes for rows, codes in zip((a, b), coded, strict=True)
    ]
    return numbers[0], numbers[1]


def _mask_changes(
    a: TableRows, b: TableRows, mask: str, rows_a: Index | None, rows_b: Index | None
) -> npt.NDArray[np.uint64]:
    if a.columns[mask] is b.columns[mask] and rows_a is None:
        return np.zeros(len(b), np.uint64)
    left, right = numpy_values(a.columns[mask]), numpy_values(b.columns[mask])
    return np.bitwise_xor(left, right) if rows_a is None else np.bitwise_xor(left[rows_a], right[rows_b])


def _instances(name: str, rows: TableRows, picked: Index) -> tuple[str, ...]:
    column = "name" if name == "property" else "instance"
    if column not in rows.columns:
        return ("",) * len(picked)
    return tuple(rows.columns[column].take(pa.array(picked)).to_pylist())
