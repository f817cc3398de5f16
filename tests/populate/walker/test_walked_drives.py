"""Drives: which instances count, gains per radian, and performance envelopes."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, walked

from schemas.contract import FLT_MAX

FULL_TURN = 2 * math.pi


def test_gains_are_per_radian_on_a_hinge_and_as_they_are_on_a_slider() -> None:
    values = " float drive:{0}:physics:stiffness = 2\n float drive:{0}:physics:targetPosition = 360\n"
    found = rows(
        walked(
            'def PhysicsRevoluteJoint "a" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])\n'
            f"{{\n{values.format('angular')}}}\n"
            'def PhysicsPrismaticJoint "b" (prepend apiSchemas = ["PhysicsDriveAPI:linear"])\n'
            f"{{\n{values.format('linear')}}}\n"
        ),
        "drives",
    )

    assert found["/a angular"]["stiffness"] == pytest.approx(2 * 360 / FULL_TURN)
    assert found["/a angular"]["target_position"] == pytest.approx(FULL_TURN)
    assert (found["/b linear"]["stiffness"], found["/b linear"]["target_position"]) == (2, 360)


def test_only_instances_of_the_joints_type_are_drives() -> None:
    apis = ", ".join(f'"PhysicsDriveAPI:{name}"' for name in ("angular", "linear", "transY", "rotX", "distance"))
    types = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint", "PhysicsFixedJoint")
    types = (*types, "PhysicsJoint", "PhysxPhysicsGearJoint")
    found = walked("".join(f'def {kind} "{kind}" (prepend apiSchemas = [{apis}])\n{{\n}}\n' for kind in types))

    assert set(rows(found, "drives")) == {
        "/PhysicsRevoluteJoint angular",
        "/PhysicsPrismaticJoint linear",
        "/PhysicsJoint transY",
        "/PhysicsJoint rotX",
        "/PhysicsJoint distance",
    }


def test_an_unauthored_drive_is_unlimited_and_a_blocked_limit_is_the_parsers_own() -> None:
    found = rows(
        walked(
            'def PhysicsRevoluteJoint "a" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])\n{\n}\n'
            'def PhysicsRevoluteJoint "b" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])\n'
            "{\n float drive:angular:physics:maxForce = None\n"
            ' uniform token drive:angular:physics:type = "acceleration"\n}\n'
            'def PhysicsRevoluteJoint "c" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])\n'
            '{\n uniform token drive:angular:physics:type = "Acceleration"\n}\n'
        ),
        "drives",
    )

    assert found["/a angular"]["max_force"] == math.inf
    assert found["/b angular"]["max_force"] == pytest.approx(FLT_MAX)
    assert [found[f"/{name} angular"]["type"] for name in "abc"] == ["force", "acceleration", "force"]


def test_an_envelope_belongs_to_the_drive_of_its_axis() -> None:
    prefix = "physxDrivePerformanceEnvelope:angular"
    apis = '["PhysicsDriveAPI:angular", "PhysxDrivePerformanceEnvelopeAPI:angular"]'
    found = rows(
        walked(
            f'def PhysicsRevoluteJoint "a" (prepend apiSchemas = {apis})\n{{\n'
            f" float {prefix}:maxActuatorVelocity = 180\n float {prefix}:velocityDependentResistance = 1\n"
            f" float {prefix}:speedEffortGradient = 360\n}}\n"
            f'def PhysicsRevoluteJoint "b" (prepend apiSchemas = {apis})\n{{\n'
            f" float {prefix}:velocityDependentResistance = -1\n}}\n"
            'def PhysicsRevoluteJoint "c" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])\n{\n}\n'
        ),
        "drives",
    )

    assert found["/a angular"]["envelope"]
    assert found["/a angular"]["max_actuator_velocity"] == pytest.approx(math.pi)
    assert found["/a angular"]["velocity_dependent_resistance"] == pytest.approx(360 / FULL_TURN)
    assert found["/a angular"]["speed_effort_gradient"] == pytest.approx(FULL_TURN)
    assert found["/b angular"]["max_actuator_velocity"] == pytest.approx(FLT_MAX)
    assert found["/b angular"]["velocity_dependent_resistance"] == 0
    assert not found["/c angular"]["envelope"]
    assert found["/c angular"]["max_actuator_velocity"] is None
