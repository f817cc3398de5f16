"""API schemas applied to prims and taken off them, with the rows that come and go with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly import held_components
from columnar.scene import encode_tokens
from columnar.store.addresses import find_component, require_applicable, require_instance, require_once, require_prims
from columnar.store.draft import Draft, PrimFacts
from columnar.store.entities import entity_ids
from columnar.store.errors import StoreError
from columnar.store.open_table import OpenTable
from columnar.store.producer_rows import created_prims, producer_rows
from columnar.store.table_rows import TableRows, joined
from schemas.contract import AppliedSchemas, Component, ComponentKind

__all__ = ["apply_api", "remove_api"]

Ids = npt.NDArray[np.uint64]
_TOKENS = pa.list_(pa.field("item", pa.string(), nullable=False))
Keys = dict[str, dict[str, list[int]]]
"""Entities by component and instance name."""


def apply_api(draft: Draft, component: str, entities: Any, *, instance: str | None, checked: bool) -> None:
    """Apply an API schema (see `Store.apply`)."""
    kind, ids, name = _named(draft, "apply", component, entities, instance, checked=checked)
    if checked:
        require_applicable(draft, kind, ids, f"apply {name}")
    before = draft.prim_facts(ids)
    after = _changed(before, lambda facts: _with_api(draft, facts, name))
    gained, _ = _differences(draft, ids, before, after)
    for entity in ids.tolist():
        # A prim that is only a target, or an ancestor, holds less than its schemas say; what is asked for it gets.
        gained.setdefault(kind.name, {}).setdefault(instance or "", []).append(entity)
    _set_schemas(draft, ids, after)
    for held, by_instance in gained.items():
        for held_instance, members in by_instance.items():
            _list_rows(draft, held, np.unique(np.array(members, np.uint64)), held_instance)
    _settle_created(draft, gained, ids)


def remove_api(draft: Draft, component: str, entities: Any, *, instance: str | None) -> None:
    """Take an API schema off prims (see `Store.remove`)."""
    _, ids, name = _named(draft, "remove", component, entities, instance, checked=False)
    before = draft.prim_facts(ids)
    without = [
        e for e, facts in zip(ids.tolist(), before, strict=True) if name not in facts.schemas + facts.unregistered
    ]
    if without:
        shown = ", ".join(draft.entities.path(entity) for entity in without[:5])
        raise StoreError(f"remove {name}: {shown}: does not hold it")
    after = _changed(before, lambda facts: _without_api(draft, facts, name))
    _, lost = _differences(draft, ids, before, after)
    _set_schemas(draft, ids, after)
    for held, by_instance in lost.items():
        for held_instance, members in by_instance.items():
            _drop_rows(draft, held, np.array(members, np.uint64), held_instance)
    _settle_created(draft, lost, ids)


def _named(
    draft: Draft, verb: str, component: str, entities: Any, instance: str | None, *, checked: bool
) -> tuple[Component, Ids, str]:
    kind = find_component(draft.contract, component)
    if kind.kind is not ComponentKind.API_SCHEMA:
        raise StoreError(f"{verb} {component}: it is a prim type, expected an API schema")
    name = kind.name
    if found := require_instance(kind, instance, checked=checked):
        name = f"{name}:{found}"
    ids, _ = entity_ids(draft.entities, entities)
    require_once(draft, ids, f"{verb} {name}")
    require_prims(draft, ids, f"{verb} {name}")
    return kind, ids, name


def _changed(before: Iterable[PrimFacts], change: Callable[[PrimFacts], PrimFacts]) -> list[PrimFacts]:
    """The facts after a change, worked out once for prims that are alike."""
    known: dict[PrimFacts, PrimFacts] = {}
    found = []
    for facts in before:
        if facts not in known:
            known[facts] = change(facts)
        found.append(known[facts])
    return found


def _with_api(draft: Draft, facts: PrimFacts, name: str) -> PrimFacts:
    applied = [*_applied(draft, facts), name]
    schemas = draft.contract.expand_schemas(applied, facts.prim_type)
    return PrimFacts(facts.prim_type, *schemas)


def _without_api(draft: Draft, facts: PrimFacts, name: str) -> PrimFacts:
    """Without the name. What it brought along stays: whether it was applied for itself is not known."""
    applied = [api for api in _applied(draft, facts) if api != name]
    schemas = draft.contract.expand_schemas(applied, facts.prim_type)
    return PrimFacts(facts.prim_type, *schemas)


def _applied(draft: Draft, facts: PrimFacts) -> list[str]:
    """The published names that can be applied: bare names of multiple-apply schemas are not."""
    apis = draft.contract.apis
    bare = {api for api in facts.schemas if api in apis and apis[api].multiple_apply}
    return [api for api in facts.schemas + facts.unregistered if api not in bare]


def _differences(draft: Draft, ids: Ids, before: list[PrimFacts], after: list[PrimFacts]) -> tuple[Keys, Keys]:
    """What prims hold afterwards and did not before, and the other way round."""
    gained: Keys = {}
    lost: Keys = {}
    known: dict[PrimFacts, dict[str, tuple[str, ...]]] = {}
    for entity, old, new in zip(ids.tolist(), before, after, strict=True):
        if old == new:
            continue
        for facts in (old, new):
            if facts not in known:
                known[facts] = _held(draft, facts)
        _add_missing(gained, entity, known[new], known[old])
        _add_missing(lost, entity, known[old], known[new])
    return gained, lost


def _held(draft: Draft, facts: PrimFacts) -> dict[str, tuple[str, ...]]:
    schemas = AppliedSchemas(facts.schemas, facts.unregistered)
    held = held_components(draft.contract, facts.prim_type, schemas)
    return {name: i for name, i in held.items() if not draft.contract.component(name).published_in_context}


def _add_missing(keys: Keys, entity: int, there: dict[str, tuple[str, ...]], here: dict[str, tuple[str, ...]]) -> None:
    for name, instances in there.items():
        for instance in instances:
            if instance not in here.get(name, ()):
                keys.setdefault(name, {}).setdefault(instance, []).append(entity)


def _set_schemas(draft: Draft, ids: Ids, facts: list[PrimFacts]) -> None:
    prims = draft.rows("prim")
    rows = prims.find(ids)
    changed = {}
    for column, texts in (
        ("usd-schemas", [f.schemas for f in facts]),
        ("unregistered", [f.unregistered for f in facts]),
    ):
        plain = prims.columns[column].cast(_TOKENS)
        source = np.arange(len(prims))
        source[rows] = len(prims) + np.arange(len(ids))
        pool = pa.concat_arrays([plain, pa.array(texts, _TOKENS)])
        changed[column] = encode_tokens(pool.take(pa.array(source)))
    draft.set_rows("prim", prims.with_columns(changed, prims.declared))


def _list_rows(draft: Draft, name: str, entities: Ids, instance: str) -> None:
    """Rows of a component on prims that hold it now; a row that stood there without that keeps what is authored."""
    component = draft.contract.component(name)
    table = draft.rows(name)
    found = table.find(entities, instance)
    unlisted = (found >= 0) & ~(table.listed[np.maximum(found, 0)] if len(table) else np.zeros(len(entities), np.bool_))
    added = entities[(found < 0) | unlisted]
    if not len(added):
        return
    fresh = producer_rows(draft, component, added, [instance] * len(added), np.ones(len(added), np.bool_))
    draft.set_rows(name, _replaced(component, table, fresh, found[unlisted]))


def _replaced(component: Component, table: TableRows, fresh: TableRows, old: npt.NDArray[np.int64]) -> TableRows:
    """The table with fresh rows in the place of old ones, whose authored, blocked and declared cells live on."""
    former = table.take(np.sort(old))
    if len(former):
        spots = fresh.find(former.prims, former.columns["instance"].to_pylist() if component.multiple_apply else "")
        cells = OpenTable(fresh)
        for column in component.columns:
            for mask in ("authored", "blocked", "declared"):
                bits = OpenTable(former).bits(mask, np.arange(len(former))) >> np.uint64(column.bit) & np.uint64(1)
                rows = np.flatnonzero(bits)
                if len(rows):
                    if mask != "declared":
                        cells.column(column).take_from(spots[rows], former.take(rows).columns[column.name])
                    cells.mark(column, spots[rows], mask)
        fresh = cells.close()
    kept = np.ones(len(table), np.bool_)
    kept[old] = False
    return joined([table.take(np.flatnonzero(kept)), fresh])


def _drop_rows(draft: Draft, name: str, entities: Ids, instance: str) -> None:
    table = draft.rows(name)
    rows = table.find(entities, instance)
    kept = np.ones(len(table), np.bool_)
    kept[rows[rows >= 0]] = False
    draft.set_rows(name, table.take(np.flatnonzero(kept)))


def _settle_created(draft: Draft, changed: Keys, ids: Ids) -> None:
    """Rows that the producer writes for what prims hold of another component: they come and go with it."""
    for component in draft.contract.tables:
        if component.name not in changed and not set(component.created_on) & set(changed):
            continue
        if not component.created_on:
            continue
        table = draft.rows(component.name)
        found = table.find(ids)
        wanted = created_prims(draft, component, ids)
        held = (found >= 0) & (table.listed[np.maximum(found, 0)] if len(table) else False)
        missing = np.unique(ids[wanted & (found < 0)])
        idle = _silent(table, found[(found >= 0) & ~held & ~wanted])
        if len(idle):
            table = table.take(np.setdiff1d(np.arange(len(table)), idle))
        if len(missing):
            unlisted = np.zeros(len(missing), np.bool_)
            table = joined([table, producer_rows(draft, component, missing, [""] * len(missing), unlisted)])
        draft.set_rows(component.name, table)


def _silent(table: TableRows, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Those of the rows in which nothing is authored, blocked or declared."""
    cells = OpenTable(table)
    said = cells.bits("authored", rows) | cells.bits("blocked", rows) | cells.bits("declared", rows)
    silent: npt.NDArray[np.int64] = rows[said == 0]
    return silent
