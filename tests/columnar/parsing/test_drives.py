"""Drives: which instances count, their units, and envelopes."""

from __future__ import annotations

import math

import pytest
from parsed_tables import parsed, rows

FLT_MAX = 3.4028234663852886e38
TYPES = (
    "PhysicsRevoluteJoint",
    "PhysicsPrismaticJoint",
    "PhysicsSphericalJoint",
    "PhysicsFixedJoint",
    "PhysicsDistanceJoint",
    "PhysicsJoint",
)
INSTANCES = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance", "angular", "linear", "X")
READ = {
    "PhysicsRevoluteJoint": ["angular"],
    "PhysicsPrismaticJoint": ["linear"],
    "PhysicsJoint": ["transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance"],
}


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_reads_its_own_instances(kind: str) -> None:
    drives = {"prim": ["/j"] * len(INSTANCES), "instance": list(INSTANCES)}

    found = parsed({kind: {"prim": ["/j"]}, "PhysicsDriveAPI": drives}).drives

    assert [row.axis for row in found] == READ.get(kind, [])


def test_gains_of_an_angle_are_per_radian_and_targets_radians() -> None:
    values = {"physics:stiffness": [400.0] * 2, "physics:damping": [80.0] * 2, "physics:maxForce": [87.0] * 2}
    values |= {"physics:targetPosition": [90.0] * 2, "physics:targetVelocity": [30.0] * 2}
    joints = {"PhysicsRevoluteJoint": {"prim": ["/h"]}, "PhysicsPrismaticJoint": {"prim": ["/s"]}}

    found = rows(
        parsed({**joints, "PhysicsDriveAPI": {"prim": ["/h", "/s"], "instance": ["angular", "linear"], **values}}),
        "drives",
    )

    hinge, slider = found["/h", "angular"], found["/s", "linear"]
    assert hinge["stiffness"] == pytest.approx(400 * 180 / math.pi)
    assert hinge["damping"] == pytest.approx(80 * 180 / math.pi)
    assert (hinge["target_position"], hinge["target_velocity"]) == pytest.approx((math.pi / 2, math.pi / 6))
    assert hinge["max_force"] == 87.0
    assert (slider["stiffness"], slider["damping"], slider["target_position"]) == (400.0, 80.0, 90.0)


@pytest.mark.parametrize(
    ("token", "expected"), [("acceleration", "acceleration"), ("force", "force"), ("forcee", "force"), (None, "force")]
)
def test_any_token_but_acceleration_is_force(token: str | None, expected: str) -> None:
    drive = {"prim": ["/j"], "instance": ["angular"], "physics:type": [token]}

    (row,) = parsed({"PhysicsRevoluteJoint": {"prim": ["/j"]}, "PhysicsDriveAPI": drive}).drives

    assert row.type == expected


@pytest.mark.parametrize(("profile", "expected"), [("ovphysx", FLT_MAX), ("openusd", math.inf)])
def test_an_infinite_force_is_the_largest_number_under_ovphysx(profile: str, expected: float) -> None:
    tables = {"PhysicsRevoluteJoint": {"prim": ["/j"]}, "PhysicsDriveAPI": {"prim": ["/j"], "instance": ["angular"]}}

    (row,) = parsed(tables, profile=profile).drives

    assert row.max_force == expected


def test_an_envelope_belongs_to_a_drive_and_translations_of_a_d6_have_none() -> None:
    joints = {
        "PhysicsRevoluteJoint": {"prim": ["/h", "/undriven"]},
        "PhysicsPrismaticJoint": {"prim": ["/s"]},
        "PhysicsJoint": {"prim": ["/d"]},
    }
    drives = {"prim": ["/h", "/s", "/d", "/d"], "instance": ["angular", "linear", "transX", "rotZ"]}
    envelope = {
        "prim": ["/h", "/s", "/d", "/d", "/undriven"],
        "instance": ["angular", "linear", "transX", "rotZ", "angular"],
    }
    envelope |= {
        "maxActuatorVelocity": [90.0, 2.0, 5.0, None, 1.0],
        "velocityDependentResistance": [2.0, 2.0, 2.0, -1.0, 2.0],
    }
    envelope |= {"speedEffortGradient": [180.0, 3.0, 3.0, 0.0, 3.0]}

    found = rows(parsed({**joints, "PhysicsDriveAPI": drives, "PhysxDrivePerformanceEnvelopeAPI": envelope}), "drives")

    assert sorted(found) == [("/d", "rotZ"), ("/d", "transX"), ("/h", "angular"), ("/s", "linear")]
    hinge, slider, swing = found["/h", "angular"], found["/s", "linear"], found["/d", "rotZ"]
    assert hinge["max_actuator_velocity"] == pytest.approx(math.pi / 2)
    assert hinge["velocity_dependent_resistance"] == pytest.approx(2 * 180 / math.pi)
    assert hinge["speed_effort_gradient"] == pytest.approx(math.pi)
    assert (slider["max_actuator_velocity"], slider["speed_effort_gradient"]) == (2.0, 3.0)
    assert (swing["max_actuator_velocity"], swing["velocity_dependent_resistance"]) == (FLT_MAX, 0.0)
    assert found["/d", "transX"]["envelope"] is False
    assert found["/d", "transX"]["max_actuator_velocity"] is None
