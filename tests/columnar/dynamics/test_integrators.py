"""Steps in time against closed solutions and conserved quantities."""

from __future__ import annotations

import numpy as np
import pytest
from closed_forms import elliptic_period
from drawn_trees import drawn_rows, drawn_state
from test_springs import pendulum

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
    momentum,
)

TURN = (Motion(MotionKind.ROTATION, (0.0, 1.0, 0.0)),)


def tumbling(seed: int, kinds: tuple[JointKind, ...], gravity: float = 0.0) -> Articulation:
    random = np.random.default_rng(seed)
    tree = build_tree(drawn_rows(random, 5, kinds=kinds, root=JointKind.FREE))
    articulation = Articulation(Mechanism.of(tree, gravity=(0.0, 0.0, -gravity)))
    positions, velocities, _ = drawn_state(random, tree, 1)
    articulation.set_state(positions, velocities)
    return articulation


@pytest.mark.parametrize("kinds", [(JointKind.REVOLUTE,), (JointKind.PRISMATIC, JointKind.UNIVERSAL)])
def test_runge_kutta_keeps_energy(kinds: tuple[JointKind, ...]) -> None:
    articulation = tumbling(1, kinds, 9.81)
    start = float(sum(articulation.energies())[0])
    for _ in range(120):
        articulation.step(0.001, integrator="rk4")
    kinetic, potential = articulation.energies()
    assert float((kinetic + potential)[0]) == pytest.approx(start, abs=1e-6 * float(kinetic[0]))


def test_balls_keep_energy_to_second_order() -> None:
    drifts = []
    for step in (0.004, 0.002):
        articulation = tumbling(2, (JointKind.SPHERICAL,))
        start = float(sum(articulation.energies())[0])
        for _ in range(round(0.2 / step)):
            articulation.step(step, integrator="rk4")
        drifts.append(abs(float(sum(articulation.energies())[0]) - start))
    assert drifts[1] < drifts[0] / 3.5


@pytest.mark.parametrize("integrator", list(Integrator))
def test_momentum_of_a_floating_tree_stays(integrator: Integrator) -> None:
    articulation = tumbling(3, (JointKind.REVOLUTE, JointKind.SPHERICAL))
    before = momentum(articulation.mechanism, articulation.positions, articulation.velocities)[0]
    for _ in range(100):
        articulation.step(1e-4, integrator=integrator)
    after = momentum(articulation.mechanism, articulation.positions, articulation.velocities)[0]
    # Linear momentum is linear in velocities at a given posture; postures between steps differ by the step.
    tolerance = 1e-8 if integrator is Integrator.RK4 else 2e-3
    assert np.abs(after - before).max() < tolerance * np.abs(before).max()


def test_a_pendulum_swings_with_its_period() -> None:
    rod = pendulum()
    rod.set_state([1.5])
    period = elliptic_period(1.5, length=0.26 / 0.5, gravity=9.81)
    for _ in range(400):
        rod.step(period / 400, integrator="rk4")
    assert rod.positions[0, 0] == pytest.approx(1.5, abs=1e-7)


@pytest.mark.parametrize("integrator", [Integrator.IMPLICIT, Integrator.SEMI_IMPLICIT])
def test_euler_steps_do_not_gain_energy_over_many_swings(integrator: Integrator) -> None:
    rod = pendulum()
    rod.set_state([1.0])
    start = float(sum(rod.energies())[0])
    for _ in range(1500):
        rod.step(0.004, integrator=integrator)
    assert float(sum(rod.energies())[0]) == pytest.approx(start, abs=0.06)


@pytest.mark.parametrize("integrator", list(Integrator))
def test_a_free_body_falls(integrator: Integrator) -> None:
    row = LinkRow("ball", None, "free", JointKind.FREE, mass=2.0, center_of_mass=(0.1, 0.0, 0.0))
    ball = Articulation(Mechanism.of(build_tree([row])))
    for _ in range(200):
        ball.step(0.005, integrator=integrator)
    # Euler steps are half a step late: g t (t + h) / 2.
    late = 0.0 if integrator is Integrator.RK4 else 0.005
    assert ball.link_poses().position[0, 0, 2] == pytest.approx(-0.5 * 9.81 * (1.0 + late), rel=1e-9)
    assert ball.time == pytest.approx(1.0)


def test_a_spinning_body_turns_by_its_velocity() -> None:
    row = LinkRow("top", None, "pin", JointKind.SPHERICAL, inertia=np.diag([1.0, 2.0, 2.5]))
    top = Articulation(Mechanism.of(build_tree([row]), gravity=(0, 0, 0)))
    top.set_state([0, 0, 0, 1], [0.0, 0.0, 0.5])
    for _ in range(100):
        top.step(0.01)
    assert top.positions[0] == pytest.approx([0, 0, np.sin(0.25), np.cos(0.25)])


def test_wrenches_last_one_step() -> None:
    row = LinkRow("ball", None, "free", JointKind.FREE, mass=2.0)
    ball = Articulation(Mechanism.of(build_tree([row]), gravity=(0, 0, 0)), environments=2)
    ball.wrenches[1, 0] = [0, 0, 0, 3.0, 0, 0]
    for _ in range(10):
        ball.step(0.1)
    assert ball.velocities[:, 0] == pytest.approx([0.0, 3.0 / 2.0 * 0.1])


def test_reset_comes_back_to_the_start() -> None:
    articulation = tumbling(4, (JointKind.UNIVERSAL,))
    articulation.efforts[:] = 1.0
    articulation.step(0.1)
    articulation.reset()
    assert np.array_equal(articulation.positions[0], articulation.tree.neutral())
    assert not articulation.velocities.any()
    assert not articulation.efforts.any()
    assert articulation.time == 0.0


def test_the_same_steps_give_the_same_bytes() -> None:
    first, second = (tumbling(5, tuple(JointKind)) for _ in range(2))
    for _ in range(20):
        first.step(0.01)
        second.step(0.01)
    assert first.positions.tobytes() == second.positions.tobytes()


def test_fast_turning_takes_smaller_steps_and_does_not_run_away() -> None:
    # A double pendulum with four turns a step; one step each, it would gain without end.
    rows = [
        LinkRow(
            "a", None, "first", JointKind.REVOLUTE, motions=TURN, center_of_mass=(1, 0, 0), inertia=0.1 * np.eye(3)
        ),
        LinkRow(
            "b",
            "a",
            "second",
            JointKind.REVOLUTE,
            Frame((2, 0, 0)),
            motions=TURN,
            center_of_mass=(1, 0, 0),
            inertia=0.1 * np.eye(3),
        ),
    ]
    arm = Articulation(Mechanism.of(build_tree(rows)), environments=2)
    arm.velocities[0] = [100.0, -40.0]
    alone = Articulation(arm.mechanism)
    start = float(sum(arm.energies())[0])
    for _ in range(60):
        arm.step(0.02)
        alone.step(0.02)
        assert float(sum(arm.energies())[0]) < 2.0 * start
    assert np.array_equal(arm.positions[1], alone.positions[0])
