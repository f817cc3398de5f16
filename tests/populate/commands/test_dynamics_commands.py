"""`tree` and `simulate` on the command line: exit codes, JSON, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pytest
from command_line import ROOT, invoke

from columnar import parse
from columnar.dynamics import build_articulations
from populate import populate

GRIPPER = ROOT / "demo" / "gripper.usda"


def answer(*arguments: str | Path, code: int = 0) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_a_tree_as_json_and_as_a_picture(tmp_path: Path) -> None:
    (articulation,) = answer("tree", GRIPPER, "--svg", tmp_path / "tree.svg")["articulations"]
    assert articulation["path"] == "/World/Gripper"
    assert [(joint["depth"], joint["link"].rsplit("/", 1)[-1], joint["kind"]) for joint in articulation["joints"]] == [
        (0, "Base", "fixed"),
        (1, "Arm", "revolute"),
        (2, "Palm", "d6"),
        (3, "LeftFinger", "prismatic"),
        (3, "RightFinger", "prismatic"),
    ]
    arm = articulation["joints"][1]
    # 110 degrees either way, 7 N m/degree and 0.7 N m s/degree.
    assert arm["limits"] == [pytest.approx([-np.radians(110), np.radians(110)])]
    assert arm["drives"][0]["stiffness"] == pytest.approx(np.degrees(7.0))
    assert articulation["mimics"] == 1
    texts = [entry.text for entry in ElementTree.parse(tmp_path / "tree.svg").iter() if entry.tag.endswith("text")]
    assert any("RightFinger" in str(text) for text in texts)


def test_every_state_is_saved(tmp_path: Path) -> None:
    found = answer(
        "simulate", GRIPPER, "--steps", "5", "--dt", "0.01", "--envs", "2", "-o", tmp_path / "run.arrow",
        "--plot", tmp_path / "run.svg", code=1,
    )  # fmt: skip
    assert found["finite"] is True
    table = pa.ipc.open_file(tmp_path / "run.arrow").read_all()
    assert table.num_rows == 6 * 2
    assert table["time"].to_pylist() == pytest.approx(np.repeat(0.01 * np.arange(6), 2))
    names = json.loads(table.schema.metadata[b"arrowstage:simulation"])

    scene = populate(GRIPPER).scene
    (gripper,) = build_articulations(parse(scene), scene).articulations
    assert names["links"] == list(gripper.tree.link_names)
    for _ in range(5):
        gripper.step(0.01)
    last = table.to_pylist()[-1]
    assert last["positions"] == pytest.approx(gripper.positions[0])
    assert last["velocities"] == pytest.approx(gripper.velocities[0])
    assert np.array(last["link_positions"]) == pytest.approx(gripper.link_poses().position[0])
    assert np.array(last["link_rotations"]) == pytest.approx(gripper.link_poses().rotation[0])
    assert last["kinetic_energy"] == pytest.approx(gripper.energies().kinetic[0])
    assert found["positions"] == pytest.approx(dict(zip(names["coordinates"], gripper.positions[0], strict=True)))
    paths = [entry for entry in ElementTree.parse(tmp_path / "run.svg").iter() if entry.tag.endswith("path")]
    assert len(paths) == gripper.tree.nq + 3


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.arrow", "b.arrow"):
        assert invoke("simulate", GRIPPER, "--steps", "3", "-o", tmp_path / name).exit_code == 1
    assert (tmp_path / "a.arrow").read_bytes() == (tmp_path / "b.arrow").read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--engine", "bullet"], "no engine 'bullet'; there are: "),
        (["--integrator", "euler"], "no integrator 'euler'; there are: implicit, semi-implicit, rk4"),
        (["--dt", "0"], "a step of 0.0 s; expected more than 0"),
        (["--dt", "nan"], "a step of nan s; expected more than 0"),
        (["--engine", "mujoco", "--envs", "2"], "2 environments; mujoco moves one"),
        (["--engine", "mujoco", "--integrator", "rk4"], "mujoco has one of its own: leave it out, or take --engine"),
        (["--engine", "mujoco", "--integrator", "implicit"], "integrator 'implicit'; mujoco has one of its own"),
        (["--envs", "1000000000"], "take fewer steps or environments"),
        (["--engine", "mujoco", "--steps", "1000000", "--plot", "no folder/run.svg"], "its folder does not exist"),
        (["--envs", "0"], "0 environments; expected 1 or more"),
        (["--steps", "-1"], "-1 steps; expected 0 to 1000000"),
        (["--steps", "100000", "--envs", "100000"], "take fewer steps or environments"),
    ],
)
def test_options_that_cannot_be_are_refused(options: list[str], message: str) -> None:
    result = invoke("simulate", GRIPPER, *options)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")


def test_a_scene_without_articulations_has_nothing_to_move(tmp_path: Path) -> None:
    stage = tmp_path / "empty.usda"
    stage.write_text('#usda 1.0\ndef Cube "Box"\n{\n}\n')
    for command in ("simulate", "tree"):
        result = invoke(command, stage)
        assert result.exit_code == 2
        assert "no articulation" in result.stderr


def test_steps_of_none_keep_the_start(tmp_path: Path) -> None:
    assert invoke("simulate", GRIPPER, "--steps", "0", "-o", tmp_path / "run.arrow").exit_code == 1
    assert pa.ipc.open_file(tmp_path / "run.arrow").read_all().num_rows == 1


_HUNG = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def PhysicsScene "Scene" {
    float physics:gravityMagnitude = 9.81
}
def Xform "Base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsArticulationRootAPI"]) {
    float physics:mass = 1
    float3 physics:diagonalInertia = (1, 1, 1)
}
def Xform "Bob" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
    float physics:mass = 1
    point3f physics:centerOfMass = (0, 0, -0.5)
    float3 physics:diagonalInertia = (0.01, 0.01, 0.002)
    def Cube "Shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {
        double size = 0.1
    }
}
def Xform "Ball" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
    float physics:mass = 1
    float3 physics:diagonalInertia = (1, 1, 1)
}
def PhysicsFixedJoint "Nail" {
    rel physics:body1 = </Base>
}
def PhysicsRevoluteJoint "Hinge" (prepend apiSchemas = ["PhysicsJointStateAPI:angular"]) {
    rel physics:body0 = </Base>
    rel physics:body1 = </Bob>
    uniform token physics:axis = "X"
    float state:angular:physics:position = 60
}
"""
"""A pendulum whose floating base a fixed joint nails to the world, and a loose ball."""


