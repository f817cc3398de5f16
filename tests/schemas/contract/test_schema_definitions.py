"""Columns against the property definitions of OpenUSD and the schema packages: type, fallback, allowed tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from schema_registry import read_registry

from schemas.contract import Column, Component, ComponentKind, load_contract

NOT_IN_A_SCHEMA = {
    ("PhysicsRigidBodyAPI", "usd-metadata:customData:physics:localSpaceVelocities"): "a piece of customData",
    ("PhysicsCollisionGroup", "collection:colliders"): "the expanded members; the schema's own property is opaque",
    ("PhysxSceneQuasistaticAPI", "collection:quasistaticactors"): "the expanded members; the schema's own is opaque",
    ("MaterialBindingAPI", "material:binding"): "the schema declares no property; the names are in UsdShade",
    ("MaterialBindingAPI", "material:binding:physics"): "the schema declares no property; the names are in UsdShade",
    (
        "PhysxSceneAPI",
        "physxScene:envIdInBoundsBitCount",
    ): "documented, but in no schema",
    ("PointInstancer", "usd-metadata:inactiveIds"): "a piece of metadata",
    ("Cone", "physxConvexGeometry:margin"): "PhysxConvexGeometryAPI, which the producer writes on the type",
    ("Cylinder", "physxConvexGeometry:margin"): "PhysxConvexGeometryAPI, which the producer writes on the type",
}
"""Columns that have no definition of their own to be held against, and what they are."""

COMPONENTS = [
    component
    for component in load_contract().tables
    if component.name in {**read_registry()["types"], **read_registry()["apis"]}
]


def test_most_components_have_a_schema() -> None:
    rest = {component.name for component in load_contract().tables} - {component.name for component in COMPONENTS}
    assert rest == {"MjcActuator", "MjcJointAPI", "PhysxJointAPI"}


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.name)
def test_columns_are_declared_as_the_schema_declares_them(component: Component) -> None:
    group = "types" if component.kind is ComponentKind.PRIM_TYPE else "apis"
    properties = read_registry()[group][component.name]["properties"]
    findings = []
    for column in component.columns:
        full = component.full_name(column.name)
        if (component.name, full) in NOT_IN_A_SCHEMA:
            continue
        if full not in properties:
            findings.append(f"{full}: no such property")
            continue
        usd_type, fallback, tokens = properties[full]
        findings += [
            f"{full}: {what} {found!r}, the schema has {declared!r}"
            for what, found, declared, agrees in (
                ("type", column.usd_type, usd_type, column.usd_type == usd_type),
                ("tokens", column.tokens, tokens, list(column.tokens) == tokens),
                ("fallback", column.fallback, fallback, same_fallback(column, fallback)),
            )
            if not agrees
        ]
    assert not findings


def same_fallback(column: Column, declared: Any) -> bool:
    """Equal in the column's own dtype; a schema's empty text or list is no fallback."""
    if column.fallback is None:
        return declared in (None, "", [])
    if column.token or isinstance(declared, str | bool):
        return bool(column.fallback == (tuple(declared) if isinstance(declared, list) else declared))
    dtype = np.float32 if column.dtype == "float32" else np.float64
    return bool(np.array_equal(np.array(column.fallback, dtype), np.array(declared, dtype), equal_nan=True))
