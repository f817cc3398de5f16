"""Which module each component's class belongs to, and what class and accessors are called: as in pxr and usdrt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from schemas.contract import Column, Component, Contract

__all__ = ["FAMILIES", "Family", "accessor_stem", "family_classes", "property_columns"]


class Family(NamedTuple):
    """A module of classes.

    Attributes:
        prefix: how the names of its components begin; the longest one that fits decides.
        stripped: what class names leave out of component names.
        doc: what the module holds.
    """

    prefix: str
    stripped: str
    doc: str


FAMILIES: Final[Mapping[str, Family]] = {
    "UsdPhysics": Family(
        "Physics", "Physics", "The classes of USD's own physics schema, as `pxr.UsdPhysics` names them."
    ),
    "PhysxSchema": Family("Physx", "", "The classes of the PhysX schemas, as `pxr.PhysxSchema` and usdrt name them."),
    "Newton": Family("Newton", "Newton", "Classes of the Newton schemas, which have none in USD."),
    "MjcPhysics": Family("Mjc", "Mjc", "Classes of the MuJoCo schemas of converted robots."),
    "UsdGeom": Family("", "", "The classes of geometry that physics reads, as `pxr.UsdGeom` names them."),
    "UsdShade": Family("Material", "", "The classes of materials and their bindings, as `pxr.UsdShade` names them."),
}
"""Modules by name."""

_ELSEWHERE: Final = {
    "GeomSubset": ("UsdGeom", "Subset"),
    "PhysicsJointStateAPI": ("PhysxSchema", "JointStateAPI"),
}
"""Components whose class is not where, or not called what, their name says."""

_STEMS: Final = {"physics:mergeGroup": "MergeGroupName"}
"""Properties that USD's accessors call otherwise."""

_METADATA: Final = "usd-metadata:"
"""Columns that hold metadata, which is no property and has no accessor."""


def family_classes(contract: Contract, family: str) -> Iterator[tuple[str, Component]]:
    """Class names of a family with their components, bases before what derives from them."""
    found = {}
    for component in contract.tables:
        where, name = _class_of(component.name)
        if where == family:
            found[component.name] = (name, component)
    yield from sorted(
        found.values(),
        key=lambda item: (len(contract.types[item[1].name].chain) if item[1].name in contract.types else 0, item[0]),
    )


def property_columns(component: Component) -> tuple[Column, ...]:
    """The columns of a component that are USD properties."""
    return tuple(column for column in component.columns if not column.name.startswith(_METADATA))


def accessor_stem(column: Column) -> str:
    """The middle of an accessor's name: Stiffness for `physics:stiffness`, CollidersIncludes for
    `collection:colliders:includes`.
    """
    if column.name in _STEMS:
        return _STEMS[column.name]
    first, *rest = column.name.split(":")
    return "".join(part[0].upper() + part[1:] for part in rest or [first])


def _class_of(component: str) -> tuple[str, str]:
    if component in _ELSEWHERE:
        return _ELSEWHERE[component]
    fitting = [name for name, family in FAMILIES.items() if component.startswith(family.prefix)]
    name = max(fitting, key=lambda name: len(FAMILIES[name].prefix))
    return name, component.removeprefix(FAMILIES[name].stripped)
