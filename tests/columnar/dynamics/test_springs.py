"""Drives, limits, friction and armature on one degree of freedom, against formulas."""

from __future__ import annotations

import numpy as np
import pytest

from columnar.dynamics import (
    Articulation,
    Frame,
    Integrator,
    JointKind,
    LinkRow,
    Mechanism,
    Motion,
    MotionKind,
    build_tree,
    inverse_mass_matrix,
)

MASS, LENGTH, GRAVITY = 1.0, 0.5, 9.81
INERTIA = 0.01 + MASS * LENGTH**2
X = (1.0, 0.0, 0.0)


def pendulum(*, gravity: float = GRAVITY, environments: int = 1, **dofs: object) -> Articulation:
    """A rod that hangs down from a hinge about X."""
    row = LinkRow(
        "rod",
        None,
        "hinge",
        JointKind.REVOLUTE,
        frame_in_parent=Frame((0.0, 0.0, 2.0)),
        motions=(Motion(MotionKind.ROTATION, X),),
        mass=MASS,
        center_of_mass=(0.0, 0.0, -LENGTH),
        inertia=np.diag([0.01, 0.01, 0.002]),
    )
    mechanism = Mechanism.of(build_tree([row]), gravity=(0.0, 0.0, -gravity), **dofs)
    return Articulation(mechanism, environments=environments)


def run(articulation: Articulation, steps: int, step: float, integrator: str = "implicit") -> float:
    for _ in range(steps):
        articulation.step(step, integrator=integrator)
    return float(articulation.positions[0, 0])


def test_an_implicit_drive_does_what_pinocchio_with_an_implicit_pd_does() -> None:
    # 29.3387 degrees: pinocchio's crba and nonLinearEffects with an implicit PD, and Newton's Kamino and Steel.
    rod = pendulum(drive_stiffness=np.degrees(10.0), drive_damping=np.degrees(1.0), drive_position=np.radians(30.0))
    assert np.degrees(run(rod, 100, 1 / 240)) == pytest.approx(29.3387, abs=5e-5)


@pytest.mark.parametrize("integrator", list(Integrator))
def test_a_soft_drive_settles_where_gravity_balances_it(integrator: Integrator) -> None:
    rod = pendulum(drive_stiffness=50.0, drive_damping=10.0, drive_position=0.5)
    angle = run(rod, 800, 0.005, integrator)
    assert 50.0 * (0.5 - angle) == pytest.approx(MASS * GRAVITY * LENGTH * np.sin(angle), abs=1e-6)


def test_a_stiff_drive_stays_stable() -> None:
    rod = pendulum(drive_stiffness=1e9, drive_damping=0.0, drive_position=0.5)
    assert run(rod, 200, 0.01) == pytest.approx(0.5, abs=1e-7)


def test_a_drive_pushes_no_harder_than_its_largest_effort() -> None:
    rod = pendulum(gravity=0.0, drive_stiffness=1e6, drive_damping=1e3, drive_position=50.0, drive_max_effort=2.0)
    run(rod, 100, 0.01)
    assert rod.velocities[0, 0] == pytest.approx(2.0 / INERTIA, rel=1e-12)


def test_a_velocity_drive_reaches_its_velocity() -> None:
    rod = pendulum(gravity=0.0, drive_damping=5.0, drive_velocity=3.0)
    run(rod, 100, 0.2)
    assert rod.velocities[0, 0] == pytest.approx(3.0, rel=1e-9)


@pytest.mark.parametrize("armature", [0.0, 0.7])
def test_an_acceleration_drive_does_not_feel_the_mass(armature: float) -> None:
    rod = pendulum(
        gravity=0.0,
        armature=armature,
        drive_stiffness=4.0,
        drive_damping=4.0,
        drive_position=1.0,
        drive_accelerates=1.0,
    )
    # Critically damped with angular frequency 2: 1 - (1 + 2 t) exp(-2 t).
    assert run(rod, 250, 0.004, "rk4") == pytest.approx(1.0 - 3.0 * np.exp(-2.0), abs=1e-9)


