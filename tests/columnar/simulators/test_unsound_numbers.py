"""Numbers that drives, axes, states and gravity cannot have: every engine makes the same of them, and says so.

Expected positions are what ovphysx 0.7 makes of the free joint after a second at 240 steps: `PxD6Joint::setDrive: drive
is invalid` leaves the pendulum hanging, an invalid target is one of 0.
"""

from __future__ import annotations

import numpy as np
import pytest
from pendulum import HEADER, NAILED_BASE, pendulum

from columnar import Scene, parse
from columnar.dynamics import build_articulations
from columnar.simulators import load_engine
from tests.stage_text import scene_of

ENGINES = ("mujoco", "featherstone")
SOUND = {"stiffness": "0.5", "damping": "0.05", "targetPosition": "30", "targetVelocity": "0", "maxForce": "100"}

# The articulation's, of ovphysx; its free joint settles at 0.4473.
SETTLED = 0.4514

CASES = {
    ("stiffness", "nan"): 0.0,
    ("stiffness", "inf"): 0.0,
    ("stiffness", "-inf"): 0.0,
    ("stiffness", "-1"): 0.0,
    ("damping", "nan"): 0.0,
    ("damping", "inf"): 0.0,
    ("damping", "-1"): 0.0,
    ("targetPosition", "nan"): 0.0,
    ("targetPosition", "-inf"): 0.0,
    ("targetVelocity", "nan"): SETTLED,
    ("targetVelocity", "inf"): SETTLED,
    ("maxForce", "-1"): 0.0,
}


def driven(**changes: str) -> str:
    lines = [f"float drive:angular:physics:{name} = {value}" for name, value in (SOUND | changes).items()]
    return articulated(drive="\n    ".join(lines))


def articulated(**options: str) -> str:
    hung = "rel physics:body1 = </Bob>\n    point3f physics:localPos0 = (0.0, 0.0, 2.0)"
    return (
        pendulum(**options).replace(hung, "rel physics:body0 = </Base>\n    rel physics:body1 = </Bob>") + NAILED_BASE
    )


def moved(engine: str, scene: Scene, steps: int = 240) -> tuple[float, set[tuple[str, str, str]]]:
    """The hinge's position, and what is said of it."""
    adapter = load_engine(engine)
    model = adapter.build(parse(scene), scene)
    adapter.step(model, steps)
    said = {(entry.path, entry.column, entry.feature) for entry in adapter.unsupported(model)}
    return float(adapter.state(model).positions[0]), said


@pytest.mark.parametrize("engine", ENGINES)
def test_a_sound_drive_settles_and_says_nothing(engine: str) -> None:
    position, said = moved(engine, scene_of(driven()))
    assert position == pytest.approx(SETTLED, abs=2e-3)
    assert said == set()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "value"), CASES)
def test_a_drive_that_cannot_be(engine: str, name: str, value: str) -> None:
    position, said = moved(engine, scene_of(driven(**{name: value})))
    assert position == pytest.approx(CASES[name, value], abs=2e-3)
    assert {entry for entry in said if entry[2] != "articulation_note"} == {
        ("/Hinge", f"drive:angular:physics:{name}", "unsound_drive")
    }


def test_values_are_told_in_the_units_of_the_file() -> None:
    scene = scene_of(driven(stiffness="-0.5"))
    adapter = load_engine("mujoco")
    (found,) = adapter.unsupported(adapter.build(parse(scene), scene))
    assert found.value == pytest.approx(-0.5)


def test_articulations_note_it() -> None:
    (built,) = build_articulations(parse(scene_of(driven(damping="nan")))).articulations
    assert built.notes == ("/Hinge: damping of its drive is no number that a drive can have",)
    assert not built.mechanism.dofs.drive_stiffness.any()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "start"), [("position", 0.0), ("velocity", np.pi / 3)])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_state_that_is_no_number_says_nothing(engine: str, name: str, start: float, value: str) -> None:
    lines = [f"float state:angular:physics:{name} = {value}"]
    lines += ["float state:angular:physics:position = 60"] if name == "velocity" else []
    text = articulated(joint="\n    ".join(lines), schemas=', "PhysicsJointStateAPI:angular"')
    position, said = moved(engine, scene_of(text), steps=0)
    # As drawn, hanging; or as the other half of the state says.
    assert position == pytest.approx(start, abs=1e-6)
    assert ("/Hinge", f"state:angular:physics:{name}", "unsound_state") in said


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["armature", "friction", "damping"])
@pytest.mark.parametrize("value", ["nan", "-3"])
def test_axes_that_cannot_be_count_as_none(engine: str, name: str, value: str) -> None:
    schemas = ', "PhysicsJointStateAPI:angular", "NewtonJointAPI"'
    lines = f"float state:angular:physics:position = 60\n    float newton:{name} = {value}"
    scene = scene_of(articulated(joint=lines, schemas=schemas))
    adapter = load_engine(engine)
    model = adapter.build(parse(scene), scene)
    # m g l sin(60 degrees) over the inertia about the hinge, and nothing else.
    accelerations = adapter.state(model).accelerations
    assert accelerations is not None
    assert accelerations[0] == pytest.approx(-9.81 * 0.5 * np.sin(np.pi / 3) / 0.26, rel=1e-5)
    found = {(entry.path, entry.column, entry.feature) for entry in adapter.unsupported(model)}
    # The consumer itself takes negative ones as 0.
    assert value == "-3" or ("/Hinge", f"newton:{name}", "unsound_axis") in found


