"""Limits: what enables them, what locks an axis, which bounds are converted, where tuning comes from."""

from __future__ import annotations

import math

import pytest
from parsed_tables import parsed, rows

INF = math.inf
NAN = math.nan
FLT_MAX = 3.4028234663852886e38

# (lower, upper), and whether it enables a hinge under ovphysx, a hinge under OpenUSD, a slider or D6 axis, as measured.
ENABLING = [
    ((-30.0, INF), True, False, True),
    ((-INF, 30.0), True, False, True),
    ((-INF, INF), False, False, False),
    ((-30.0, 30.0), True, True, True),
    ((30.0, -30.0), True, True, True),
    ((0.0, 0.0), True, True, True),
    ((-1e38, 1e38), False, False, False),
    ((-1e38, 30.0), True, False, True),
    ((1e38, -1e38), True, True, True),
    ((INF, 5.0), True, False, True),
    ((NAN, INF), False, False, False),
    ((-0.5e38, 0.0), True, False, True),
    ((0.5e38, 0.0), True, True, True),
    ((-FLT_MAX, FLT_MAX), False, False, False),
]


def bounded(kind: str, lower: float, upper: float, profile: str) -> dict[str, object]:
    tables = {kind: {"prim": ["/j"], "physics:lowerLimit": [lower], "physics:upperLimit": [upper]}}
    (row,) = rows(parsed(tables, profile=profile), "limits").values()
    return row


@pytest.mark.parametrize(("bounds", "ovphysx", "openusd", "_other"), ENABLING)
def test_a_hinge_needs_one_real_bound_or_two(
    bounds: tuple[float, float], ovphysx: bool, openusd: bool, _other: bool
) -> None:
    assert bounded("PhysicsRevoluteJoint", *bounds, "ovphysx")["enabled"] is ovphysx
    assert bounded("PhysicsRevoluteJoint", *bounds, "openusd")["enabled"] is openusd


@pytest.mark.parametrize("profile", ["ovphysx", "openusd"])
@pytest.mark.parametrize(("bounds", "_ovphysx", "_openusd", "other"), ENABLING)
def test_a_slider_and_a_d6_axis_need_one_real_bound(
    bounds: tuple[float, float], _ovphysx: bool, _openusd: bool, other: bool, profile: str
) -> None:
    limit = {"prim": ["/d"], "instance": ["rotX"], "physics:low": [bounds[0]], "physics:high": [bounds[1]]}
    d6 = rows(parsed({"PhysicsJoint": {"prim": ["/d"]}, "PhysicsLimitAPI": limit}, profile=profile), "limits")

    assert bounded("PhysicsPrismaticJoint", *bounds, profile)["enabled"] is other
    assert d6["/d", "rotX"]["enabled"] is other


def test_real_bounds_of_angles_become_radians_and_others_stay() -> None:
    assert bounded("PhysicsRevoluteJoint", -180.0, 1e38, "ovphysx")["lower"] == pytest.approx(-math.pi)
    assert bounded("PhysicsRevoluteJoint", -180.0, 1e38, "ovphysx")["upper"] == pytest.approx(1e38)
    assert bounded("PhysicsRevoluteJoint", 1e38, 0.0, "ovphysx")["lower"] == pytest.approx(1e38 * math.pi / 180)
    assert bounded("PhysicsPrismaticJoint", -180.0, 2.0, "ovphysx")["lower"] == -180.0


def test_absent_bounds_lock_under_ovphysx_and_are_open_under_openusd() -> None:
    tables = {"PhysicsRevoluteJoint": {"prim": ["/j"]}}

    locked = rows(parsed(tables, fill=False), "limits")["/j", "angular"]
    free = rows(parsed(tables, fill=False, profile="openusd"), "limits")["/j", "angular"]

    assert (locked["enabled"], locked["lower"], locked["upper"]) == (True, 0.0, 0.0)
    assert (free["enabled"], free["lower"], free["upper"]) == (False, -INF, INF)


