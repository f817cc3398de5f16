"""The actor that a joint's target stands for."""

from __future__ import annotations

from typing import Any

import pytest
from parsed_tables import parsed, rows


def resolved(target: str, *, profile: str = "ovphysx", **tables: Any) -> str | None:
    """Actor of side 0 of a joint that targets this path."""
    joint = {"PhysicsFixedJoint": {"prim": ["/j"]}, "PhysicsJoint": {"prim": ["/j"], "physics:body0": [[target]]}}
    row = rows(parsed({**joint, **tables}, profile=profile), "joints")["/j"]
    assert row["rel0"] == target
    body: str | None = row["body0"]
    return body


BODY = {
    "PhysicsRigidBodyAPI": {"prim": ["/A"]},
    "PhysicsCollisionAPI": {"prim": ["/A/geo"]},
    "Cube": {"prim": ["/A/geo"]},
}


@pytest.mark.parametrize("target", ["/A", "/A/geo", "/A/geo/deep/down"])
def test_the_nearest_body_at_or_above(target: str) -> None:
    assert resolved(target, **BODY) == "/A"


@pytest.mark.parametrize(("profile", "expected"), [("ovphysx", "/A/off"), ("openusd", "/A")])
def test_a_disabled_body_ends_the_search_or_is_skipped(profile: str, expected: str) -> None:
    tables = {"PhysicsRigidBodyAPI": {"prim": ["/A", "/A/off"], "physics:rigidBodyEnabled": [True, False]}}
    site = {"Xform": {"prim": ["/A/off/site"]}}

    assert resolved("/A/off/site", profile=profile, **tables, **site) == expected


def test_without_a_body_the_outermost_collider() -> None:
    tables = {
        "PhysicsCollisionAPI": {"prim": ["/S/outer", "/S/outer/inner"]},
        "Cube": {"prim": ["/S/outer", "/S/outer/inner"]},
    }

    assert resolved("/S/outer/inner", **tables) == "/S/outer"
    assert resolved("/S", **tables) is None


def test_a_kinematic_body_counts() -> None:
    assert resolved("/A", PhysicsRigidBodyAPI={"prim": ["/A"], "physics:kinematicEnabled": [True]}) == "/A"


def test_a_property_is_the_world() -> None:
    assert resolved("/A.physics:mass", **BODY) is None


@pytest.mark.parametrize(("profile", "expected"), [("ovphysx", "/A"), ("openusd", None)])
def test_a_missing_prim_below_a_body(profile: str, expected: str | None) -> None:
    assert resolved("/A/nowhere/at/all", profile=profile, **BODY) == expected


def test_only_the_first_target_counts_and_an_empty_list_is_the_world() -> None:
    joints = {"prim": ["/a", "/b"], "physics:body0": [["/B", "/A"], []], "physics:body1": [["/A", "/B"], None]}
    tables = {"PhysicsRigidBodyAPI": {"prim": ["/A", "/B"]}, "PhysicsFixedJoint": {"prim": ["/a", "/b"]}}

    found = rows(parsed({**tables, "PhysicsJoint": joints}), "joints")

    assert (found["/a"]["body0"], found["/a"]["body1"]) == ("/B", "/A")
    assert (found["/b"]["body0"], found["/b"]["rel0"], found["/b"]["body1"]) == (None, None, None)
