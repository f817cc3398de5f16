"""Entities: every path the store has heard of, numbered once and for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.scene import PATH_RULE, Paths, invalid_path_names
from columnar.store.errors import StoreError

__all__ = ["EntityTable", "entity_id", "entity_ids"]

Ids = npt.NDArray[np.uint64]

_FEW = 256
"""So many new paths are placed by bisection; more are worth sorting the table anew."""


class EntityTable:
    """Paths by entity id. Ids are only ever added: a path keeps its id for as long as the store lives.

    A prim that is despawned and comes back is the same entity again, and what targets it holds again; no other path
    ever gets its id.
    """

    def __init__(self) -> None:
        self._paths = Paths(pa.array([], pa.large_string()))
        self._recent: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._paths) + len(self._recent)

    @property
    def paths(self) -> Paths:
        """Every path by id, with its bytewise order; an immutable snapshot."""
        if self._recent:
            self._merge()
        return self._paths

    def path(self, entity: int) -> str:
        """The path of an entity."""
        known = len(self._paths)
        return self._paths[entity] if entity < known else list(self._recent)[entity - known]

    def find(self, path: str) -> int | None:
        """The id of a path, None for one that the store has never heard of."""
        recent = self._recent.get(path)
        return self._paths.find(path) if recent is None else recent

    def add(self, names: Sequence[str]) -> Ids:
        """Ids of a few paths, new ones where they are unknown.

        Raises:
            StoreError: text that is no path.
        """
        unfit = invalid_path_names(pa.array(names, pa.large_string()))
        if len(unfit):
            raise StoreError(*(f"path {names[int(i)]!r}: expected {PATH_RULE}" for i in unfit[:5]))
        found = np.zeros(len(names), np.uint64)
        for place, name in enumerate(names):
            known = self.find(name)
            if known is None:
                known = self._recent[name] = len(self)
            found[place] = known
        return found

    def add_table(self, names: pa.Array) -> Ids:
        """Ids of a whole path table (large_utf8, valid and without duplicates), new ones where they are unknown."""
        paths = self.paths
        if not len(paths):
            order = None if _ascending(names) else np.asarray(pc.sort_indices(names)).astype(np.int64)
            self._paths = Paths(names, order)
            return np.arange(len(names), dtype=np.uint64)
        if len(names) <= _FEW:
            return self.add(names.to_pylist())
        places = pc.index_in(names, value_set=paths.arrow)
        fresh = names.filter(places.is_null())
        ids = np.array(places.fill_null(0)).astype(np.uint64)
        ids[np.asarray(places.is_null())] = len(paths) + np.arange(len(fresh), dtype=np.uint64)
        if len(fresh):
            every = pa.concat_arrays([paths.arrow, fresh])
            self._paths = Paths(every, np.asarray(pc.sort_indices(every)).astype(np.int64))
        return ids

    def below(self, entity: int) -> npt.NDArray[np.int64]:
        """Ids of every path below an entity's: a run of the bytewise order."""
        paths = self.paths
        prefix = paths[entity].removesuffix("/")
        # No path ends with a slash but the root's, which is not below itself.
        first, last = paths.place(f"{prefix}/") + (not prefix), paths.place(f"{prefix}0")
        return np.arange(first, last, dtype=np.int64) if paths.order is None else paths.order[first:last]

    def _merge(self) -> None:
        """Take the recent paths into the table."""
        recent = list(self._recent)
        every = pa.concat_arrays([self._paths.arrow, pa.array(recent, pa.large_string())])
        if len(recent) > _FEW:
            order = np.asarray(pc.sort_indices(every)).astype(np.int64)
        else:
            known = self._paths.order
            order = np.arange(len(self._paths), dtype=np.int64) if known is None else known
            ranked = sorted(range(len(recent)), key=lambda place: recent[place].encode())
            places = [self._paths.place(recent[place]) for place in ranked]
            order = np.insert(order, places, np.array(ranked) + len(self._paths))
        self._paths, self._recent = Paths(every, order), {}


def _ascending(names: pa.Array) -> bool:
    return len(names) < 2 or bool(pc.all(pc.less(names[:-1], names[1:])).as_py())


def entity_ids(table: EntityTable, given: Any) -> tuple[Ids, bool]:
    """Entity ids from ids or paths, and whether a single one was given.

    Args:
        table: knows paths and ids.
        given: an id, a path, or a sequence (array) of either.

    Raises:
        StoreError: an unknown path, an id the store never gave, or something else altogether.
    """
    single = isinstance(given, str | int | np.integer) and not isinstance(given, bool)
    items = [given] if single else given
    if isinstance(items, pa.Array | pa.ChunkedArray):
        if items.null_count:
            raise StoreError(f"entities: {items.null_count} nulls given, expected entity ids (n,) or paths")
        items = items.to_numpy(zero_copy_only=False)
    if isinstance(items, np.ndarray) and items.ndim == 1 and items.dtype.kind in "UO":
        items = items.tolist()
    if not isinstance(items, np.ndarray):
        items = list(items) if isinstance(items, Iterable) else [items]
        if all(isinstance(item, str) for item in items) and items:
            return _ids_of_paths(table, items), single
    if isinstance(items, list) and not items:
        return np.zeros(0, np.uint64), single
    try:
        ids = np.asarray(items)
    except ValueError:
        raise StoreError("entities: nested sequences given, expected entity ids (n,) or paths") from None
    if ids.shape == (0,):
        return np.zeros(0, np.uint64), single
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise StoreError(f"entities of dtype {ids.dtype}, shape {ids.shape}: expected entity ids (n,) or paths")
    beyond = np.flatnonzero((ids < 0) | (ids >= len(table)))
    if beyond.size:
        shown = ", ".join(str(int(ids[i])) for i in beyond[:5])
        raise StoreError(f"unknown entity {shown}: expected ids below {len(table)}, as `insert` and queries give them")
    return ids.astype(np.uint64), single


def entity_id(table: EntityTable, given: Any) -> int:
    """The id of one entity, given as an id or a path.

    Raises:
        StoreError: as `entity_ids`, and a sequence.
    """
    ids, single = entity_ids(table, given)
    if not single:
        raise StoreError(f"entity {given!r}: expected one, as an id or a path")
    return int(ids[0])


def _ids_of_paths(table: EntityTable, paths: Sequence[str]) -> Ids:
    found = [table.find(path) for path in paths]
    missing = [path for path, known in zip(paths, found, strict=True) if known is None]
    if missing:
        raise StoreError(f"unknown entity {', '.join(map(repr, missing[:5]))}: no prim of the store has this path")
    return np.array(found, np.uint64)
