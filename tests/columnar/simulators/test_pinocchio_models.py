"""pinocchio models: one per tree, steps in time, and what they cannot express."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pendulum import pendulum, stage_header

from columnar import parse
from columnar.simulators import SimulatorError, pinocchio
from tests.stage_text import scene_of

SCENE = 'def PhysicsScene "S" {\n}\n'


def _body(name: str, place: tuple[float, float, float], apis: str = "") -> str:
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"{apis}]) {{
    double3 xformOp:translate = {place}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = 1
    float3 physics:diagonalInertia = (0.1, 0.1, 0.1)
}}
"""


def _joint(kind: str, name: str, first: str, second: str, cells: str = "", apis: str = "") -> str:
    side = f"rel physics:body0 = </{first}>" if first else ""
    applied = f"(prepend apiSchemas = [{apis}])" if apis else ""
    lines = [f'def Physics{kind}Joint "{name}" {applied} {{', side, f"rel physics:body1 = </{second}>", cells, "}"]
    return "\n".join(lines) + "\n"


def _built(text: str, **options: Any) -> pinocchio.PinocchioModel:
    scene = scene_of(text)
    return pinocchio.build(parse(scene), scene, **options)


def _features(text: str) -> set[tuple[str, str]]:
    return {(found.path, found.feature) for found in pinocchio.unsupported(_built(text))}


def test_every_root_is_a_model_of_its_own() -> None:
    text = stage_header() + SCENE + _body("A", (0, 0, 0)) + _body("B", (1, 0, 0)) + _body("C", (1, 0, -1))
    text += _joint("Revolute", "Hinge", "", "B", "point3f physics:localPos0 = (1, 0, 0)")
    text += _joint("Spherical", "Ball", "B", "C", "point3f physics:localPos0 = (0, 0, -1)")
    model = _built(text)
    # The hinge and the ball are four degrees of freedom of one tree, the body that floats six of another.
    assert sorted(tree.model.nv for tree in model.trees) == [4, 6]
    assert [name.path for name in pinocchio.names(model).coordinates] == ["/A"] * 6 + ["/Hinge"] + ["/Ball"] * 3
    assert pinocchio.names(model).bodies == ("/A", "/B", "/C")


def test_what_a_fixed_joint_holds_is_one_body_with_what_it_hangs_on() -> None:
    text = pendulum() + _body("Weight", (0, 0, 1)).replace("physics:mass = 1", "physics:mass = 3")
    text += _joint("Fixed", "Glue", "Bob", "Weight", "point3f physics:localPos0 = (0, 0, -1)")
    (tree,) = _built(text).trees
    assert tree.model.nv == 1
    # 1 kg at 0.5 m and 3 kg at 1 m below the hinge.
    assert tree.model.inertias[1].mass == pytest.approx(4)
    assert tree.model.inertias[1].lever == pytest.approx([0, 0, -(0.5 + 3) / 4])


def test_steps_go_where_the_pendulums_equation_does() -> None:
    text = pendulum(joint="float state:angular:physics:position = 60", schemas=', "PhysicsJointStateAPI:angular"')
    model = _built(text, time_step=1e-4)
    pinocchio.step(model, 3000)
    state = pinocchio.state(model)
    angle, speed = np.radians(60), 0.0
    for _ in range(300_000):
        speed -= 1e-6 * 9.81 * 0.5 * np.sin(angle) / 0.26
        angle += 1e-6 * speed
    assert state.time == pytest.approx(0.3)
    assert state.positions[0] == pytest.approx(angle, abs=1e-3)
    assert state.body_angular_velocities[0] == pytest.approx([speed, 0, 0], abs=1e-2)
    # The bob's origin is in the hinge.
    assert state.body_positions[0] == pytest.approx([0, 0, 2], abs=1e-9)


def test_a_stiff_drive_comes_to_rest_at_its_target_at_any_step() -> None:
    drive = """float drive:angular:physics:stiffness = 1e6
    float drive:angular:physics:damping = 1e5
    float drive:angular:physics:targetPosition = 30"""
    model = _built(pendulum(drive=drive), time_step=0.01)
    pinocchio.step(model, 200)
    assert pinocchio.state(model).positions[0] == pytest.approx(np.radians(30), abs=1e-6)


def test_turns_beyond_half_a_turn_are_counted() -> None:
    joint = "float state:angular:physics:velocity = 3600"
    model = _built(pendulum(joint=joint, schemas=', "PhysicsJointStateAPI:angular"'), time_step=1e-3)
    pinocchio.step(model, 200)
    assert pinocchio.state(model).positions[0] == pytest.approx(np.radians(3600) * 0.2, rel=0.05)


LOOP = (
    stage_header()
    + SCENE
    + _body("A", (0, 0, 0), ', "PhysicsArticulationRootAPI"')
    + _body("B", (0, 0, 0))
    + _joint("Fixed", "Root", "", "A")
    + _joint("Revolute", "Hinge", "A", "B")
    + _joint("Spherical", "Second", "A", "B")
)

FOLLOWING = (
    pendulum()
    + _body("Other", (1, 0, 0))
    + _joint("Revolute", "Follow", "", "Other", "rel newton:mimicJoint = </Hinge>", '"NewtonMimicAPI"')
)

CANNOT = {
    "limit": (pendulum(limits=(-10, 10)), ("/Hinge", "limit")),
    "friction": (
        pendulum(joint="float newton:friction = 1", schemas=', "NewtonJointAPI"'),
        ("/Hinge", "dry_friction"),
    ),
    "loop": (LOOP, ("/Second", "loop_spherical")),
    "mimic": (FOLLOWING, ("/Follow", "mimic")),
    "contacts": (
        pendulum() + 'def Cube "Block" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {\n}\n',
        ("/Block", "contacts"),
    ),
}


@pytest.mark.parametrize("name", CANNOT)
def test_what_it_cannot_express_is_said(name: str) -> None:
    text, expected = CANNOT[name]
    assert expected in _features(text)


def test_a_plain_pendulum_has_no_findings() -> None:
    assert not pinocchio.unsupported(_built(pendulum(), strict=True))


def test_strict_refuses_and_names_the_first() -> None:
    with pytest.raises(SimulatorError, match=r"^/Hinge: .*: pinocchio does not express this"):
        _built(pendulum(limits=(-10, 10)), strict=True)


def test_an_inertia_that_is_not_positive_is_refused_by_name() -> None:
    with pytest.raises(SimulatorError, match=r"/A: pinocchio does not take its inertia.*physics:diagonalInertia"):
        _built(stage_header() + SCENE + _body("A", (0, 0, 0)).replace("(0.1, 0.1, 0.1)", "(0.1, 0.1, -0.1)"))
