"""From a USD property name to the columns that declare it."""

from __future__ import annotations

import pytest

from schemas.contract import load_contract


def matches(name: str) -> set[tuple[str, str, str | None]]:
    """(component, column, instance) of every column that declares the name."""
    return {(m.component.name, m.column.name, m.instance) for m in load_contract().match_property(name)}


@pytest.mark.parametrize(
    ("name", "components"),
    [
        ("physics:mass", {"PhysicsMassAPI"}),
        ("physics:collisionEnabled", {"PhysicsCollisionAPI", "PhysicsJoint"}),
        ("physics:density", {"PhysicsMassAPI", "PhysicsMaterialAPI"}),
        ("physics:simulationOwner", {"PhysicsCollisionAPI", "PhysicsRigidBodyAPI"}),
        ("radius", {"Capsule", "Cone", "Cylinder", "Sphere"}),
        ("physxJoint:maxJointVelocity", {"PhysxJointAPI"}),
    ],
)
def test_a_name_finds_every_component_that_declares_it(name: str, components: set[str]) -> None:
    assert matches(name) == {(component, name, None) for component in components}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("drive:angular:physics:damping", ("PhysicsDriveAPI", "physics:damping", "angular")),
        ("drive:anything:physics:type", ("PhysicsDriveAPI", "physics:type", "anything")),
        ("limit:rotX:physics:low", ("PhysicsLimitAPI", "physics:low", "rotX")),
        ("limit:no:such:physics:low", ("PhysicsLimitAPI", "physics:low", "no:such")),
        ("state:linear:physics:velocity", ("PhysicsJointStateAPI", "physics:velocity", "linear")),
        ("physxJointAxis:rotY:armature", ("PhysxJointAxisAPI", "armature", "rotY")),
    ],
)
def test_any_instance_name_counts(name: str, expected: tuple[str, str, str]) -> None:
    assert matches(name) == {expected}


@pytest.mark.parametrize(
    "name",
    [
        "mass",
        "physics:massive",
        "drive:angular",
        "drive:physics:damping",
        "drive::physics:damping",
        "drive:angular:physics",
        "drive:angular:damping",
        "usd-schemas",
        "omni:xform",
        "",
    ],
)
def test_other_names_find_nothing(name: str) -> None:
    assert not matches(name)


def test_every_column_is_found_by_its_full_name() -> None:
    for component in load_contract().tables:
        instance = "left" if component.multiple_apply else None
        for column in component.columns:
            name = component.full_name(column.name, instance or "")
            assert (component.name, column.name, instance) in matches(name)
            assert len({(found, at) for found, _, at in matches(name)}) == len(matches(name))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("physics:custom", True),
        ("newton:bogus", True),
        ("mjc:damping", True),
        ("drive:linear:custom", True),
        ("limit:rotX", True),
        ("state:rotX:a", True),
        ("physxVehicle:wheels", True),
        ("physxAnything", False),
        ("physics", False),
        ("primvars:physics:a", False),
        ("xformOp:translate", False),
        ("acme:physics:a", False),
    ],
)
def test_undeclared_names_are_kept_by_their_namespace(name: str, kept: bool) -> None:
    assert load_contract().keeps_property(name) is kept
