"""Applying and removing an API schema in the store gives the scene that populating such a stage gives."""

from __future__ import annotations

import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from columnar.scene import cells, equal_scenes
from columnar.store import Store
from populate import populate
from schemas.contract import Component, ComponentKind, load_contract

CONTRACT = load_contract()

HOSTS = ("Cube", "Mesh", "Xform", "Material", "PhysicsRevoluteJoint", "PhysicsScene")


def _hosts(component: Component) -> tuple[str, ...]:
    wanted = component.applies_to
    fitting = [host for host in HOSTS if not wanted or any(CONTRACT.is_a(host, base) for base in wanted)]
    return tuple(fitting if component.name.startswith("Physics") else fitting[:1])


# Whom a collection reaches follows from the whole stage, which only populating looks at.
DERIVED = ("MaterialBindingAPI", "PhysxSceneQuasistaticAPI")

CASES = [
    (host, f"{component.name}:{instance}" if component.multiple_apply else component.name)
    for component in CONTRACT.tables
    if component.kind is ComponentKind.API_SCHEMA
    for instance in ((*component.instances[:1], "left")[:1] if component.multiple_apply else ("",))
    for host in _hosts(component)
    if component.name not in DERIVED
]
"""Every API schema: those of UsdPhysics on every kind of prim they apply to, the others on one."""


def _stage(host: str, *apis: str) -> Usd.Stage:
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    UsdGeom.SetStageUpAxis(stage, "Y")
    prim = stage.DefinePrim("/World/Prim", host)
    # A row of its own whatever is applied to it: the API under test need not be one that selects a prim.
    relationship = UsdPhysics.FixedJoint.Define(stage, "/World/Weld").CreateBody0Rel()
    relationship.SetTargets(["/World/Other"])
    stage.DefinePrim("/World/Other", "Xform")
    applied = Sdf.TokenListOp.CreateExplicit(list(dict.fromkeys([*apis, "PhysicsRigidBodyAPI"])))
    stage.GetRootLayer().GetPrimAtPath(prim.GetPath()).SetInfo("apiSchemas", applied)
    return stage


@pytest.mark.parametrize(("host", "api"), CASES)
def test_applied_in_the_store_as_on_the_stage(host: str, api: str) -> None:
    component, _, instance = api.partition(":")
    store = Store()
    store.insert(populate(_stage(host)).scene, ordinal=1)
    if component != "PhysicsRigidBodyAPI":
        store.apply(component, "/World/Prim", instance=instance or None, ordinal=1)
    applied = store.seal(1)
    expected = populate(_stage(host, api)).scene
    assert cells(applied) == cells(expected)
    for table in expected.tables:
        if table not in ("report", "path"):
            assert applied.table(table).to_pylist() == expected.table(table).to_pylist(), table


@pytest.mark.parametrize("api", ["PhysicsMassAPI", "PhysicsCollisionAPI", "PhysxRigidBodyAPI", "NewtonCollisionAPI"])
def test_removed_in_the_store_as_if_never_applied(api: str) -> None:
    store = Store()
    store.insert(populate(_stage("Cube", api)).scene, ordinal=1)
    store.remove(api, "/World/Prim", ordinal=1)
    plain = populate(_stage("Cube")).scene
    brought = set(CONTRACT.apis[api].builtin_apis)
    if not brought:
        assert equal_scenes(store.seal(1), plain)
    else:
        assert api not in cells(store.seal(1))["/World/Prim"]["usd-schemas"]


def test_applying_keeps_what_was_authored_before() -> None:
    """As on a stage: values authored without the API count once it is applied."""
    stage = _stage("Cube")
    prim = stage.GetPrimAtPath("/World/Prim")
    prim.CreateAttribute("physics:mass", Sdf.ValueTypeNames.Float).Set(3.0)
    prim.CreateAttribute("physics:density", Sdf.ValueTypeNames.Float).Block()
    store = Store()
    store.insert(populate(stage).scene, ordinal=1)
    store.apply("PhysicsMassAPI", "/World/Prim", ordinal=1)
    UsdPhysics.MassAPI.Apply(prim)
    after, expected = cells(store.seal(1))["/World/Prim"], cells(populate(stage).scene)["/World/Prim"]
    assert after["physics:mass"] == 3.0
    # An ambiguous name stays where it was put, in the property table.
    assert {k: v for k, v in after.items() if k != "physics:density"} == {
        k: v for k, v in expected.items() if k != "physics:density"
    }
