"""Joints in MuJoCo against formulas."""

from __future__ import annotations

import numpy as np
import pytest
from built import built, features, position, settled
from pendulum import HEADER, pendulum

from columnar.geometry import matrices
from columnar.simulators import mujoco

INERTIA = 0.01 + 0.25
"""Of the pendulum about its hinge."""

DRIVE = """float drive:angular:physics:stiffness = 10
    float drive:angular:physics:damping = 1
    float drive:angular:physics:targetPosition = 30
    float drive:angular:physics:targetVelocity = 20
    float drive:angular:physics:maxForce = 500"""


def _stepped(steps: int, h: float, *, force: float = np.inf) -> float:
    """The pendulum by the rule of MuJoCo's implicitfast integrator: damping at the end of the step, the rest before."""
    k, d = np.degrees(10.0), np.degrees(1.0)
    target, rate = np.radians(30.0), np.radians(20.0)
    angle = speed = 0.0
    for _ in range(steps):
        effort = k * (target - angle) + d * (rate - speed)
        if abs(effort) < force:
            speed += h * (effort - 9.81 * 0.5 * np.sin(angle)) / (INERTIA + h * d)
        else:
            speed += h * (np.sign(effort) * force - 9.81 * 0.5 * np.sin(angle)) / INERTIA
        angle += h * speed
    return float(angle)


@pytest.mark.parametrize(
    "units", [{}, {"meters": 0.01}, {"kilograms": 0.001}, {"meters": 0.01, "kilograms": 0.001, "up": "Y"}]
)
def test_a_driven_pendulum_in_any_units(units: dict) -> None:
    scale = 1 / (units.get("kilograms", 1) * units.get("meters", 1) ** 2)
    drive = (
        DRIVE.replace("= 10", f"= {10 * scale}").replace("= 1\n", f"= {scale}\n").replace("= 500", f"= {500 * scale}")
    )
    model = built(pendulum(drive=drive, **units))
    assert not features(model)
    assert settled(model, 100 / 240).positions[0] == pytest.approx(_stepped(100, 1 / 240), abs=1e-5)


def test_a_drive_that_its_largest_force_stops() -> None:
    model = built(pendulum(drive=DRIVE.replace("= 500", "= 3")), time_step=0.001)
    assert settled(model, 0.05).positions[0] == pytest.approx(_stepped(50, 0.001, force=3.0), rel=1e-3)


def test_a_velocity_drive_reaches_its_velocity() -> None:
    drive = "float drive:angular:physics:damping = 100\n    float drive:angular:physics:targetVelocity = 90"
    model = built(pendulum(drive=drive))
    assert settled(model, 0.5).velocities[0] == pytest.approx(np.pi / 2, rel=0.02)


def test_an_acceleration_drive_accelerates_whatever_the_inertia() -> None:
    drive = 'float drive:angular:physics:stiffness = 2\n    uniform token drive:angular:physics:type = "acceleration"'
    drive += "\n    float drive:angular:physics:targetPosition = 30"
    model = built(pendulum(drive=drive))
    # 2 per degree is 2 * 180 / pi per radian.
    assert mujoco.state(model).accelerations[0] == pytest.approx(60.0, rel=1e-6)
    assert ("/Hinge", "drive:angular:physics:type", "acceleration_drive") in features(model)


def test_armature_adds_to_the_inertia() -> None:
    drive = DRIVE.replace("= 20", "= 0")
    joint = "float newton:armature = 0.5"
    model = built(pendulum(drive=drive, joint=joint, schemas=', "NewtonJointAPI"'))
    assert mujoco.state(model).accelerations[0] == pytest.approx(300 / (INERTIA + 0.5), rel=1e-6)


def test_dry_friction_holds_the_pendulum() -> None:
    model = built(
        pendulum(
            joint="float newton:friction = 5\n    float state:angular:physics:position = 30",
            schemas=', "NewtonJointAPI", "PhysicsJointStateAPI:angular"',
        )
    )
    # Gravity's torque there is 9.81 * 0.5 * sin(30 degrees) = 2.45, less than 5.
    assert settled(model, 0.2).positions[0] == pytest.approx(np.radians(30), abs=2e-3)


def test_viscous_friction_is_per_degree() -> None:
    joint = "float newton:damping = 0.1\n    float state:angular:physics:velocity = 60"
    model = built(pendulum(joint=joint, schemas=', "NewtonJointAPI", "PhysicsJointStateAPI:angular"'))
    expected = -np.degrees(0.1) * np.radians(60) / INERTIA
    assert mujoco.state(model).accelerations[0] == pytest.approx(expected, rel=1e-6)


def test_a_limit_stops_the_pendulum() -> None:
    joint = "float state:angular:physics:position = 60\n    float newton:damping = 0.05"
    model = built(pendulum(joint=joint, limits=(20, 70), schemas=', "NewtonJointAPI", "PhysicsJointStateAPI:angular"'))
    assert settled(model, 5.0).positions[0] == pytest.approx(np.radians(20), abs=0.01)


def test_a_half_open_limit_stops_one_side_only() -> None:
    joint = "float state:angular:physics:position = -60\n    float newton:damping = 0.05"
    text = pendulum(
        joint=joint, limits=(-float("inf"), -10), schemas=', "NewtonJointAPI", "PhysicsJointStateAPI:angular"'
    )
    assert settled(built(text), 5.0).positions[0] == pytest.approx(np.radians(-10), abs=0.01)


