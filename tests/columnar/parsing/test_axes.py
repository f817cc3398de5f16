"""Axis properties: a row per axis, PhysX values over Newton ones wherever they say something."""

from __future__ import annotations

import math

import pytest
from parsed_tables import parsed, rows

FLT_MAX = 3.4028234663852886e38
PER_RADIAN = 180 / math.pi


def test_every_axis_that_can_have_properties_has_a_row() -> None:
    kinds = ("Revolute", "Prismatic", "Spherical", "Fixed", "Distance", "")
    found = parsed({f"Physics{kind}Joint": {"prim": [f"/{kind or 'D6'}"]} for kind in kinds}).axes

    assert sorted((row.joint, str(row.axis)) for row in found) == [
        *(("/D6", f"rot{axis}") for axis in "XYZ"),
        ("/Prismatic", "linear"),
        ("/Revolute", "angular"),
        *(("/Spherical", f"rot{axis}") for axis in "XYZ"),
    ]
    assert all(row.max_velocity == FLT_MAX and row.armature == row.viscous_friction == 0.0 for row in found)


def test_newton_values_seed_every_axis_in_its_units() -> None:
    newton = {"prim": ["/h", "/s"], "newton:armature": [0.1] * 2, "newton:damping": [2.0] * 2}
    newton |= {"newton:friction": [3.0] * 2, "newton:velocityLimit": [90.0] * 2}
    joints = {"PhysicsRevoluteJoint": {"prim": ["/h"]}, "PhysicsPrismaticJoint": {"prim": ["/s"]}}

    found = rows(parsed({**joints, "NewtonJointAPI": newton}), "axes")

    hinge, slider = found["/h", "angular"], found["/s", "linear"]
    assert (hinge["armature"], hinge["static_friction"], hinge["dynamic_friction"]) == pytest.approx((0.1, 3.0, 3.0))
    assert hinge["viscous_friction"] == pytest.approx(2.0 * PER_RADIAN)
    assert hinge["max_velocity"] == pytest.approx(math.pi / 2)
    assert (slider["viscous_friction"], slider["max_velocity"]) == (2.0, 90.0)


@pytest.mark.parametrize(
    ("physx", "expected"),
    [
        ({"armature": 0.0}, {"armature": 0.5}),
        ({"armature": 0.2}, {"armature": 0.2}),
        ({"maxJointVelocity": FLT_MAX}, {"max_velocity": 10 / PER_RADIAN}),
        ({"maxJointVelocity": math.inf}, {"max_velocity": 10 / PER_RADIAN}),
        ({"maxJointVelocity": 180.0}, {"max_velocity": math.pi}),
        (
            {"staticFrictionEffort": 0.0, "dynamicFrictionEffort": 0.0},
            {"static_friction": 4.0, "dynamic_friction": 4.0},
        ),
        (
            {"staticFrictionEffort": 1.5, "dynamicFrictionEffort": 0.0},
            {"static_friction": 1.5, "dynamic_friction": 0.0},
        ),
        (
            {"staticFrictionEffort": 0.0, "dynamicFrictionEffort": 1.5},
            {"static_friction": 0.0, "dynamic_friction": 1.5},
        ),
        ({"viscousFrictionCoefficient": 0.0}, {"viscous_friction": 2.0 * PER_RADIAN}),
        ({"viscousFrictionCoefficient": 1.0}, {"viscous_friction": PER_RADIAN}),
    ],
)
def test_a_neutral_physx_value_leaves_the_newton_one(physx: dict[str, float], expected: dict[str, float]) -> None:
    newton = {"prim": ["/h"], "newton:armature": [0.5], "newton:damping": [2.0], "newton:friction": [4.0]}
    newton |= {"newton:velocityLimit": [10.0]}
    own = {"prim": ["/h"], "instance": ["angular"], **{name: [value] for name, value in physx.items()}}

    tables = {"PhysicsRevoluteJoint": {"prim": ["/h"]}, "NewtonJointAPI": newton, "PhysxJointAxisAPI": own}
    (row,) = rows(parsed(tables), "axes").values()

    assert {name: row[name] for name in expected} == pytest.approx(expected)


def test_instances_that_the_type_does_not_read_change_nothing() -> None:
    own = {"prim": ["/h", "/h", "/d"], "instance": ["linear", "rotX", "transX"], "armature": [1.0, 1.0, 1.0]}

    found = parsed(
        {"PhysicsRevoluteJoint": {"prim": ["/h"]}, "PhysicsJoint": {"prim": ["/d"]}, "PhysxJointAxisAPI": own}
    )

    assert {row.armature for row in found.axes} == {0.0}
