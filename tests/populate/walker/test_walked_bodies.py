"""Bodies: pose and velocities from OpenUSD, mass properties with their sentinels, PhysX tuning in stage units."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, walked

from schemas.contract import FLT_MAX


def body(apis: str, values: str = "") -> str:
    """A body /b with more API schemas."""
    names = ", ".join(f'"{name}"' for name in ("PhysicsRigidBodyAPI", *apis.split()))
    return f'def Xform "b" (prepend apiSchemas = [{names}])\n{{\n{values}}}\n'


def test_pose_and_velocities_are_in_the_world_and_radians() -> None:
    values = (
        " double3 xformOp:translate = (1, 2, 3)\n float xformOp:rotateZ = 90\n float3 xformOp:scale = (1, 2, 1)\n"
        ' uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ", "xformOp:scale"]\n'
        " vector3f physics:velocity = (4, 5, 6)\n vector3f physics:angularVelocity = (180, 0, -90)\n"
        " bool physics:rigidBodyEnabled = false\n rel physics:simulationOwner = [</s>, </t>]\n"
    )
    row = rows(walked(body("", values)), "bodies")["/b"]

    assert (row["enabled"], row["kinematic"], row["simulation_owner"]) == (False, False, "/s")
    assert row["position"] == [1, 2, 3]
    assert row["rotation"] == pytest.approx([0, 0, math.sqrt(0.5), math.sqrt(0.5)])
    assert row["scale"] == pytest.approx([1, 2, 1])
    assert row["velocity"] == [4, 5, 6]
    assert row["angular_velocity"] == pytest.approx([math.pi, 0, -math.pi / 2])


def test_mass_properties_that_mean_compute_are_null() -> None:
    nothing = rows(walked(body("PhysicsMassAPI", " float physics:mass = -1\n float physics:density = 0\n")), "bodies")[
        "/b"
    ]

    properties = ("mass", "density", "center_of_mass", "diagonal_inertia", "principal_axes")
    assert [nothing[name] for name in properties] == [None] * 5


def test_stated_mass_properties_are_kept_the_centre_scaled_the_axes_normalised() -> None:
    values = (
        " float physics:mass = 3\n float physics:density = 7\n point3f physics:centerOfMass = (1, 1, 0)\n"
        " float3 physics:diagonalInertia = (1, 0, 0)\n quatf physics:principalAxes = (0, 0, 2, 0)\n"
        ' float3 xformOp:scale = (1, 2, 4)\n uniform token[] xformOpOrder = ["xformOp:scale"]\n'
    )
    row = rows(walked(body("NewtonMassAPI", values)), "bodies")["/b"]

    assert (row["mass"], row["density"], row["diagonal_inertia"]) == (3, 7, [1, 0, 0])
    assert row["center_of_mass"] == pytest.approx([1, 2, 0])
    assert row["principal_axes"] == [0, 1, 0, 0]
    assert rows(walked(body("", values)), "bodies")["/b"]["mass"] is None


@pytest.mark.parametrize("apis", ["", "PhysxRigidBodyAPI"])
def test_unauthored_tuning_scales_with_the_stage_units(apis: str) -> None:
    row = rows(walked(body(apis)), "bodies")["/b"]

    assert row["sleep_threshold"] == pytest.approx(5e-5 * (10 / 0.5) ** 2)
    assert row["stabilization_threshold"] == pytest.approx(1e-5 * (10 / 0.5) ** 2)
    assert row["max_depenetration_velocity"] == pytest.approx(3 / 0.5)
    assert row["max_linear_velocity"] == pytest.approx(1e16)
    assert row["max_contact_impulse"] == pytest.approx(FLT_MAX)
    assert row["max_angular_velocity"] == pytest.approx(100, rel=1e-4)
    assert (row["solver_position_iterations"], row["solver_velocity_iterations"]) == (16, 1)
    assert (row["enable_ccd"], row["enable_gyroscopic_forces"]) == (False, True)


def test_authored_tuning_counts_with_the_api_and_the_right_type_only() -> None:
    values = (
        " float physxRigidBody:sleepThreshold = 0.25\n double physxRigidBody:linearDamping = 3\n"
        " int physxRigidBody:solverPositionIterationCount = 900\n int physxRigidBody:lockedPosAxis = 5\n"
    )
    row = rows(walked(body("PhysxRigidBodyAPI", values)), "bodies")["/b"]

    assert (row["sleep_threshold"], row["linear_damping"]) == (0.25, 0)
    assert (row["solver_position_iterations"], row["locked_position_axes"]) == (255, 5)
    assert rows(walked(body("", values)), "bodies")["/b"]["locked_position_axes"] == 0