def _body(name: str, place: tuple[float, float, float]) -> str:
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {{
    double3 xformOp:translate = {place}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = 1
    float3 physics:diagonalInertia = (0.02, 0.03, 0.04)
}}
"""


JOINTS = {
    "Revolute": ('uniform token physics:axis = "Z"', {"angular"}),
    "Prismatic": ('uniform token physics:axis = "Y"', {"linear"}),
    "Spherical": ("", {"rotX", "rotY", "rotZ"}),
    "Fixed": ("", set()),
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", JOINTS)
def test_joint_frames_stay_together(kind: str, turned: bool) -> None:
    cells, axes = JOINTS[kind]
    sides = ("1", "0") if turned else ("0", "1")
    text = HEADER + 'def PhysicsScene "S" {}\n' + _body("A", (0, 0, 1)) + _body("B", (0.3, 0.6, 1.2))
    text += f"""
def PhysicsFixedJoint "Base" {{
    rel physics:body1 = </A>
    point3f physics:localPos0 = (0, 0, 1)
}}
def Physics{kind}Joint "J" {{
    rel physics:body{sides[0]} = </A>
    rel physics:body{sides[1]} = </B>
    point3f physics:localPos{sides[0]} = (0.1, 0.2, 0.3)
    quatf physics:localRot{sides[0]} = (0.5, 0.5, 0.5, 0.5)
    point3f physics:localPos{sides[1]} = (-0.2, -0.4, 0.1)
    quatf physics:localRot{sides[1]} = (0.5, 0.5, 0.5, 0.5)
    {cells}
}}
"""
    model = built(text, time_step=0.001)
    state = settled(model, 0.3)
    assert {name.axis for name in mujoco.names(model).coordinates if name.path == "/J"} == axes
    quarter = matrices([0.5, 0.5, 0.5, 0.5])
    a, b = (list(mujoco.names(model).bodies).index(path) for path in ("/A", "/B"))
    turn = [matrices(state.body_rotations[body]) for body in (a, b)]
    on_a = state.body_positions[a] + turn[0] @ [0.1, 0.2, 0.3]
    on_b = state.body_positions[b] + turn[1] @ [-0.2, -0.4, 0.1]
    frames = [turn[0] @ quarter, turn[1] @ quarter]
    first, second = (1, 0) if turned else (0, 1)
    relative = frames[first].T @ frames[second]
    shift = frames[first].T @ ((on_a - on_b) if turned else (on_b - on_a))
    if kind == "Prismatic":
        moved = position(model, "/J", "linear", state.positions)
        assert shift == pytest.approx([0, moved, 0], abs=1e-7)
        assert abs(moved) > 0.1
    else:
        assert shift == pytest.approx([0, 0, 0], abs=1e-7)
    if kind == "Revolute":
        angle = position(model, "/J", "angular", state.positions)
        assert relative == pytest.approx(matrices([0, 0, np.sin(angle / 2), np.cos(angle / 2)]), abs=1e-7)
        assert abs(angle) > 0.1
    if kind == "Spherical":
        vector = np.array([position(model, "/J", axis, state.positions) for axis in ("rotX", "rotY", "rotZ")])
        half = np.linalg.norm(vector) / 2
        lanes = [*(vector / (2 * half) * np.sin(half)), np.cos(half)]
        assert relative == pytest.approx(matrices(lanes), abs=1e-7)


@pytest.mark.parametrize("turned", [False, True])
def test_a_d6_joint_shifts_then_turns_about_x_y_z(turned: bool) -> None:
    sides = ("1", "0") if turned else ("0", "1")
    drives = "".join(
        f"    float drive:{axis}:physics:stiffness = 500\n"
        f"    float drive:{axis}:physics:damping = 20\n"
        f"    float drive:{axis}:physics:targetPosition = {target}\n"
        for axis, target in (("transY", 0.2), ("rotX", 20), ("rotZ", -35))
    )
    applied = ", ".join(
        [f'"PhysicsLimitAPI:{axis}"' for axis in ("transX", "transZ", "rotY")]
        + [f'"PhysicsDriveAPI:{axis}"' for axis in ("transY", "rotX", "rotZ")]
    )
    locks = "".join(
        f"    float limit:{axis}:physics:low = 1\n    float limit:{axis}:physics:high = -1\n"
        for axis in ("transX", "transZ", "rotY")
    )
    text = (
        HEADER
        + 'def PhysicsScene "S" { float physics:gravityMagnitude = 0 }\n'.replace("{ ", "{\n").replace(" }", "\n}")
        + _body("A", (0, 0, 0))
        + _body("B", (0, 0, 0))
    )
    text += f"""
def PhysicsFixedJoint "Base" {{
    rel physics:body1 = </A>
}}
def PhysicsJoint "J" (prepend apiSchemas = [{applied}]) {{
    rel physics:body{sides[0]} = </A>
    rel physics:body{sides[1]} = </B>
{drives}{locks}}}
"""
    model = built(text, time_step=0.001)
    state = settled(model, 20.0)
    values = {name.axis: value for name, value in zip(mujoco.names(model).coordinates, state.positions, strict=True)}
    expected = {"transY": 0.2, "rotX": np.radians(20), "rotZ": np.radians(-35)}
    assert values == {axis: pytest.approx(value, abs=1e-4) for axis, value in expected.items()}
    bodies = list(mujoco.names(model).bodies)
    b = bodies.index("/B")
    x, z = expected["rotX"] / 2, expected["rotZ"] / 2
    turn = matrices([np.sin(x), 0, 0, np.cos(x)]) @ matrices([0, 0, np.sin(z), np.cos(z)])
    place = np.array([0, 0.2, 0])
    if turned:
        turn, place = turn.T, -turn.T @ place
    assert matrices(state.body_rotations[b]) == pytest.approx(turn, abs=1e-3)
    assert state.body_positions[b] == pytest.approx(place, abs=1e-3)
