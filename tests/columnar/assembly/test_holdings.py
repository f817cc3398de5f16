"""Which components a prim holds by its type and API schemas."""

from __future__ import annotations

from columnar.assembly import held_components
from schemas.contract import load_contract

CONTRACT = load_contract()


def held(prim_type: str, *applied: str) -> dict[str, tuple[str, ...]]:
    return held_components(CONTRACT, prim_type, CONTRACT.expand_schemas(applied, prim_type))


def test_a_derived_type_holds_its_base() -> None:
    assert held("PhysicsRevoluteJoint") == {"PhysicsJoint": ("",), "PhysicsRevoluteJoint": ("",)}
    assert held("PhysicsJoint") == {"PhysicsJoint": ("",)}


def test_instances_of_a_multiple_apply_schema() -> None:
    found = held("PhysicsJoint", "PhysicsDriveAPI:rotY", "PhysicsLimitAPI:transX", "PhysicsDriveAPI:rotX")
    assert found["PhysicsDriveAPI"] == ("rotX", "rotY")
    assert found["PhysicsLimitAPI"] == ("transX",)


def test_a_multiple_apply_schema_without_instance_is_not_held() -> None:
    assert held("PhysicsJoint", "PhysicsDriveAPI") == {"PhysicsJoint": ("",)}


def test_schemas_that_no_package_registers() -> None:
    """Components such as MjcJointAPI are published apart, and held all the same."""
    assert "MjcJointAPI" in CONTRACT.expand_schemas(["MjcJointAPI"]).unregistered
    assert held("PhysicsJoint", "MjcJointAPI", "CompanyAPI") == {"PhysicsJoint": ("",), "MjcJointAPI": ("",)}


def test_unknown_and_missing_types() -> None:
    assert held("") == {}
    assert held("NoSuchType", "PhysicsMassAPI") == {"PhysicsMassAPI": ("",)}
