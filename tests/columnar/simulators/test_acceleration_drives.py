"""Drives whose gains are per unit of inertia, in engines that know forces only."""

from __future__ import annotations

import numpy as np
import pytest

from columnar import Scene, parse
from columnar.simulators import mujoco
from columnar.simulators.mechanism import as_force_drives, build_mechanism
from tests.stage_text import scene_of

STIFFNESS, TARGET = 2.0, 30.0
STARTS = {"A": 40.0, "B": -70.0, "C": 0.2}


def link(name: str, place: tuple[float, float, float]) -> str:
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {{
    double3 xformOp:translate = {place}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = {1.0 + len(name)}
    point3f physics:centerOfMass = (0.1, 0.2, -0.5)
    float3 physics:diagonalInertia = (0.1, 0.2, 0.15)
}}
"""


def joint(kind: str, body: str, below: str, axis: str, instance: str, lever: tuple[float, float, float]) -> str:
    above = f"rel physics:body0 = </{below}>" if below else ""
    return f"""
def Physics{kind}Joint "Joint{body}" (
    prepend apiSchemas = ["PhysicsDriveAPI:{instance}", "PhysicsJointStateAPI:{instance}", "NewtonJointAPI"]
) {{
    {above}
    rel physics:body1 = </{body}>
    point3f physics:localPos0 = {lever}
    uniform token physics:axis = "{axis}"
    float state:{instance}:physics:position = {STARTS[body]}
    float drive:{instance}:physics:stiffness = {STIFFNESS}
    float drive:{instance}:physics:targetPosition = {TARGET}
    uniform token drive:{instance}:physics:type = "acceleration"
    float newton:armature = 0.3
}}
"""


def arm(meters: float = 1.0) -> Scene:
    """Two hinges and a slider, bent at the start, without gravity."""
    return scene_of(
        f"#usda 1.0\n(\n    metersPerUnit = {meters}\n    upAxis = \"Z\"\n)\n"
        'def PhysicsScene "Scene" {\n    float physics:gravityMagnitude = 0\n}\n'
        + link("A", (0, 0, 0)) + link("B", (0, 0, -1)) + link("C", (0, 0, -2))
        + joint("Revolute", "A", "", "X", "angular", (0, 0, 0))
        + joint("Revolute", "B", "A", "Y", "angular", (0, 0, -1))
        + joint("Prismatic", "C", "B", "X", "linear", (0, 0, -1))
    )  # fmt: skip


@pytest.mark.parametrize("meters", [1.0, 0.01])
def test_an_inertia_is_one_over_that_of_the_inverse_mass_matrix(meters: float) -> None:
    import mujoco as engine

    scene = arm(meters)
    descriptors = parse(scene)
    model = mujoco.build(descriptors, scene)
    mass = np.zeros((3, 3))
    for row, unit in zip(mass, np.eye(3), strict=True):
        engine.mj_mulM(model.model, model.data, row, unit)
    felt = 1.0 / np.diag(np.linalg.inv(mass))
    # MuJoCo has metres; a moment of the stage is one of meters^2.
    units = np.array([meters**2, meters**2, 1.0])
    values = as_force_drives(build_mechanism(descriptors, scene)).motions.values
    gains = np.array([STIFFNESS * 180 / np.pi] * 2 + [STIFFNESS])
    assert values.stiffness == pytest.approx(gains * felt / units, rel=1e-6)
    assert not values.acceleration.any()


def test_one_such_drive_accelerates_its_axis_as_stated() -> None:
    for place, (name, start) in enumerate(STARTS.items()):
        scene = arm()
        descriptors = parse(scene)
        model = mujoco.build(descriptors, scene)
        model.data.ctrl[:] = 0.0
        alone = np.arange(3) != place
        model.model.actuator_gainprm[alone] = 0.0
        model.model.actuator_biasprm[alone] = 0.0
        target = TARGET if name == "C" else np.radians(TARGET)
        model.data.ctrl[place] = target
        position = start if name == "C" else np.radians(start)
        gain = STIFFNESS if name == "C" else STIFFNESS * 180 / np.pi
        assert mujoco.state(model).accelerations[place] == pytest.approx(gain * (target - position), rel=1e-6)