FLOATING = """
def PhysicsScene "Scene" {{
    float physics:gravityMagnitude = 0
}}
def Xform "Bob" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsArticulationRootAPI"]) {{
    float physics:mass = 1
    float3 physics:diagonalInertia = (1, 1, 1)
    vector3f physics:velocity = {linear}
    vector3f physics:angularVelocity = {angular}
}}
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("linear", "angular", "column", "place", "spin"),
    [
        ("(nan, 1, 0)", "(0, 0, 90)", "physics:velocity", (0, 0, 0), np.pi / 2),
        ("(inf, 1, 0)", "(0, 0, 90)", "physics:velocity", (0, 0, 0), np.pi / 2),
        ("(1, 0, 0)", "(nan, 0, 90)", "physics:angularVelocity", (1, 0, 0), 0.0),
    ],
)
def test_a_velocity_that_is_no_number_is_none(
    engine: str, linear: str, angular: str, column: str, place: tuple[float, ...], spin: float
) -> None:
    scene = scene_of(HEADER + FLOATING.format(linear=linear, angular=angular))
    adapter = load_engine(engine)
    model = adapter.build(parse(scene), scene)
    adapter.step(model, 240)
    state = adapter.state(model)
    # As ovphysx 0.7 has it, but for its own angular damping: `setRootLinearVelocity velocity is not finite`.
    assert state.body_positions[0] == pytest.approx(place, abs=1e-6)
    assert state.body_angular_velocities is not None
    assert state.body_angular_velocities[0] == pytest.approx((0, 0, spin), abs=1e-6)
    said = {(entry.path, entry.column, entry.feature) for entry in adapter.unsupported(model)}
    assert ("/Bob", column, "unsound_velocity") in said


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ("float physics:gravityMagnitude = nan", "physics:gravityMagnitude"),
        ("float physics:gravityMagnitude = inf", "physics:gravityMagnitude"),
        ("vector3f physics:gravityDirection = (0, nan, -1)", "physics:gravityDirection"),
    ],
)
def test_a_gravity_that_is_no_number_is_none(engine: str, cells: str, column: str) -> None:
    text = FLOATING.replace("float physics:gravityMagnitude = 0", cells).format(linear=(0, 0, 3), angular=(0, 0, 0))
    scene = scene_of(HEADER + text)
    adapter = load_engine(engine)
    model = adapter.build(parse(scene), scene)
    adapter.step(model, 240)
    assert adapter.state(model).body_positions[0] == pytest.approx((0, 0, 3), abs=1e-6)
    said = {(entry.path, entry.column, entry.feature) for entry in adapter.unsupported(model)}
    assert ("/Scene", column, "unsound_gravity") in said


@pytest.mark.parametrize(
    "cells", ["point3f physics:localPos1 = (nan, 0, 0)", "point3f physics:localPos1 = (0, inf, 0)"]
)
def test_a_joint_that_is_nowhere_carries_nothing(cells: str) -> None:
    scene = scene_of(pendulum(joint=cells))
    adapter = load_engine("mujoco")
    model = adapter.build(parse(scene), scene, time_step=1e-4)
    adapter.step(model, 2500)
    # ovphysx 0.7 says `PxD6JointCreate: local frame 1 is not a valid transform`, and lets the bob fall.
    assert adapter.state(model).body_positions[0] == pytest.approx((0, 0, 2 - 9.81 * 0.25**2 / 2), abs=1e-3)
    said = {(entry.path, entry.column, entry.feature) for entry in adapter.unsupported(model)}
    assert said == {("/Hinge", "physics:localPos1", "unsound_frame")}
