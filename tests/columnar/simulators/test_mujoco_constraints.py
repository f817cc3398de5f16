"""Couplings, loops and distances in MuJoCo against geometry."""

from __future__ import annotations

import numpy as np
import pytest
from built import built, features, position, settled
from pendulum import HEADER, pendulum

from columnar.simulators import mujoco
from tests.stage_text import scene_of

SCENE = 'def PhysicsScene "S" {\n}\n'


def _link(name: str, place: tuple[float, float, float], cells: str = "") -> str:
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {{
    double3 xformOp:translate = {place}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = 1
    float3 physics:diagonalInertia = (0.02, 0.02, 0.02)
    {cells}
}}
"""


def _joint(
    kind: str, name: str, first: str | None, second: str, place0, place1, cells: str = "", apis: str = ""
) -> str:
    side0 = f"rel physics:body0 = </{first}>" if first else ""
    head = f"(prepend apiSchemas = [{apis}])" if apis else ""
    return f"""
def {kind} "{name}" {head} {{
    {side0}
    rel physics:body1 = </{second}>
    point3f physics:localPos0 = {place0}
    point3f physics:localPos1 = {place1}
    {cells}
}}
"""


def test_a_mimic_follows_with_offset_and_factor() -> None:
    text = HEADER + SCENE + _link("A", (0, 0, 0)) + _link("B", (1, 0, 0))
    drive = """float drive:angular:physics:stiffness = 1
    float drive:angular:physics:damping = 0.05
    float drive:angular:physics:targetPosition = 40"""
    text += _joint("PhysicsRevoluteJoint", "Lead", None, "A", (0, 0, 0), (0, 0, 0), drive, '"PhysicsDriveAPI:angular"')
    mimic = "rel newton:mimicJoint = </Lead>\n    float newton:mimicCoef0 = 5\n    float newton:mimicCoef1 = -2"
    text += _joint("PhysicsRevoluteJoint", "Follow", None, "B", (1, 0, 0), (0, 0, 0), mimic, '"NewtonMimicAPI"')
    model = built(text)
    values = settled(model, 3.0).positions
    lead, follow = position(model, "/Lead", "angular", values), position(model, "/Follow", "angular", values)
    assert lead == pytest.approx(np.radians(40), abs=1e-2)
    assert follow == pytest.approx(np.radians(5) - 2 * lead, abs=1e-4)


def test_a_rack_moves_its_pinion() -> None:
    text = HEADER + SCENE + _link("A", (0, 0, 0)) + _link("B", (1, 0, 0))
    text += _joint("PhysicsRevoluteJoint", "Pinion", None, "A", (0, 0, 0), (0, 0, 0))
    text += _joint("PhysicsPrismaticJoint", "Rack", None, "B", (1, 0, 0), (0, 0, 0), 'uniform token physics:axis = "Z"')
    text += _joint(
        "PhysxPhysicsRackAndPinionJoint",
        "Mesh",
        "A",
        "B",
        (0, 0, 0),
        (0, 0, 0),
        "float physics:ratio = 90\n    rel physics:hinge = </Pinion>\n    rel physics:prismatic = </Rack>",
    )
    model = built(text)
    values = settled(model, 0.3).positions
    travel = position(model, "/Rack", "linear", values)
    assert travel < -0.1
    assert position(model, "/Pinion", "angular", values) == pytest.approx(np.radians(90) * travel, abs=1e-3)


@pytest.mark.parametrize("kind", ["PhysicsRevoluteJoint", "PhysicsSphericalJoint"])
def test_a_loop_closes(kind: str) -> None:
    axis = 'uniform token physics:axis = "Y"'
    text = HEADER + SCENE + _link("A", (0, 0, -0.5)) + _link("B", (0.5, 0, -1)) + _link("C", (1, 0, -0.5))
    text += _joint("PhysicsRevoluteJoint", "J0", None, "A", (0, 0, 0), (0, 0, 0.5), axis)
    text += _joint("PhysicsRevoluteJoint", "J1", "A", "B", (0, 0, -0.5), (-0.5, 0, 0), axis)
    text += _joint("PhysicsRevoluteJoint", "J2", "B", "C", (0.5, 0, 0), (0, 0, -0.5), axis)
    text += _joint(kind, "Last", None, "C", (1, 0, 0), (0, 0, 0.5), axis)
    tilt = text.replace(
        'def PhysicsRevoluteJoint "J0"  {',
        'def PhysicsRevoluteJoint "J0" (prepend apiSchemas = ["PhysicsDriveAPI:angular"]) {'
        "\n    float drive:angular:physics:damping = 2\n    float drive:angular:physics:targetVelocity = 20",
    )
    assert tilt != text
    model = built(tilt, time_step=0.001)
    assert not {found for found in features(model) if found[2].startswith("loop_")}
    state = settled(model, 0.5)
    c = list(mujoco.names(model).bodies).index("/C")
    turn = state.body_rotations[c]
    # The end of C's upper half must be where the last joint holds it.
    w, y = turn[3], turn[1]
    up = np.array([2 * w * y, 0, w * w - y * y]) * 0.5
    assert state.body_positions[c] + up == pytest.approx([1, 0, 0], abs=2e-4)
    assert abs(position(model, "/J0", "angular", state.positions)) > 0.05


def test_a_slider_that_closes_a_loop_is_a_finding() -> None:
    text = (
        HEADER + SCENE + _link("A", (0, 0, 0)) + _joint("PhysicsRevoluteJoint", "J0", None, "A", (0, 0, 0), (0, 0, 0))
    )
    text += _joint("PhysicsPrismaticJoint", "J1", None, "A", (0, 0, 0), (0, 0, 0))
    assert ("/J1", "physics:body1", "loop_prismatic") in features(built(text))


def test_a_distance_joint_holds_within_its_bounds() -> None:
    text = HEADER + SCENE + _link("A", (0, 0, 0))
    text += _joint(
        "PhysicsDistanceJoint",
        "D",
        None,
        "A",
        (0, 0, 2),
        (0, 0, 0),
        "float physics:minDistance = 1\n    float physics:maxDistance = 2.5",
    )
    state = settled(built(text), 2.0)
    assert state.body_positions[0] == pytest.approx([0, 0, -0.5], abs=0.02)


def test_a_tree_that_hangs_on_the_world_by_an_excluded_joint() -> None:
    # The articulation floats, a slider that is excluded from it holds it: one tree, no loop.
    text = pendulum() + _link("Cart", (0, 0, 2)).replace("MassAPI", 'MassAPI", "PhysicsArticulationRootAPI')
    text = text.replace(
        'def PhysicsRevoluteJoint "Hinge" () {\n    ',
        'def PhysicsRevoluteJoint "Hinge" {\n    rel physics:body0 = </Cart>\n    ',
    ).replace("point3f physics:localPos0 = (0.0, 0.0, 2.0)", "")
    text += _joint(
        "PhysicsPrismaticJoint", "Rail", None, "Cart", (0, 0, 2), (0, 0, 0), "bool physics:excludeFromArticulation = 1"
    )
    model = built(text)
    assert [(name.path, name.axis) for name in mujoco.names(model).coordinates] == [
        ("/Rail", "linear"),
        ("/Hinge", "angular"),
    ]


def test_the_mjcf_moves_as_the_model_does() -> None:
    import mujoco as engine

    scene = scene_of(
        pendulum(joint="float state:angular:physics:position = 60", schemas=', "PhysicsJointStateAPI:angular"')
    )
    from columnar import parse

    model = mujoco.build(parse(scene), scene)
    read = engine.MjModel.from_xml_string(mujoco.mjcf_text(model))
    data = engine.MjData(read)
    engine.mj_resetDataKeyframe(read, data, 0)
    engine.mj_step(read, data, nstep=100)
    assert data.qpos[0] == pytest.approx(settled(model, 100 / 240).positions[0], abs=1e-5)
