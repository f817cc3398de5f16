"""A MuJoCo model put together from parts is the one made in a piece."""

from __future__ import annotations

import numpy as np
import pytest
from built import built

from columnar.simulators import import_engine, mujoco
from tests.conformance.stages import STAGES


def _arrays(model: mujoco.MujocoModel) -> dict[str, np.ndarray]:
    found = {name: getattr(model.model, name) for name in dir(model.model) if not name.startswith("_")}
    return {name: values for name, values in found.items() if isinstance(values, np.ndarray)}


def _with_a_second_tree(text: str) -> str:
    return (
        text
        + """
def Sphere "Extra" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]) {
    double3 xformOp:translate = (9, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Mesh "ExtraWedge" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"]) {
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    int[] faceVertexCounts = [3, 3, 3, 3]
    int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]
    uniform token physics:approximation = "convexHull"
    double3 xformOp:translate = (12, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
"""
    )


@pytest.mark.parametrize("name", STAGES)
def test_parts_give_the_model_that_one_piece_gives(name, monkeypatch) -> None:
    text = _with_a_second_tree(STAGES[name])
    whole = built(text)
    monkeypatch.setattr("columnar.simulators.mujoco.parts._SIZE", 1)
    parted = built(text)
    expected, found = _arrays(whole), _arrays(parted)
    assert found.keys() == expected.keys()
    for field, values in expected.items():
        np.testing.assert_array_equal(found[field], values, err_msg=field)
    reader = import_engine("mujoco").MjModel.from_xml_string
    again = [reader(mujoco.mjcf_text(model)) for model in (whole, parted)]
    np.testing.assert_array_equal(again[1].body_inertia, again[0].body_inertia)
    np.testing.assert_array_equal(again[1].qpos0, again[0].qpos0)