@pytest.mark.parametrize(
    ("cone", "enabled"),
    [((-1.0, -1.0), False), ((0.0, 0.0), True), ((30.0, 60.0), True), ((30.0, -1.0), False), ((INF, 10.0), False)],
)
def test_a_cone_needs_two_half_angles(cone: tuple[float, float], enabled: bool) -> None:
    angles = {"physics:coneAngle0Limit": [cone[0]], "physics:coneAngle1Limit": [cone[1]]}

    found = rows(parsed({"PhysicsSphericalJoint": {"prim": ["/j"], **angles}}), "limits")

    assert [found["/j", axis]["enabled"] for axis in ("cone0", "cone1")] == [enabled, enabled]
    for axis, half in zip(("cone0", "cone1"), cone, strict=True):
        expected = math.radians(half) if half >= 0 else half
        assert found["/j", axis]["upper"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("least", "most", "enabled"), [(-1.0, -1.0, False), (0.5, -1.0, True), (-1.0, 0.0, True), (0.5, 2.0, True)]
)
def test_a_distance_needs_one_bound_that_is_not_negative(least: float, most: float, enabled: bool) -> None:
    tables = {"PhysicsDistanceJoint": {"prim": ["/j"], "physics:minDistance": [least], "physics:maxDistance": [most]}}

    row = rows(parsed(tables), "limits")["/j", "distance"]

    assert (row["enabled"], row["lower"], row["upper"]) == (enabled, least, most)


def test_a_d6_axis_with_its_bounds_the_wrong_way_round_is_locked() -> None:
    limit = {
        "prim": ["/d", "/d"],
        "instance": ["transX", "rotY"],
        "physics:low": [1.0, 0.0],
        "physics:high": [-1.0, 0.0],
    }

    found = rows(parsed({"PhysicsJoint": {"prim": ["/d"]}, "PhysicsLimitAPI": limit}), "limits")

    assert [found["/d", axis]["locked"] for axis in ("transX", "rotY")] == [True, False]


def test_only_a_d6_reads_limit_instances_and_none_but_its_seven() -> None:
    joints = {"PhysicsJoint": {"prim": ["/d"]}, "PhysicsRevoluteJoint": {"prim": ["/r"]}}
    limit = {"prim": ["/d", "/d", "/d", "/r"], "instance": ["distance", "angular", "bogus", "rotX"]}

    found = rows(parsed({**joints, "PhysicsLimitAPI": limit}), "limits")

    assert sorted(found) == [("/d", "distance"), ("/r", "angular")]


TUNED = {
    "PhysicsRevoluteJoint": ("angular", ["angular"]),
    "PhysicsPrismaticJoint": ("linear", ["linear"]),
    "PhysicsSphericalJoint": ("cone", ["cone0", "cone1"]),
    "PhysicsDistanceJoint": ("distance", ["distance"]),
}


@pytest.mark.parametrize("kind", TUNED)
def test_tuning_comes_from_the_instance_of_the_type_unconverted(kind: str) -> None:
    instance, axes = TUNED[kind]
    tuning = {"prim": ["/j", "/j"], "instance": [instance, "transY"], "bounceThreshold": [12.0, 99.0]}
    tuning |= {"restitution": [0.25, 99.0], "stiffness": [-4.0, 99.0], "damping": [3.0, 99.0]}

    found = rows(parsed({kind: {"prim": ["/j"]}, "PhysxLimitAPI": tuning}), "limits")

    for axis in axes:
        row = found["/j", axis]
        assert (row["bounce_threshold"], row["restitution"], row["stiffness"], row["damping"]) == (12.0, 0.25, 0.0, 3.0)


def test_a_spring_takes_the_place_of_a_distance_limits_own_one() -> None:
    spring = {
        f"physxPhysicsDistanceJoint:{name}": [value, value]
        for name, value in (("springStiffness", 7.0), ("springDamping", 2.0))
    }
    spring |= {"prim": ["/off", "/on"], "physxPhysicsDistanceJoint:springEnabled": [False, True]}
    tuning = {
        "prim": ["/off", "/on"],
        "instance": ["distance", "distance"],
        "stiffness": [1.0, 1.0],
        "damping": [0.5, 0.5],
    }
    joints = {"PhysicsDistanceJoint": {"prim": ["/off", "/on"]}}

    found = rows(parsed({**joints, "PhysxPhysicsDistanceJointAPI": spring, "PhysxLimitAPI": tuning}), "limits")

    assert [(found[path, "distance"]["stiffness"], found[path, "distance"]["damping"]) for path in ("/off", "/on")] == [
        (1.0, 0.5),
        (7.0, 2.0),
    ]
