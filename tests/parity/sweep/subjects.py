"""Which prim stands for each component of the contract: a type, the API schemas on it, the instance names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pxr import Sdf

from schemas.contract import Column, Component, ComponentKind, Contract
from tests.parity.sweep.stage_writer import StageWriter

__all__ = ["TARGET", "Subject", "bare", "host", "subjects"]

TARGET = "/World/target"
"""A body that every stage of the sweep has."""

_HOSTS = {
    "Capsule": ("Capsule", ()),
    "Gprim": ("Cube", ("PhysicsCollisionAPI",)),
    "Material": ("Material", ("PhysicsMaterialAPI",)),
    "Mesh": ("Mesh", ("PhysicsCollisionAPI",)),
    "NewtonActuator": ("NewtonActuator", ()),
    "PhysicsJoint": ("PhysicsRevoluteJoint", ()),
    "PhysicsScene": ("PhysicsScene", ()),
    "Points": ("Points", ("PhysicsCollisionAPI",)),
    "Typed": ("PhysicsScene", ()),
    "Xformable": ("Xform", ("PhysicsRigidBodyAPI",)),
}
"""A populated prim to apply an API schema to, by what the schema applies to."""

_ANY_HOST = ("Xform", ("PhysicsRigidBodyAPI",))

_INSTANCES = ("rotX", "angular", "linear", "a_name")
"""Names that consumers read and one that none does."""

_NO_PROPERTY = {
    "collection:colliders",
    "collection:quasistaticactors",
    "usd-metadata:inactiveIds",
    "usd-metadata:customData:physics:localSpaceVelocities",
}
"""Columns that are no property of the prim: metadata, and memberships of collections."""


@dataclass(frozen=True)
class Subject:
    """A prim that holds a component.

    Attributes:
        component: what it holds.
        prim_type: the prim's type.
        host_apis: API schemas without which the prim would not be populated.
        instances: instance names of a multiple-apply component, `("",)` of any other.
    """

    component: Component
    prim_type: str
    host_apis: tuple[str, ...]
    instances: tuple[str, ...]

    @property
    def apis(self) -> tuple[str, ...]:
        """All API schemas to apply, the component's own last."""
        if self.component.kind is ComponentKind.PRIM_TYPE:
            return self.host_apis
        own = self.component.name
        return (*self.host_apis, *(f"{own}:{name}" if name else own for name in self.instances))

    def columns(self, contract: Contract) -> list[tuple[str, Column]]:
        """(property name, column) of the component's own and built-in API schemas' columns, for every instance."""
        found: dict[str, Column] = {}
        for component in (self.component, *_builtin(self.component, contract)):
            for instance in self.instances if component.multiple_apply else ("",):
                for column in component.columns:
                    if column.name not in _NO_PROPERTY:
                        found.setdefault(component.full_name(column.name, instance), column)
        return list(found.items())


def subjects(contract: Contract) -> list[Subject]:
    """One subject per component that has a table, in name order."""
    return [_subject(component) for component in contract.tables]


def host(stage: StageWriter, subject: Subject, label: str = "api") -> Sdf.PrimSpec:
    """Define a prim that holds the component."""
    return stage.prim(f"{subject.component.name}_{label}", subject.prim_type, subject.apis)


def bare(stage: StageWriter, subject: Subject, label: str = "") -> Sdf.PrimSpec:
    """Define a populated prim that lacks the component."""
    apis = [api for api in subject.host_apis if api != subject.component.name] or ["PhysicsRigidBodyAPI"]
    if subject.component.name == "PhysicsRigidBodyAPI":
        apis = ["PhysicsCollisionAPI"]
    return stage.prim(f"{subject.component.name}_bare{label}", "Xform", apis)


def _subject(component: Component) -> Subject:
    instances = _INSTANCES if component.multiple_apply else ("",)
    if component.kind is ComponentKind.PRIM_TYPE:
        needed = component.published_with or (() if component.selects else _ANY_HOST[1])
        return Subject(component, component.name, tuple(needed[:1]), instances)
    prim_type, apis = next((_HOSTS[t] for t in component.applies_to if t in _HOSTS), _ANY_HOST)
    return Subject(component, prim_type, () if component.selects else tuple(apis), instances)


def _builtin(component: Component, contract: Contract) -> Iterator[Component]:
    for api in component.builtin_apis:
        name = api.partition(":")[0]
        if name in contract.components:
            yield contract.component(name)
            yield from _builtin(contract.component(name), contract)
