"""Columns that a hand-made scene leaves out: both consumers' values, as the published defects state them."""

from __future__ import annotations

import math
from typing import Any

import pytest
from difference_cases import Expected, agree, compared, only

from schemas.contract import FLT_MAX

INF = math.inf
DEGREE = math.pi / 180

JOINTS: dict[str, tuple[str, str]] = {
    "PhysicsFixedJoint": ("fixed", "OVP-035"),
    "PhysicsRevoluteJoint": ("revolute", "OVP-041"),
    "PhysicsPrismaticJoint": ("prismatic", "OVP-039"),
    "PhysicsSphericalJoint": ("spherical", "OVP-044"),
    "PhysicsDistanceJoint": ("distance", "OVP-033"),
    "PhysicsJoint": ("d6", "OVP-037"),
    "PhysxPhysicsGearJoint": ("gear", "OVP-046"),
    "PhysxPhysicsRackAndPinionJoint": ("rack_and_pinion", "OVP-049"),
}


@pytest.mark.parametrize("component", JOINTS)
def test_break_force_and_torque(component: str) -> None:
    found = compared({component: {"prim": ["/J"]}})

    for field in ("break_force", "break_torque"):
        expected = Expected("joints", "/J", field, FLT_MAX, INF, JOINTS[component][1])
        assert agree(only(found, "joints", field), [expected])


@pytest.mark.parametrize(
    ("component", "finding"), [("PhysicsRevoluteJoint", "OVP-003"), ("PhysicsPrismaticJoint", "OVP-002")]
)
def test_bounds_of_hinges_and_sliders(component: str, finding: str) -> None:
    found = compared({component: {"prim": ["/J"]}})

    expected = [
        Expected("limits", "/J", "enabled", True, False, finding),
        Expected("limits", "/J", "lower", 0.0, -INF, finding),
        Expected("limits", "/J", "upper", 0.0, INF, finding),
    ]
    assert agree([d for d in found if d.table == "limits"], expected)


def test_one_absent_bound_of_a_hinge() -> None:
    found = compared({"PhysicsRevoluteJoint": {"prim": ["/J"], "physics:upperLimit": [90.0]}})

    expected = [
        Expected("limits", "/J", "enabled", True, False, "OVP-003"),
        Expected("limits", "/J", "lower", 0.0, -INF, "OVP-003"),
    ]
    assert agree([d for d in found if d.table == "limits"], expected)


def test_bounds_of_a_freedom() -> None:
    tables = {
        "PhysicsJoint": {"prim": ["/J"]},
        "PhysicsLimitAPI": {"prim": ["/J", "/J"], "instance": ["rotX", "transZ"], "physics:high": [None, -2.0]},
    }

    found = [d for d in compared(tables) if d.table == "limits"]

    expected = [
        Expected("limits", "/J", "enabled", True, False, "OVP-008"),
        Expected("limits", "/J", "lower", 0.0, -INF, "OVP-008"),
        Expected("limits", "/J", "upper", 0.0, INF, "OVP-008"),
        # 0 lies above -2, which locks the axis; -inf does not.
        Expected("limits", "/J", "locked", True, False, "OVP-008"),
        Expected("limits", "/J", "lower", 0.0, -INF, "OVP-008"),
    ]
    assert agree(found, expected)
    assert {d.keys["axis"] for d in found} == {"rotX", "transZ"}


def test_half_angles() -> None:
    found = compared({"PhysicsSphericalJoint": {"prim": ["/J"]}})

    expected = [
        Expected("limits", "/J", name, *values, "OVP-005")
        for name, values in (("enabled", (True, False)), ("upper", (0.0, -1.0)))
        for _ in range(2)
    ]
    assert agree([d for d in found if d.table == "limits"], expected)


def test_ratios() -> None:
    found = compared({"PhysxPhysicsGearJoint": {"prim": ["/G"]}, "PhysxPhysicsRackAndPinionJoint": {"prim": ["/R"]}})

    # OpenUSD's parser reads no ratio; its side has the schema's fallback where columns hold it.
    assert {(d.path, d.field) for d in found if d.table == "joints"} >= {("/G", "break_force"), ("/R", "break_force")}


@pytest.mark.parametrize("meters", [1.0, 0.01])
@pytest.mark.parametrize(("up", "down"), [("Y", [0.0, -1.0, 0.0]), ("Z", [0.0, 0.0, -1.0])])
def test_gravity(meters: float, up: str, down: list[float]) -> None:
    found = compared({"PhysicsScene": {"prim": ["/S"]}}, meters_per_unit=meters, up_axis=up)

    earth = 9.81 / meters
    pairs: dict[str, tuple[Any, Any]] = {
        "gravity": ([0.0, 0.0, -9.81], [earth * lane for lane in down]),
        "gravity_direction": ([0.0, 0.0, -1.0], down),
        "gravity_magnitude": (9.81, earth),
    }
    expected = [Expected("scenes", "/S", name, a, b, "OVP-004") for name, (a, b) in pairs.items() if a != b]
    assert agree([d for d in found if d.table == "scenes"], expected)


def test_frictions() -> None:
    found = compared({"PhysicsMaterialAPI": {"prim": ["/M"]}})

    expected = [Expected("materials", "/M", f"{kind}_friction", 0.5, 0.0, "OVP-009") for kind in ("static", "dynamic")]
    assert agree([d for d in found if d.table == "materials"], expected)


def test_a_size() -> None:
    tables = {
        "Cube": {"prim": ["/C"]},
        "PhysicsCollisionAPI": {"prim": ["/C"]},
        "prim": {"prim": ["/C"], "omni:xform": [[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1]]},
    }

    expected = Expected("shapes", "/C", "half_extents", [0.5, 1.0, 1.5], [1.0, 2.0, 3.0], "OVP-001")
    assert agree(only(compared(tables), "shapes", "half_extents"), [expected])


def test_a_force_limit_and_what_it_would_be_in_usd() -> None:
    tables = {
        "PhysicsRevoluteJoint": {"prim": ["/J"]},
        "PhysicsDriveAPI": {"prim": ["/J"], "instance": ["angular"]},
    }

    expected = Expected("drives", "/J", "max_force", FLT_MAX, INF, "USD-013")
    assert agree(only(compared(tables), "drives", "max_force"), [expected])
