"""The classes themselves, made from the contract: one per component, with accessors for its properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from columnar.typed.attributes import Attribute
from columnar.typed.documentation import class_text, property_text
from columnar.typed.families import FAMILIES, accessor_stem, family_classes, property_columns
from columnar.typed.relationships import Relationship
from columnar.typed.schema_bases import MultipleApplyAPI, SchemaBase, SingleApplyAPI, Typed
from columnar.typed.schema_kinds import SchemaKind
from columnar.typed.tokens import token_class
from schemas.contract import Column, Component, ComponentKind, load_contract

__all__ = ["define_classes", "schema_base"]


def define_classes(family: str, module: dict[str, Any]) -> list[str]:
    """Put a family's classes into a module, with `Tokens`.

    Args:
        family: a name of `FAMILIES`.
        module: the module's globals.

    Returns:
        Names for its `__all__`.
    """
    contract = load_contract()
    module["__doc__"] = FAMILIES[family].doc
    classes: dict[str, type[SchemaBase]] = {}
    for name, component in family_classes(contract, family):
        base = next((c for c in classes.values() if c.component_name() == component.extends), None)
        if base is None and component.extends:
            base = _base_elsewhere(component.extends)
        classes[component.name] = made = _schema_class(
            name, component, base or schema_base(component), module["__name__"]
        )
        module[name] = made
    components = [component for _, component in family_classes(contract, family)]
    module["Tokens"] = token_class(components, module["__name__"])
    return sorted([*(made.__name__ for made in classes.values()), "Tokens"])


def schema_base(component: Component) -> type[SchemaBase]:
    """The base of a class whose component extends no other."""
    if component.kind is not ComponentKind.API_SCHEMA:
        return Typed
    return MultipleApplyAPI if component.multiple_apply else SingleApplyAPI


def _base_elsewhere(component: str) -> type[SchemaBase]:
    """The class of a component in a family defined before: PhysX's joints derive from UsdPhysics' `Joint`."""
    from columnar.typed import usd_physics

    found = [made for made in vars(usd_physics).values() if isinstance(made, type) and issubclass(made, SchemaBase)]
    return next(made for made in found if made.component is not None and made.component.name == component)


def _schema_class(name: str, component: Component, base: type[SchemaBase], module: str) -> type[SchemaBase]:
    members: dict[str, Any] = {"__module__": module, "__doc__": class_text(component), "component": component}
    if component.kind is not ComponentKind.API_SCHEMA:
        members["schemaType"] = SchemaKind.ConcreteTyped
    for column in property_columns(component):
        suffix = "Rel" if column.relationship else "Attr"
        for verb, accessor in (("Get", _getter), ("Create", _creator)):
            method = f"{verb}{accessor_stem(column)}{suffix}"
            members[method] = _named(accessor(component, column), method, name, property_text(component, column))
    return type(name, (base,), members)


def _getter(component: Component, column: Column) -> Callable[..., Any]:
    if column.relationship:
        return lambda self: Relationship(self.property_cells(component, column.name))
    return lambda self: Attribute(self.property_cells(component, column.name))


def _creator(component: Component, column: Column) -> Callable[..., Any]:
    if column.relationship:
        return lambda self: Relationship(self.property_cells(component, column.name)).create()

    def create(self: SchemaBase, defaultValue: Any = None, writeSparsely: bool = False) -> Attribute[Any]:
        attribute: Attribute[Any] = Attribute(self.property_cells(component, column.name))
        return attribute.create(defaultValue, sparsely=writeSparsely)

    return create


def _named(function: Callable[..., Any], name: str, owner: str, text: str) -> Callable[..., Any]:
    function.__name__, function.__qualname__, function.__doc__ = name, f"{owner}.{name}", text
    return function
