"""Joints: types, axes, absent values, gears and racks."""

from __future__ import annotations

import math
from typing import Any

import pytest
from parsed_tables import bodies, parsed, rows

TYPES = {
    "PhysicsFixedJoint": "fixed",
    "PhysicsRevoluteJoint": "revolute",
    "PhysicsPrismaticJoint": "prismatic",
    "PhysicsSphericalJoint": "spherical",
    "PhysicsDistanceJoint": "distance",
    "PhysicsJoint": "d6",
    "PhysxPhysicsGearJoint": "gear",
    "PhysxPhysicsRackAndPinionJoint": "rack_and_pinion",
}


@pytest.mark.parametrize(("kind", "expected"), TYPES.items())
def test_each_prim_type_is_a_joint_type(kind: str, expected: str) -> None:
    (row,) = parsed({kind: {"prim": ["/j"]}}).joints

    assert row.type == expected
    assert row.axis == ("X" if expected in ("revolute", "prismatic", "spherical") else None)


def test_openusd_tells_gears_and_racks_by_their_types() -> None:
    found = parsed({kind: {"prim": [f"/{kind}"]} for kind in TYPES}, profile="openusd").joints

    assert {row.path: row.type for row in found} == {f"/{kind}": expected for kind, expected in TYPES.items()}


@pytest.mark.parametrize(("token", "axis"), [("X", "X"), ("Y", "Y"), ("Z", "Z"), ("y", "X"), ("Q", "X"), (None, "X")])
def test_an_unknown_axis_is_x(token: str | None, axis: str) -> None:
    (row,) = parsed({"PhysicsRevoluteJoint": {"prim": ["/j"], "physics:axis": [token]}}).joints

    assert row.axis == axis


@pytest.mark.parametrize(("profile", "force"), [("ovphysx", 3.4028234663852886e38), ("openusd", math.inf)])
def test_absent_base_columns(profile: str, force: float) -> None:
    (row,) = parsed({"PhysicsFixedJoint": {"prim": ["/j"]}}, fill=False, profile=profile).joints

    assert (row.enabled, row.collision_enabled, row.exclude_from_articulation) == (True, False, False)
    assert (row.break_force, row.break_torque) == (force, force)
    assert (row.local_pos0, row.local_rot0) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def coupled(fill: bool = True, **cells: Any) -> dict[str, Any]:
    """A gear and a rack over two hinges and a slider."""
    base = {
        "prim": ["/h0", "/h1", "/s"],
        "physics:body0": [["/A"], ["/A"], ["/A"]],
        "physics:body1": [["/B"], None, ["/C"]],
    }
    tables = {
        **bodies("/A", "/B", "/C"),
        "PhysicsRevoluteJoint": {"prim": ["/h0", "/h1"]},
        "PhysicsPrismaticJoint": {"prim": ["/s"]},
        "PhysicsJoint": base,
        "PhysxPhysicsGearJoint": {"prim": ["/gear"], "physics:hinge0": [["/h0"]], "physics:hinge1": [["/h1"]]},
        "PhysxPhysicsRackAndPinionJoint": {
            "prim": ["/rack"],
            "physics:hinge": [["/h0"]],
            "physics:prismatic": [["/s"]],
        },
    }
    tables["PhysxPhysicsGearJoint"] |= cells.get("gear", {})
    tables["PhysxPhysicsRackAndPinionJoint"] |= cells.get("rack", {})
    return rows(parsed(tables, fill=fill), "joints")


def test_gears_and_racks_take_missing_bodies_from_their_hinges() -> None:
    found = coupled()

    assert (found["/gear"]["body0"], found["/gear"]["body1"]) == ("/B", "/A")
    assert (found["/rack"]["body0"], found["/rack"]["body1"]) == ("/B", "/C")
    assert (found["/gear"]["hinge0"], found["/gear"]["hinge1"], found["/gear"]["prismatic"]) == ("/h0", "/h1", None)
    assert (found["/rack"]["hinge0"], found["/rack"]["hinge1"], found["/rack"]["prismatic"]) == ("/h0", None, "/s")


def test_ratios() -> None:
    found = coupled(gear={"physics:gearRatio": [-2.5]}, rack={"physics:ratio": [180.0]})

    assert found["/gear"]["ratio"] == -2.5
    assert found["/rack"]["ratio"] == pytest.approx(math.pi)
    assert found["/h0"]["ratio"] is None
    assert [coupled(fill=True)[path]["ratio"] for path in ("/gear", "/rack")] == pytest.approx([1.0, math.pi / 180])
    assert [coupled(fill=False)[path]["ratio"] for path in ("/gear", "/rack")] == [0.0, 0.0]
