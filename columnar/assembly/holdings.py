"""Which components a prim holds, from its type and applied API schemas."""

from __future__ import annotations

from schemas.contract import AppliedSchemas, Component, ComponentKind, Contract

__all__ = ["held_components"]


def held_components(contract: Contract, prim_type: str, schemas: AppliedSchemas) -> dict[str, tuple[str, ...]]:
    """Components whose tables list a prim, with its instance names of multiple-apply ones (`("",)` otherwise).

    Args:
        contract: says which prim types and API schemas are components.
        prim_type: the prim's type token, "" for none; a derived type holds its bases' components too.
        schemas: the prim's API schemas as `Contract.expand_schemas` gives them.
    """
    names = (*schemas.published, *schemas.unregistered)
    held = {component.name: _instances(contract, component, prim_type, names) for component in contract.tables}
    return {name: instances for name, instances in held.items() if instances}


def _instances(contract: Contract, component: Component, prim_type: str, names: tuple[str, ...]) -> tuple[str, ...]:
    if component.kind is ComponentKind.PRIM_TYPE:
        needed = component.published_with
        held = contract.is_a(prim_type, component.name) and (not needed or any(api in names for api in needed))
        return ("",) if held else ()
    if component.multiple_apply:
        prefix = component.name + ":"
        return tuple(sorted(name.removeprefix(prefix) for name in names if name.startswith(prefix)))
    return ("",) if component.name in names else ()
