"""Our dynamics and MuJoCo, held against each other where both hold the same mechanism."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_stages import KINDS, drawn_stage
from pendulum import HEADER, pendulum

from columnar import Scene, parse
from columnar.simulators import Simulator, State, featherstone, load_engine, mujoco
from populate import populate
from tests.stage_text import scene_of

GRIPPER = Path(__file__).parents[3] / "demo" / "gripper.usda"


def _states(scene: Scene, seconds: float = 0.0, time_step: float = 1e-4) -> tuple[State, State]:
    descriptors = parse(scene)
    engines: list[tuple[Simulator, str]] = [(load_engine("mujoco"), "mujoco"), (load_engine("featherstone"), "own")]
    found = []
    for engine, _ in engines:
        model = engine.build(descriptors, scene, time_step=time_step)
        if seconds:
            engine.step(model, round(seconds / time_step))
        found.append(engine.state(model))
    return found[0], found[1]


def _agree(first: State, second: State, tolerance: float) -> None:
    assert first.accelerations is not None
    assert second.accelerations is not None
    scale = np.abs(first.accelerations).max()
    assert first.positions == pytest.approx(second.positions, abs=1e-6)
    assert np.abs(first.accelerations - second.accelerations).max() <= tolerance * scale


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("base", ["fixed", "hinged", "floating"])
@pytest.mark.parametrize("kinds", KINDS)
def test_initial_accelerations_agree(kinds: tuple[str, ...], base: str, turned: bool) -> None:
    _agree(*_states(scene_of(drawn_stage(kinds, base=base, turned=turned))), tolerance=1e-6)


def test_trajectories_agree() -> None:
    first, second = _states(scene_of(drawn_stage(KINDS[0], base="fixed")), seconds=0.5, time_step=5e-4)
    # Both integrators are of first order: half a second at 0.5 ms leaves them this close.
    assert first.positions == pytest.approx(second.positions, abs=5e-3)
    assert first.body_positions == pytest.approx(second.body_positions, abs=5e-3)
    assert np.abs(first.positions).max() > 0.1


def test_velocities_are_those_of_the_bodies() -> None:
    first, second = _states(scene_of(drawn_stage(KINDS[1], base="floating")), seconds=0.2, time_step=5e-4)
    assert first.body_velocities == pytest.approx(second.body_velocities, abs=2e-2)
    assert first.body_angular_velocities == pytest.approx(second.body_angular_velocities, abs=5e-2)


def test_the_gripper_starts_alike() -> None:
    scene = populate(GRIPPER).scene
    descriptors = parse(scene)
    ours = featherstone.build(descriptors, scene)
    theirs = mujoco.build(descriptors, scene, contacts=False)
    first, second = mujoco.state(theirs), featherstone.state(ours)
    held = np.isfinite(second.positions)
    assert held.any()
    assert first.positions[held] == pytest.approx(second.positions[held], abs=1e-6)


def test_a_floating_articulation_that_a_joint_holds_does_not_fall() -> None:
    text = pendulum().replace('"PhysicsMassAPI"]', '"PhysicsMassAPI", "PhysicsArticulationRootAPI"]')
    excluded = "bool physics:excludeFromArticulation = 1\n    uniform token physics:axis"
    scene = scene_of(text.replace("uniform token physics:axis", excluded))
    first, second = _states(scene, seconds=0.5, time_step=1e-3)
    assert second.body_positions[0] == pytest.approx([0, 0, 2], abs=1e-6)
    assert first.positions == pytest.approx(second.positions, abs=1e-3)


def test_a_d6_joint_from_the_far_side_reads_alike() -> None:
    text = (
        HEADER
        + """
def PhysicsScene "S" {
}
def Xform "Base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsArticulationRootAPI"]) {
    float physics:mass = 1
    float3 physics:diagonalInertia = (0.1, 0.2, 0.3)
}
def Xform "Hand" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
    quatd xformOp:orient = (0.9, 0.1, 0.3, 0.2)
    double3 xformOp:translate = (0.3, 0.1, -0.2)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]
    float physics:mass = 1
    float3 physics:diagonalInertia = (0.3, 0.2, 0.2)
}
def PhysicsJoint "Free" {
    rel physics:body0 = </Hand>
    rel physics:body1 = </Base>
}
"""
    )
    first, second = _states(scene_of(text), seconds=0.1)
    turn = first.positions[6:9]
    assert np.linalg.norm(turn) > 0.1
    assert first.positions == pytest.approx(second.positions, abs=1e-6)
    assert first.velocities == pytest.approx(second.velocities, abs=1e-5)
