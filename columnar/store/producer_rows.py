"""Rows as the producer fills them where nothing is authored."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly import ColumnOpinions, OpinionState, Places, RowRoles, column_cells, plain_type
from columnar.scene import encode_tokens
from columnar.store.draft import Draft
from columnar.store.table_rows import TableRows
from schemas.contract import Column, Component, component_struct

__all__ = ["created_prims", "producer_cells", "producer_rows"]

Ids = npt.NDArray[np.uint64]


def producer_cells(
    draft: Draft,
    component: Component,
    column: Column,
    entities: Ids,
    listed: npt.NDArray[np.bool_],
    *,
    blocked: bool = False,
) -> pa.Array:
    """(n,) cells of a column on prims that say nothing about it: fallback, producer rule, or absent.

    Args:
        draft: what the prims are.
        component: the column's component.
        column: the column.
        entities: (n,) the prims.
        listed: (n,) whether each holds the component.
        blocked: whether the prims block the value, which leaves the producer's own rule and no fallback.
    """
    opinions = None
    if blocked:
        count = len(entities)
        states = np.full(count, OpinionState.BLOCKED, np.uint8)
        opinions = ColumnOpinions(np.arange(count), None, states, pa.nulls(count, plain_type(column)))
    return _cells(draft, column, _roles(draft, component, entities, listed), opinions)


def producer_rows(
    draft: Draft, component: Component, entities: Ids, instances: Sequence[str], listed: npt.NDArray[np.bool_]
) -> TableRows:
    """Whole rows of a component on prims that say nothing, in the order given.

    Args:
        draft: what the prims are.
        component: the component.
        entities: (n,) the prims.
        instances: (n,) instance names, "" each where the component is not multiple-apply.
        listed: (n,) whether each holds the component.
    """
    roles = _roles(draft, component, entities, listed)
    arrays = {"prim": pa.array(entities, pa.uint64()), "listed": pa.array(listed)}
    if component.multiple_apply:
        arrays["instance"] = encode_tokens(pa.array(list(instances), pa.string()))
    arrays |= {column.name: _cells(draft, column, roles) for column in component.columns}
    arrays |= {mask: pa.array(np.zeros(len(entities), np.uint64)) for mask in ("authored", "blocked")}
    return TableRows(component_struct(component), arrays)


def created_prims(draft: Draft, component: Component, entities: Ids) -> npt.NDArray[np.bool_]:
    """(n,) whether the producer writes cells of a component on prims for holding another one."""
    rules = [c.when_unauthored for c in component.columns if c.created_without_api and c.when_unauthored]
    hosted = np.zeros(len(entities), np.bool_)
    if not component.created_on or not rules:
        return hosted
    for name in component.created_on:
        host = draft.layout(name)
        hosted |= np.isin(entities, host.prims[host.listed])
    if all(rule.prim_types for rule in rules):
        codes, names = draft.prim_types(entities)
        types = {name for rule in rules for name in rule.prim_types}
        hosted &= np.isin(codes, [code for code, name in enumerate(names) if name in types])
    return hosted


def _roles(draft: Draft, component: Component, entities: Ids, listed: npt.NDArray[np.bool_]) -> RowRoles:
    codes, names = draft.prim_types(entities)
    return RowRoles(listed, created_prims(draft, component, entities), codes, names)


def _cells(
    draft: Draft,
    column: Column,
    roles: RowRoles,
    opinions: ColumnOpinions | None = None,
) -> pa.Array:
    places = Places(len(roles.listed), np.zeros(0, np.int64) if opinions is None else None)
    nothing = pa.array([], pa.uint64())
    return column_cells(column, roles, opinions, places, units=draft.units, path_ids=nothing).values