def test_the_inertia_an_acceleration_drive_feels_is_that_of_the_whole_tree() -> None:
    rows = [
        LinkRow("a", None, "first", JointKind.REVOLUTE, motions=(Motion(MotionKind.ROTATION, X),)),
        LinkRow("b", "a", "second", JointKind.REVOLUTE, Frame((0, 0, 1)), motions=(Motion(MotionKind.ROTATION, X),)),
    ]
    gains = {"drive_damping": [0.0, 3.0], "drive_velocity": [0.0, 1.0], "drive_accelerates": [0.0, 1.0]}
    mechanism = Mechanism.of(build_tree(rows), gravity=(0, 0, 0), **gains)
    arm = Articulation(mechanism)
    inverse = inverse_mass_matrix(mechanism, arm.positions)[0]
    arm.step(1e-6, integrator="semi-implicit")
    # An effort of 3 * 1 / inverse_11 accelerates the second joint by 3, and the first by 3 inverse_01 / inverse_11.
    assert arm.accelerations[0] == pytest.approx([3.0 * inverse[0, 1] / inverse[1, 1], 3.0])


def test_a_limit_is_a_spring() -> None:
    rod = pendulum(lower=0.2, limit_stiffness=1e4, limit_damping=1e2)
    rod.set_state([0.25])
    angle = run(rod, 400, 0.005)
    assert 1e4 * (0.2 - angle) == pytest.approx(MASS * GRAVITY * LENGTH * np.sin(angle), rel=1e-6)


def test_a_limit_never_pulls() -> None:
    # Faster on its way out than the spring would push it: the damper alone would hold it back.
    rod = pendulum(gravity=0.0, upper=1.0, limit_stiffness=1e3, limit_damping=1e4)
    rod.set_state([1.2], [-1.0])
    for _ in range(300):
        rod.step(0.001)
        assert rod.accelerations[0, 0] <= 1e-12
    assert rod.positions[0, 0] == pytest.approx(0.9, abs=1e-9)


def test_friction_holds_what_pulls_less() -> None:
    rod = pendulum(static_friction=3.0, dynamic_friction=1.0)
    rod.set_state([0.5])
    assert MASS * GRAVITY * LENGTH * np.sin(0.5) < 3.0
    assert run(rod, 100, 0.05) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("integrator", list(Integrator))
def test_friction_slows_by_its_effort(integrator: Integrator) -> None:
    rod = pendulum(gravity=0.0, dynamic_friction=1.0)
    rod.set_state([0.0], [20.0])
    run(rod, 200, 0.005, integrator)
    assert rod.velocities[0, 0] == pytest.approx(20.0 - 1.0 / INERTIA, rel=1e-9)


def test_friction_brings_to_rest_and_no_further() -> None:
    rod = pendulum(gravity=0.0, dynamic_friction=1.0)
    rod.set_state([0.0], [1.0])
    # It comes to rest after v^2 I / 2 f.
    assert run(rod, 400, 0.001) == pytest.approx(0.5 * INERTIA, abs=1.5e-3)
    assert abs(rod.velocities[0, 0]) < 1e-4


def test_viscous_friction_decays_exponentially() -> None:
    rod = pendulum(gravity=0.0, viscous_friction=0.5)
    rod.set_state([0.0], [1.0])
    run(rod, 200, 0.005, "rk4")
    assert rod.velocities[0, 0] == pytest.approx(np.exp(-0.5 / INERTIA), rel=1e-9)


def test_velocities_keep_below_the_largest() -> None:
    rod = pendulum(gravity=0.0, max_velocity=2.0)
    rod.efforts[:] = 10.0
    run(rod, 100, 0.01)
    assert rod.velocities[0, 0] == 2.0


def test_environments_have_targets_of_their_own() -> None:
    rod = pendulum(gravity=0.0, environments=3, drive_stiffness=1e3, drive_damping=1e2)
    rod.target_positions[:, 0] = [-0.3, 0.0, 0.7]
    run(rod, 100, 0.1)
    assert rod.positions[:, 0] == pytest.approx([-0.3, 0.0, 0.7], abs=1e-6)


@pytest.mark.parametrize("step", [0.0, -0.1, float("nan")])
def test_a_step_must_be_longer_than_nothing(step: float) -> None:
    with pytest.raises(ValueError, match="longer than 0"):
        pendulum().step(step)
