"""Writing cells: a value, a block, nothing, or a spec without a value."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.scene import valid_mask
from columnar.store.addresses import (
    Address,
    find_column,
    find_component,
    require_applicable,
    require_instance,
    require_once,
    require_prims,
    require_rows,
)
from columnar.store.draft import Draft
from columnar.store.entities import entity_ids
from columnar.store.errors import StoreError
from columnar.store.given_values import given_values
from columnar.store.producer_rows import producer_cells, producer_rows
from columnar.store.table_rows import joined
from schemas.contract import Column, Component

__all__ = ["block_cells", "clear_cells", "declare_cells", "write_cells"]

Ids = npt.NDArray[np.uint64]

_PRIM: Final = "prim"
_TRANSFORMS: Final = ("omni:xform", "omni:resetXformStack")
"""Columns of the prim table that may be written; all others follow from something else."""


def write_cells(
    draft: Draft, component: str, column: str, entities: Any, values: Any, *, instance: str | None, checked: bool
) -> None:
    """Author values (see `Store.write`)."""
    if component == _PRIM:
        _write_transforms(draft, column, entities, values)
        return
    kind, declared, ids, single, where = _named(draft, component, column, entities)
    found = require_instance(kind, instance, checked=checked)
    given = given_values(
        declared, values, len(ids), where, single=single, targets=lambda targets: _targets(draft, targets)
    )
    address = _address(draft, kind, ids, found, where, checked=checked)
    table = draft.open(kind.name)
    table.column(declared).write(address.rows, given)
    table.mark(declared, address.rows, "authored")


def block_cells(
    draft: Draft, component: str, column: str, entities: Any, *, instance: str | None, checked: bool
) -> None:
    """Author value blocks (see `Store.block`)."""
    kind, declared, ids, _, where = _named(draft, component, column, entities)
    if declared.relationship:
        raise StoreError(f"{where}: a relationship cannot be blocked; write an empty list")
    found = require_instance(kind, instance, checked=checked)
    address = _address(draft, kind, ids, found, where, checked=checked)
    listed = draft.layout(kind.name).listed[address.rows]
    ruled = producer_cells(draft, kind, declared, ids, listed, blocked=True)
    table = draft.open(kind.name)
    table.column(declared).take_from(address.rows, ruled)
    table.mark(declared, address.rows, "blocked")


def clear_cells(
    draft: Draft, component: str, column: str, entities: Any, *, instance: str | None, checked: bool, declared: bool
) -> None:
    """Take opinions away (see `Store.clear`)."""
    kind, named, ids, _, where = _named(draft, component, column, entities)
    found = require_instance(kind, instance, checked=checked)
    address = _address(draft, kind, ids, found, where, checked=checked)
    listed = draft.layout(kind.name).listed[address.rows]
    cells = producer_cells(draft, kind, named, ids, listed)
    table = draft.open(kind.name)
    table.column(named).take_from(address.rows, cells)
    table.mark(named, address.rows, "declared" if declared else None)


def declare_cells(
    draft: Draft, component: str, column: str, entities: Any, *, instance: str | None, checked: bool
) -> None:
    """Author specs without a value (see `Store.declare`)."""
    kind, declared, ids, _, where = _named(draft, component, column, entities)
    found = require_instance(kind, instance, checked=checked)
    address = _address(draft, kind, ids, found, where, checked=checked)
    table = draft.open(kind.name)
    said = table.bits("authored", address.rows) | table.bits("blocked", address.rows)
    silent = (said >> np.uint64(declared.bit) & np.uint64(1)) == 0
    table.mark(declared, address.rows[silent], "declared")


def _named(draft: Draft, component: str, column: str, entities: Any) -> tuple[Component, Column, Ids, bool, str]:
    """Component, column and entities of a call, whether it is about one cell, and how messages name it."""
    if component == _PRIM:
        raise StoreError("prim: only 'omni:xform' and 'omni:resetXformStack' can be written, and nothing else be done")
    kind = find_component(draft.contract, component)
    declared = find_column(kind, column)
    where = f"{component}.{column}"
    ids, single = entity_ids(draft.entities, entities)
    require_once(draft, ids, where)
    return kind, declared, ids, single, where


def _address(draft: Draft, component: Component, ids: Ids, instance: str, where: str, *, checked: bool) -> Address:
    """The rows of a call; unchecked, rows that are missing are made without the prims holding the component."""
    if checked:
        address = require_rows(draft, component, ids, instance, where)
        require_applicable(draft, component, ids, where)
        return address
    require_prims(draft, ids, where)
    missing = ids[draft.layout(component.name).find(ids, instance) < 0]
    if missing.size:
        ordered = np.sort(missing)
        unlisted = np.zeros(len(ordered), np.bool_)
        made = producer_rows(draft, component, ordered, [instance] * len(ordered), unlisted)
        draft.set_rows(component.name, joined([draft.rows(component.name), made]))
    return Address(component, ids, instance, draft.layout(component.name).find(ids, instance))


def _targets(draft: Draft, targets: Any) -> Ids:
    """Entity ids of relationship targets; paths nobody has spoken of yet become known."""
    items = list(targets)
    if items and all(isinstance(item, str) for item in items):
        return draft.entities.add(items)
    return entity_ids(draft.entities, items)[0]


def _write_transforms(draft: Draft, column: str, entities: Any, values: Any) -> None:
    """Write local matrices or reset flags; the prims' world matrices are computed at the seal."""
    where = f"{_PRIM}.{column}"
    if column not in _TRANSFORMS:
        raise StoreError(f"{where}: cannot be written; of the prim table {' and '.join(_TRANSFORMS)} can")
    declared = draft.contract.component(_PRIM).column_by_name[column]
    ids, single = entity_ids(draft.entities, entities)
    require_once(draft, ids, where)
    if column == _TRANSFORMS[0] and np.shape(values)[-2:] == (4, 4):
        values = np.reshape(values, (*np.shape(values)[:-2], 16))
    given = given_values(
        declared, values, len(ids), where, single=single, targets=lambda targets: _targets(draft, targets)
    )
    require_prims(draft, ids, where)
    prims = draft.layout(_PRIM)
    rows = prims.find(ids)
    still = ~valid_mask(prims.columns[_TRANSFORMS[0]])[rows]
    if still.any():
        shown = ", ".join(draft.entities.path(int(entity)) for entity in ids[still][:5])
        raise StoreError(f"{where}: {shown}: not Xformable, so it has no transform")
    draft.open(_PRIM).column(declared).write(rows, given)
    draft.move(ids)
