"""Single cells as the writes so far make them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from columnar.store.addresses import find_column, find_component, require_instance
from columnar.store.draft import Draft
from columnar.store.entities import entity_id

__all__ = ["Cell", "read_cell"]


class Cell(NamedTuple):
    """A cell of a component's row.

    Attributes:
        value: what the column holds: a number, flag or text, a list for lanes and arrays (relationships: entity ids),
            None where it is absent.
        authored: whether a value is authored.
        blocked: whether a value block is.
        declared: whether a spec is there with neither.
        listed: whether the prim holds the component; the producer writes some cells of components it does not.
    """

    value: Any
    authored: bool
    blocked: bool
    declared: bool
    listed: bool


def read_cell(draft: Draft, component: str, column: str, entity: int | str, instance: str | None) -> Cell | None:
    """A cell, None where the entity has no row (see `Store.cell`)."""
    kind = find_component(draft.contract, component)
    declared = find_column(kind, column)
    name = require_instance(kind, instance, checked=False)
    ids = np.array([entity_id(draft.entities, entity)], np.uint64)
    row = int(draft.layout(component).find(ids, name)[0])
    if row < 0:
        return None
    table = draft.reader(component)
    return Cell(
        value=table.value(declared, row),
        authored=table.marked(declared, row, "authored"),
        blocked=table.marked(declared, row, "blocked"),
        declared=table.marked(declared, row, "declared"),
        listed=bool(table.rows.listed[row]),
    )
