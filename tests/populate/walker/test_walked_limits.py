"""Limits: what enables one, what OpenUSD leaves behind for blocked bounds, and PhysX tuning."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, walked

INF = math.inf
PAIRS = [
    # lower, upper, whether a hinge, a slider and a D6 axis are limited
    ("-30", "inf", False, True, True),
    ("-inf", "30", False, True, True),
    ("-inf", "inf", False, False, False),
    ("-30", "30", True, True, True),
    ("30", "-30", True, True, True),
    ("0", "0", True, True, True),
    ("-1e38", "1e38", False, False, False),
    ("-1e38", "30", False, True, True),
    ("1e38", "-1e38", True, True, True),
    ("inf", "5", False, True, True),
    ("nan", "inf", False, False, False),
]
"""The limit matrix measured on OpenUSD's parser."""


@pytest.mark.parametrize(("lower", "upper", "hinge", "slider", "axis"), PAIRS)
def test_bounds_enable_a_limit_as_openusd_has_it(lower: str, upper: str, hinge: bool, slider: bool, axis: bool) -> None:
    bounds = f"{{\n float physics:lowerLimit = {lower}\n float physics:upperLimit = {upper}\n}}\n"
    found = rows(
        walked(
            f'def PhysicsRevoluteJoint "hinge"\n{bounds}def PhysicsPrismaticJoint "slider"\n{bounds}'
            'def PhysicsJoint "d6" (prepend apiSchemas = ["PhysicsLimitAPI:rotX"])\n'
            f"{{\n float limit:rotX:physics:low = {lower}\n float limit:rotX:physics:high = {upper}\n}}\n"
        ),
        "limits",
    )

    assert found["/hinge angular"]["enabled"] == hinge
    assert found["/slider linear"]["enabled"] == slider
    assert found["/d6 rotX"]["enabled"] == axis
    assert found["/d6 rotX"]["locked"] == (float(lower) > float(upper))
    assert not found["/hinge angular"]["locked"]


def test_real_bounds_are_radians_and_open_ones_are_left_alone() -> None:
    found = rows(
        walked(
            'def PhysicsRevoluteJoint "a"\n{\n float physics:lowerLimit = -180\n float physics:upperLimit = 1e38\n}\n'
            'def PhysicsPrismaticJoint "b"\n{\n float physics:lowerLimit = -180\n}\n'
        ),
        "limits",
    )

    assert found["/a angular"]["lower"] == pytest.approx(-math.pi)
    assert found["/a angular"]["upper"] == pytest.approx(1e38)
    assert (found["/b linear"]["lower"], found["/b linear"]["upper"]) == (-180, INF)


def test_a_blocked_bound_leaves_the_parsers_own_value_behind() -> None:
    found = rows(
        walked(
            'def PhysicsRevoluteJoint "a"\n{\n float physics:lowerLimit = None\n float physics:upperLimit = 30\n}\n'
            'def PhysicsPrismaticJoint "b"\n{\n float physics:upperLimit = None\n}\n'
        ),
        "limits",
    )

    assert found["/a angular"]["enabled"]
    assert found["/a angular"]["lower"] == pytest.approx(math.pi / 2)
    assert found["/a angular"]["upper"] == pytest.approx(math.pi / 6)
    assert (found["/b linear"]["enabled"], found["/b linear"]["upper"]) == (True, -90)


def test_cones_need_both_half_angles_and_distances_either_bound() -> None:
    found = rows(
        walked(
            'def PhysicsSphericalJoint "free"\n{\n}\n'
            'def PhysicsSphericalJoint "half"\n{\n float physics:coneAngle0Limit = 90\n}\n'
            'def PhysicsSphericalJoint "shut"\n'
            "{\n float physics:coneAngle0Limit = 0\n float physics:coneAngle1Limit = 0\n}\n"
            'def PhysicsDistanceJoint "rope"\n{\n float physics:maxDistance = 3\n}\n'
            'def PhysicsDistanceJoint "loose"\n{\n}\n'
        ),
        "limits",
    )

    assert [found[f"/{name} cone0"]["enabled"] for name in ("free", "half", "shut")] == [False, False, True]
    assert found["/half cone0"]["upper"] == pytest.approx(math.pi / 2)
    assert found["/half cone1"]["upper"] == -1
    assert found["/half cone0"]["lower"] == found["/half cone1"]["lower"] == 0
    assert found["/rope distance"]["enabled"]
    assert (found["/rope distance"]["lower"], found["/rope distance"]["upper"]) == (-1, 3)
    assert not found["/loose distance"]["enabled"]


def test_limit_instances_count_on_a_d6_only_and_rows_stand_in_table_order() -> None:
    apis = '(prepend apiSchemas = ["PhysicsLimitAPI:distance", "PhysicsLimitAPI:rotZ", "PhysicsLimitAPI:transX"])'
    found = walked(f'def PhysicsJoint "d6" {apis}\n{{\n}}\ndef PhysicsRevoluteJoint "hinge" {apis}\n{{\n}}\n')

    assert list(rows(found, "limits")) == ["/d6 transX", "/d6 rotZ", "/d6 distance", "/hinge angular"]


def test_tuning_comes_from_the_instance_of_the_joints_type_as_authored() -> None:
    found = rows(
        walked(
            'def PhysicsRevoluteJoint "a" (prepend apiSchemas = ["PhysxLimitAPI:angular", "PhysxLimitAPI:linear"])\n'
            "{\n float physxLimit:angular:stiffness = 90\n float physxLimit:linear:damping = 2\n}\n"
            'def PhysicsSphericalJoint "b" (prepend apiSchemas = ["PhysxLimitAPI:cone"])\n'
            "{\n float physxLimit:cone:restitution = 0.5\n}\n"
            'def PhysicsRevoluteJoint "c"\n{\n float physxLimit:angular:stiffness = 90\n}\n'
        ),
        "limits",
    )

    assert (found["/a angular"]["stiffness"], found["/a angular"]["damping"]) == (90, 0)
    assert found["/b cone0"]["restitution"] == found["/b cone1"]["restitution"] == 0.5
    assert found["/c angular"]["stiffness"] == 0


def test_an_enabled_spring_of_a_distance_joint_replaces_the_tuning() -> None:
    apis = '(prepend apiSchemas = ["PhysxLimitAPI:distance", "PhysxPhysicsDistanceJointAPI"])'
    values = (
        " float physxLimit:distance:stiffness = 5\n float physxPhysicsDistanceJoint:springStiffness = 7\n"
        " bool physxPhysicsDistanceJoint:springEnabled = {}\n"
    )
    found = rows(
        walked(
            "".join(
                f'def PhysicsDistanceJoint "{name}" {apis}\n{{\n{values.format(switch)}}}\n'
                for name, switch in (("on", "true"), ("off", "false"))
            )
        ),
        "limits",
    )

    assert found["/on distance"]["stiffness"] == 7
    assert found["/off distance"]["stiffness"] == 5
