"""Scenes put into the store, and prims taken out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import PathKind, Scene, map_path_ids, numbered_by_path, numpy_values, take_rows, valid_mask
from columnar.store.addresses import require_prims
from columnar.store.draft import Draft
from columnar.store.entities import entity_ids
from columnar.store.errors import StoreError
from columnar.store.state import PATH_KINDS, scene_kinds
from columnar.store.table_rows import TableRows, joined, struct_rows
from schemas.contract import PATH_ID

__all__ = [
    "despawn_prims",
    "drop_rows",
    "incoming_tables",
    "insert_kinds",
    "insert_scene",
    "insert_tables",
]

Ids = npt.NDArray[np.uint64]

_UNITS = ("usd-metadata:metersPerUnit", "usd-metadata:kilogramsPerUnit", "usd-metadata:upAxis")
_ROW = PATH_KINDS.index(PathKind.ROW)
_PATH_LIST = pa.list_(pa.field("item", PATH_ID, nullable=False))


def insert_scene(draft: Draft, scene: Scene) -> Ids:
    """Put a scene's prims in (see `Store.insert`); the entities of its prim rows."""
    require_same_units(draft, scene)
    scene = numbered_by_path(scene)
    ids, incoming = incoming_tables(draft, scene)
    if draft.facts() is None:
        draft.set_facts(scene.batch.column("scene"))
    insert_kinds(draft, scene, ids)
    _keep_ancestors(draft, incoming)
    insert_tables(draft, incoming)
    return ids[scene.column("prim", "parent").prim.astype(np.int64)]


def _keep_ancestors(draft: Draft, incoming: dict[str, TableRows]) -> None:
    """Leave out prims that the scene has for those below them only, where the store has them: they stay as they are.

    What is below them moves with the store's ancestors, not with the scene's.
    """
    prims = incoming["prim"]
    says = np.zeros(len(draft.entities), np.bool_)
    for name, rows in incoming.items():
        if name not in ("prim", "report"):
            says[rows.prims.astype(np.int64)] = True
    parents = numpy_values(prims.columns["parent"].fill_null(0)).astype(np.int64)
    above = np.zeros(len(draft.entities), np.bool_)
    above[parents] = True
    present = draft.layout("prim").find(prims.prims) >= 0
    kept = present & prims.of_prims(above & ~says)
    if kept.any():
        incoming["prim"] = prims.take(np.flatnonzero(~kept))
        marks = np.zeros(len(draft.entities), np.bool_)
        marks[prims.prims[kept].astype(np.int64)] = True
        draft.move(prims.prims[marks[parents] & ~kept])


def incoming_tables(draft: Draft, scene: Scene) -> tuple[Ids, dict[str, TableRows]]:
    """Entities of a scene's paths, and its tables with entities in the place of its path ids."""
    ids = draft.entities.add_table(scene.paths.arrow)
    return ids, {name: _renamed(struct_rows(scene.rows(name)), ids) for name in scene.tables if name != "path"}


def insert_tables(draft: Draft, incoming: Mapping[str, TableRows]) -> None:
    """Put rows in, in the place of all that the store has of their prims; "/" alone is kept as it is."""
    replaced = _drop_replaced(draft, incoming["prim"].prims)
    for name, rows in incoming.items():
        if not len(rows) and draft.has(name):
            continue
        if name == "prim" and len(draft.rows("prim")):
            rows = rows.take(np.flatnonzero(rows.prims != 0))
        draft.set_rows(name, joined_rows(name, draft.rows(name), rows) if draft.has(name) else rows)
    draft.move(replaced)
    _adopt(draft, incoming["prim"].prims)


def despawn_prims(draft: Draft, given: Any, *, descendants: bool) -> None:
    """Take prims out (see `Store.despawn`)."""
    where = "despawn"
    entities, _ = entity_ids(draft.entities, given)
    require_prims(draft, entities, where)
    if (entities == 0).any() and draft.entities.path(0) == "/":
        raise StoreError(f"{where}: '/' cannot be despawned; despawn the prims below it")
    gone = np.zeros(len(draft.entities), np.bool_)
    gone[entities.astype(np.int64)] = True
    if descendants:
        for entity in entities.tolist():
            gone[draft.entities.below(entity)] = True
    orphans = _orphans(draft, gone)
    drop_rows(draft, gone)
    if not descendants and len(orphans):
        _release(draft, gone)
        draft.move(orphans)


def require_same_units(draft: Draft, scene: Scene) -> None:
    """Refuse a scene whose numbers mean something else than the store's.

    Raises:
        StoreError: naming each unit that differs.
    """
    if not isinstance(scene, Scene):
        raise StoreError(f"{type(scene).__name__} given, expected a Scene")
    facts = draft.facts()
    if scene.contract is not draft.contract and scene.contract.version != draft.contract.version:
        raise StoreError(
            f"insert: the scene follows contract {scene.contract.version}, expected {draft.contract.version}"
        )
    if facts is None:
        return
    own = facts[0].as_py()
    problems = [
        f"insert: {name} is {scene.info[name]!r}, expected {own[name]!r} as in the store"
        for name in _UNITS
        if scene.info[name] != own[name]
    ]
    if problems:
        raise StoreError(*problems)


