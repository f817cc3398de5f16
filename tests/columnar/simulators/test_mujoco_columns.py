"""MuJoCo's own columns: actuators and joint values."""

from __future__ import annotations

import numpy as np
import pytest
from built import built, features, settled
from pendulum import pendulum

from columnar import parse
from columnar.simulators import load_engine, mujoco
from tests.stage_text import scene_of

ACTUATOR = """
def MjcActuator "Motor" {
    rel mjc:target = </Hinge>
    uniform double[] mjc:gear = [3, 0, 0, 0, 0, 0]
    uniform double[] mjc:gainPrm = [2]
    uniform double mjc:ctrlRange:min = -1
    uniform double mjc:ctrlRange:max = 1
}
"""


def test_an_actuator_pushes_by_gain_times_gear() -> None:
    model = built(pendulum() + ACTUATOR)
    assert not features(model)
    model.data.ctrl[0] = 5.0
    # The control is cut off at 1.
    assert mujoco.state(model).accelerations[0] == pytest.approx(2 * 3 / 0.26, rel=1e-6)


def test_an_actuator_on_nothing_is_a_finding() -> None:
    model = built(pendulum() + ACTUATOR.replace("</Hinge>", "</Nothing>"))
    assert ("/Motor", "mjc:target", "mjc_actuator_target") in features(model)
    assert model.model.nu == 0


def test_without_the_columns_there_are_no_actuators() -> None:
    scene = scene_of(pendulum() + ACTUATOR)
    assert mujoco.build(parse(scene)).model.nu == 0


def test_its_own_values_on_a_stage_in_centimetres_are_found() -> None:
    joint = "uniform double mjc:stiffness = 50\n    uniform double mjc:springref = 30"
    text = pendulum(meters=0.01, joint=joint, schemas=', "MjcJointAPI"') + ACTUATOR
    model = built(text)
    assert features(model) == {
        ("/Hinge", "mjc:stiffness", "mjc_units"),
        ("/Motor", "mjc:gainPrm", "mjc_units"),
    }
    # In N m per rad and in N m, whatever the stage's own unit of torque.
    model.data.ctrl[0] = 1.0
    assert mujoco.state(model).accelerations[0] == pytest.approx((50 * np.radians(30) + 2 * 3) / 0.26, rel=1e-6)


def test_a_joint_spring_and_its_rest_position() -> None:
    joint = "uniform double mjc:stiffness = 50\n    uniform double mjc:springref = 30"
    model = built(pendulum(joint=joint, schemas=', "MjcJointAPI"'))
    assert mujoco.state(model).accelerations[0] == pytest.approx(50 * np.radians(30) / 0.26, rel=1e-6)
    assert settled(model, 0.01).positions[0] > 0


@pytest.mark.parametrize("token", ["", "warp"])
def test_an_actuator_of_a_type_that_mujoco_has_not(token: str) -> None:
    cells = ACTUATOR.replace("rel mjc:target", f'uniform token mjc:gainType = "{token}"\n    rel mjc:target')
    model = built(pendulum() + cells)
    asked = ("/Motor", "mjc:gainType", "mjc_actuator_type") in features(model)
    assert (asked, model.model.nu) == ((True, 0) if token else (False, 1))


OWN_VALUES = {
    "uniform double mjc:stiffness = 50": {("/Hinge", "mjc:stiffness", "mjc_joint")},
    "uniform double mjc:damping = 2": {("/Hinge", "mjc:damping", "mjc_joint")},
    # What replaced the old spelling outranks it.
    "uniform double mjc:damping = 2\n    float newton:damping = 0.1": set(),
}


@pytest.mark.parametrize("cells", OWN_VALUES)
@pytest.mark.parametrize("engine", ["featherstone", "pinocchio"])
def test_engines_without_its_joint_values_say_so(engine: str, cells: str) -> None:
    text = pendulum(joint=cells, schemas=', "MjcJointAPI", "NewtonJointAPI"')
    text = text.replace('"PhysicsMassAPI"]', '"PhysicsMassAPI", "PhysicsArticulationRootAPI"]')
    scene = scene_of(text)
    simulator = load_engine(engine)
    found = simulator.unsupported(simulator.build(parse(scene), scene))
    assert {(entry.path, entry.column, entry.feature) for entry in found} == OWN_VALUES[cells]
