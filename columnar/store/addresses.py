"""What a call names, held against the contract and the rows there are: component, column, instance, entities."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.store.draft import Draft
from columnar.store.errors import StoreError
from schemas.contract import Column, Component, ComponentKind, Contract, unknown_name

__all__ = [
    "Address",
    "find_column",
    "find_component",
    "require_applicable",
    "require_instance",
    "require_once",
    "require_prims",
    "require_rows",
]

Ids = npt.NDArray[np.uint64]
_SHOWN = 5


class Address(NamedTuple):
    """Cells of a call: the rows of `component` that belong to (entity, instance)."""

    component: Component
    entities: Ids
    instance: str
    rows: npt.NDArray[np.int64]


def find_component(contract: Contract, name: str) -> Component:
    """A component with a table of its own.

    Raises:
        StoreError: no such component; the message names the nearest ones.
    """
    found = contract.components.get(name) if isinstance(name, str) else None
    if found is None or found.kind is ComponentKind.BLOCK:
        raise StoreError(unknown_name("component", name, [component.name for component in contract.tables]))
    return found


def find_column(component: Component, name: str) -> Column:
    """A column of a component.

    Raises:
        StoreError: no such column; the message names the nearest ones.
    """
    found = component.column_by_name.get(name) if isinstance(name, str) else None
    if found is None:
        raise StoreError(f"{component.name}: {unknown_name('column', name, component.column_by_name)}")
    return found


def require_instance(component: Component, instance: str | None, *, checked: bool) -> str:
    """The instance name of a call, "" for a component that takes none.

    Raises:
        StoreError: a name that is missing, superfluous, or (`checked`) one that no consumer reads.
    """
    if not component.multiple_apply:
        if instance:
            raise StoreError(f"{component.name}: instance {instance!r} given, but it is not multiple-apply")
        return ""
    known = f"one of {', '.join(component.instances)}" if component.instances else "a name"
    if not instance:
        raise StoreError(f"{component.name}: no instance given, expected {known}")
    if not isinstance(instance, str):
        raise StoreError(f"{component.name}: instance {instance!r} given, expected {known}")
    if checked and component.instances and instance not in component.instances:
        raise StoreError(f"{component.name}: instance {instance!r} given, which no consumer reads; expected {known}")
    return instance


def require_applicable(draft: Draft, component: Component, entities: Ids, where: str) -> None:
    """Refuse prims whose type cannot hold an API schema.

    Raises:
        StoreError: naming the prims, their types and the types that fit.
    """
    if not component.applies_to:
        return
    codes, names = draft.prim_types(entities)
    fits = np.array([any(draft.contract.is_a(name, base) for base in component.applies_to) for name in names])
    unfit = np.flatnonzero(~fits[codes])
    if unfit.size:
        shown = [f"{draft.entities.path(int(entities[i]))} ({names[codes[i]] or 'no type'})" for i in unfit[:_SHOWN]]
        wanted = " or ".join(component.applies_to)
        raise StoreError(
            f"{where}: {len(unfit)} prims of a type it does not apply to: {', '.join(shown)}; expected {wanted}"
        )


def require_prims(draft: Draft, entities: Ids, where: str) -> None:
    """Refuse entities without a prim.

    Raises:
        StoreError: naming them.
    """
    missing = entities[draft.layout("prim").find(entities) < 0]
    if missing.size:
        raise StoreError(f"{where}: {_paths(draft, missing)}: no such prim in the store at this ordinal")


def require_rows(draft: Draft, component: Component, entities: Ids, instance: str, where: str) -> Address:
    """The rows of a call on prims that hold the component.

    Raises:
        StoreError: naming prims that are not there, or that do not hold the component.
    """
    table = draft.layout(component.name)
    rows = table.find(entities, instance)
    held = (rows >= 0) & (table.listed[np.maximum(rows, 0)] if len(table) else False)
    if not held.all():
        without = entities[~held]
        require_prims(draft, without, where)
        name = f"{component.name}:{instance}" if instance else component.name
        remedy = "apply it first" if component.kind is ComponentKind.API_SCHEMA else "it is a prim type"
        raise StoreError(f"{where}: {_paths(draft, without)}: does not hold {name}; {remedy}")
    return Address(component, entities, instance, rows)


def require_once(draft: Draft, entities: Ids, where: str) -> None:
    """Refuse entities given more than once: which value is meant would be a guess.

    Raises:
        StoreError: naming them.
    """
    if len(entities) < 2 or (entities[1:] > entities[:-1]).all():
        return
    ordered = np.sort(entities)
    repeated = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if repeated.size:
        raise StoreError(f"{where}: {_paths(draft, repeated)}: given more than once, expected each entity once")


def _paths(draft: Draft, entities: Ids) -> str:
    shown = [draft.entities.path(int(entity)) for entity in entities[:_SHOWN]]
    more = f" and {len(entities) - _SHOWN} more" if len(entities) > _SHOWN else ""
    return ", ".join(shown) + more