def joined_rows(name: str, kept: TableRows, added: TableRows) -> TableRows:
    """Rows of two tables as one, in the table's order. Property cells and reports keep theirs within a prim."""
    if name not in ("property", "report"):
        return joined([kept, added])
    parts = [rows for rows in (kept, added) if len(rows)]
    if len(parts) < 2:
        return parts[0] if parts else kept
    columns = {key: pa.concat_arrays([kept.columns[key], added.columns[key]]) for key in kept.columns}
    order = np.argsort(numpy_values(columns["prim"]), kind="stable")
    return TableRows(kept.kind, {key: take_rows(array, order) for key, array in columns.items()})


def _renamed(rows: TableRows, ids: Ids) -> TableRows:
    """Rows with the scene's path ids replaced by entity ids, sorted by them."""
    if (ids == np.arange(len(ids), dtype=np.uint64)).all():
        return rows
    columns = {
        name: map_path_ids(array, ids)
        if array.type in (PATH_ID, _PATH_LIST) and name not in ("authored", "blocked")
        else array
        for name, array in rows.columns.items()
    }
    renamed = TableRows(rows.kind, columns, rows.declared)
    if len(renamed) < 2 or (renamed.prims[1:] >= renamed.prims[:-1]).all():
        return renamed
    order = np.argsort(renamed.prims if "listed" not in columns else renamed.keys, kind="stable")
    return renamed.take(order)


def insert_kinds(draft: Draft, scene: Scene, ids: Ids) -> None:
    """What the scene's paths stand for; a prim that has a row only in the store keeps it all the same."""
    kinds = draft.kinds()
    given = scene_kinds(scene)
    said = given != _ROW
    kinds[ids[said].astype(np.int64)] = given[said]
    draft.set_kinds(kinds)


def _drop_replaced(draft: Draft, prims: Ids) -> Ids:
    """Drop what the store has of prims that come anew, but for "/"; which ones these are."""
    if draft.facts() is None or not draft.has("prim"):
        return np.zeros(0, np.uint64)
    present: Ids = prims[draft.rows("prim").find(prims) >= 0]
    present = present[present != 0]
    if len(present):
        gone = np.zeros(len(draft.entities), np.bool_)
        gone[present.astype(np.int64)] = True
        drop_rows(draft, gone)
    return present


def drop_rows(draft: Draft, gone: npt.NDArray[np.bool_]) -> None:
    """Drop every row of the marked entities."""
    for name in draft.names():
        rows = draft.rows(name)
        marked = rows.of_prims(gone)
        if marked.any():
            draft.set_rows(name, rows.take(np.flatnonzero(~marked)))


def _orphans(draft: Draft, gone: npt.NDArray[np.bool_]) -> Ids:
    """Prims that stay although their parent goes."""
    prims = draft.rows("prim")
    parents, valid = numpy_values(prims.columns["parent"]), valid_mask(prims.columns["parent"])
    lost = valid & gone[np.where(valid, parents, 0).astype(np.int64)] & ~prims.of_prims(gone)
    found: Ids = prims.prims[lost]
    return found


def _adopt(draft: Draft, came: Ids) -> None:
    """Give prims that lost their parent to a despawn the one of that path back, now that it has come again."""
    prims = draft.rows("prim")
    parents, valid = numpy_values(prims.columns["parent"]), valid_mask(prims.columns["parent"])
    alone = prims.prims[~valid & (prims.prims != 0)]
    above = [draft.entities.find(draft.entities.path(int(entity)).rpartition("/")[0]) for entity in alone]
    found = {e: p for e, p in zip(alone.tolist(), above, strict=True) if p and (came == p).any()}
    if found:
        adopted = np.array(sorted(found), np.uint64)
        rows = prims.find(adopted)
        given, known = np.where(valid, parents, 0).astype(np.uint64), valid.copy()
        given[rows], known[rows] = [found[entity] for entity in adopted.tolist()], True
        draft.set_rows("prim", prims.with_columns({"parent": pa.array(given, PATH_ID, mask=~known)}, prims.declared))
        draft.move(adopted)


def _release(draft: Draft, gone: npt.NDArray[np.bool_]) -> None:
    """Take the parent away from prims whose parent is gone: they stand for themselves now."""
    prims = draft.rows("prim")
    parents, valid = numpy_values(prims.columns["parent"]), valid_mask(prims.columns["parent"])
    kept = valid & ~gone[np.where(valid, parents, 0).astype(np.int64)]
    array = pa.array(np.where(kept, parents, 0), PATH_ID, mask=None if kept.all() else ~kept)
    draft.set_rows("prim", prims.with_columns({"parent": array}, prims.declared))
