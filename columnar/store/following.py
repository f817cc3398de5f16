"""A store that follows a scene: exactly, or in what changed of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from columnar.scene import Scene, equal_cells, numbered_by_path
from columnar.store.draft import Draft
from columnar.store.errors import StoreError
from columnar.store.insertion import drop_rows, incoming_tables, insert_kinds, insert_tables
from columnar.store.table_rows import TableRows

__all__ = ["given_paths", "replace_scene", "update_scene"]


def replace_scene(draft: Draft, scene: Scene) -> None:
    """Hold what the scene does (see `Store.replace`)."""
    scene = numbered_by_path(scene)
    ids, incoming = incoming_tables(draft, scene)
    draft.set_facts(scene.batch.column("scene"))
    insert_kinds(draft, scene, ids)
    for name in set(draft.names()) - set(incoming):
        draft.set_rows(name, TableRows.empty(draft.rows(name).kind))
    for name, rows in incoming.items():
        draft.set_rows(name, _shared(draft.rows(name), rows) if draft.has(name) else rows)


def given_paths(given: str | Sequence[str], name: str) -> tuple[str, ...]:
    """Paths as the caller gave them; a single one is a list of itself.

    Raises:
        StoreError: something else.
    """
    if isinstance(given, str):
        return (given,)
    paths = tuple(given) if isinstance(given, Iterable) else (given,)
    for path in paths:
        if not isinstance(path, str):
            raise StoreError(f"{name}: {path!r} given; expected prim paths such as '/World/Arm'")
    return paths


def update_scene(draft: Draft, scene: Scene, changed: Sequence[str], gone: Sequence[str]) -> None:
    """Follow a scene in some of its prims (see `Store.update`)."""
    scene = numbered_by_path(scene)
    ids, incoming = incoming_tables(draft, scene)
    draft.set_facts(scene.batch.column("scene"))
    insert_kinds(draft, scene, ids)
    taken = _marks(draft, changed)
    lost = _marks(draft, gone)
    lost[0] = False
    drop_rows(draft, lost)
    reports = incoming.pop("report")
    insert_tables(draft, {name: _of(rows, taken) for name, rows in incoming.items()})
    draft.set_rows("report", _shared(draft.rows("report"), reports) if draft.has("report") else reports)


def _of(rows: TableRows, marked: npt.NDArray[np.bool_]) -> TableRows:
    """The rows of marked entities."""
    kept = rows.of_prims(marked)
    return rows if kept.all() else rows.take(np.flatnonzero(kept))


def _marks(draft: Draft, paths: Sequence[str]) -> npt.NDArray[np.bool_]:
    """An entry per entity, true for the given paths that the store knows."""
    marked = np.zeros(len(draft.entities), np.bool_)
    for path in paths:
        entity = draft.entities.find(path)
        if entity is not None:
            marked[entity] = True
    return marked


def _shared(old: TableRows, new: TableRows) -> TableRows:
    """The new rows, with the old ones' columns wherever they are equal."""
    if len(old) != len(new):
        return new
    columns = {
        name: old.columns[name] if equal_cells(old.columns[name], a).all() else a for name, a in new.columns.items()
    }
    same = all(columns[name] is old.columns[name] for name in columns)
    return old if same and old.declared is None else TableRows(new.kind, columns)
