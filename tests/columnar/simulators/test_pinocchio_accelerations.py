"""What pinocchio makes of columns at a moment: accelerations by formulas, and those of our own dynamics."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_stages import KINDS, drawn_stage
from pendulum import pendulum, stage_header

from columnar import parse
from columnar.simulators import featherstone, pinocchio
from tests.stage_text import scene_of

INERTIA = 0.26
"""Of the pendulum's bob about its hinge."""

SCHEMAS = ', "NewtonJointAPI", "PhysicsJointStateAPI:angular"'

BODY = """
def Xform "Body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
    float physics:mass = 2
    float3 physics:diagonalInertia = (1, 2, 3)
    CELLS
}
"""


def _built(text: str, **options: Any) -> pinocchio.PinocchioModel:
    scene = scene_of(text)
    return pinocchio.build(parse(scene), scene, **options)


def _acceleration(text: str) -> float:
    (found,) = pinocchio.state(_built(text)).accelerations
    return float(found)


def test_gravity_turns_a_pendulum() -> None:
    text = pendulum(joint="float state:angular:physics:position = 30", schemas=SCHEMAS)
    assert _acceleration(text) == pytest.approx(-9.81 * 0.5 * np.sin(np.radians(30)) / INERTIA, rel=1e-6)


@pytest.mark.parametrize(("meters", "kilograms", "up"), [(0.01, 1.0, "Z"), (1.0, 0.001, "Z"), (1.0, 1.0, "Y")])
def test_units_and_the_axis_that_is_up_change_nothing(meters: float, kilograms: float, up: str) -> None:
    text = pendulum(
        meters=meters, kilograms=kilograms, up=up, joint="float state:angular:physics:position = 30", schemas=SCHEMAS
    )
    assert _acceleration(text) == pytest.approx(-9.81 * 0.5 * np.sin(np.radians(30)) / INERTIA, rel=1e-6)


def test_a_drive_pursues_both_targets_per_degree() -> None:
    drive = """float drive:angular:physics:stiffness = 2
    float drive:angular:physics:damping = 0.5
    float drive:angular:physics:targetPosition = 30
    float drive:angular:physics:targetVelocity = 10"""
    assert _acceleration(pendulum(drive=drive)) == pytest.approx((2 * 30 + 0.5 * 10) / INERTIA, rel=1e-6)


def test_a_drive_stops_at_its_largest_effort() -> None:
    drive = """float drive:angular:physics:stiffness = 2
    float drive:angular:physics:targetPosition = -30
    float drive:angular:physics:maxForce = 7"""
    assert _acceleration(pendulum(drive=drive)) == pytest.approx(-7 / INERTIA, rel=1e-6)


def test_an_acceleration_drive_accelerates_whatever_the_inertia() -> None:
    drive = """float drive:angular:physics:stiffness = 2
    float drive:angular:physics:targetPosition = 30
    uniform token drive:angular:physics:type = "acceleration\""""
    assert _acceleration(pendulum(drive=drive)) == pytest.approx(60, rel=1e-6)


def test_armature_adds_to_the_inertia_and_friction_to_the_damping() -> None:
    joint = """float newton:armature = 0.5
    float newton:damping = 0.1
    float state:angular:physics:velocity = 60"""
    expected = -np.degrees(0.1) * np.radians(60) / (INERTIA + 0.5)
    assert _acceleration(pendulum(joint=joint, schemas=SCHEMAS)) == pytest.approx(expected, rel=1e-6)


def test_a_floating_body_falls_and_tumbles_by_eulers_equations() -> None:
    cells = "vector3f physics:velocity = (1, 2, 3)\n    vector3f physics:angularVelocity = (30, 60, 90)"
    model = _built(stage_header() + 'def PhysicsScene "S" {\n}\n' + BODY.replace("CELLS", cells))
    state = pinocchio.state(model)
    spin = np.radians([30, 60, 90])
    moments = np.array([1, 2, 3])
    assert state.velocities == pytest.approx([1, 2, 3, *spin], rel=1e-6)
    assert state.body_velocities[0] == pytest.approx([1, 2, 3], rel=1e-6)
    assert state.accelerations[:3] == pytest.approx([0, 0, -9.81], abs=1e-5)
    assert state.accelerations[3:] == pytest.approx(-np.cross(spin, moments * spin) / moments, rel=1e-5)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("base", ["fixed", "hinged", "floating"])
@pytest.mark.parametrize("kinds", KINDS)
def test_drawn_trees_accelerate_as_in_our_own_dynamics(kinds: tuple[str, ...], base: str, turned: bool) -> None:
    scene = scene_of(drawn_stage(kinds, base=base, turned=turned))
    descriptors = parse(scene)
    theirs = pinocchio.build(descriptors, scene)
    ours = featherstone.build(descriptors, scene)
    assert pinocchio.names(theirs) == featherstone.names(ours)
    first, second = pinocchio.state(theirs), featherstone.state(ours)
    assert first.positions == pytest.approx(second.positions, abs=1e-6)
    assert first.body_positions == pytest.approx(second.body_positions, abs=1e-6)
    scale = np.abs(second.accelerations).max()
    assert np.abs(first.accelerations - second.accelerations).max() <= 1e-6 * scale