@pytest.fixture
def hung(tmp_path: Path) -> Path:
    stage = tmp_path / "hung.usda"
    stage.write_text(_HUNG)
    return stage


def test_what_our_own_engine_leaves_out_is_listed_and_strict_refuses_it(hung: Path) -> None:
    found = answer("simulate", hung, "--steps", "2", code=1)
    places = {(entry["path"], entry["column"], entry["feature"]) for entry in found["unsupported"]}
    assert places == {
        ("/Ball", "physics:rigidBodyEnabled", "loose_body"),
        ("/Bob/Shape", "physics:collisionEnabled", "contacts"),
    }
    text = invoke("simulate", hung, "--steps", "2").stdout
    assert "not expressed by featherstone" in text
    assert "/Bob/Shape" in text
    refused = invoke("simulate", hung, "--steps", "2", "--strict")
    assert refused.exit_code == 2
    assert "/Ball: physics:rigidBodyEnabled: featherstone does not express this" in refused.stderr


def test_a_nailed_base_stands_in_simulate_tree_and_compare_alike(hung: Path) -> None:
    (tree,) = answer("tree", hung)["articulations"]
    assert [(joint["link"], joint["kind"]) for joint in tree["joints"]] == [("/Base", "fixed"), ("/Bob", "revolute")]
    assert tree["loops"] == []
    options = ("--steps", "50", "--dt", "0.001")
    moved = answer("simulate", hung, *options, code=1)["positions"]
    joints = answer("compare", hung, *options, "--engines", "mujoco,featherstone")["joints"]
    (hinge,) = (joint for joint in joints if joint["path"] == "/Hinge")
    # From rest for so short a time: start - m g l sin(60 degrees) / inertia / 2 t^2.
    expected = np.pi / 3 - 9.81 * 0.5 * np.sin(np.pi / 3) / 0.26 / 2 * 0.05**2
    assert moved == pytest.approx({"/Hinge": expected}, abs=1e-3)
    assert hinge["position"]["featherstone"] == pytest.approx(moved["/Hinge"], abs=1e-12)


def test_a_largest_effort_of_none_is_null(hung: Path) -> None:
    driven = _HUNG.replace(
        '"PhysicsJointStateAPI:angular"]', '"PhysicsJointStateAPI:angular", "PhysicsDriveAPI:angular"]'
    ).replace("float state:", "float drive:angular:physics:stiffness = 1\n    float state:")
    hung.write_text(driven)
    (tree,) = answer("tree", hung)["articulations"]
    # The schema's fallback of physics:maxForce is inf.
    assert tree["joints"][1]["drives"][0]["max_effort"] is None
