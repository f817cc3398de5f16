"""One scene in several engines."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pendulum import HEADER, NAILED_BASE, pendulum

from columnar import Scene, parse, save_scene
from columnar.commands import CommandError, SimulationOptions, compare_engines, simulate_file, to_mjcf
from columnar.file import open_scene
from columnar.simulators import SimulatorError, largest_differences, mujoco, run_engine, state_energies
from tests.stage_text import scene_of

BETWEEN = "rel physics:body0 = </Base>\n    rel physics:body1 = </Bob>"

ARTICULATED = (
    pendulum(joint="float state:angular:physics:position = 60", schemas=', "PhysicsJointStateAPI:angular"').replace(
        "rel physics:body1 = </Bob>\n    point3f physics:localPos0 = (0.0, 0.0, 2.0)", BETWEEN
    )
    + NAILED_BASE
)


@pytest.fixture
def scene() -> Scene:
    return scene_of(ARTICULATED)


@pytest.fixture
def file(scene: Scene, tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.arrow"
    save_scene(scene, path)
    return path


def test_two_engines_swing_alike(scene: Scene) -> None:
    runs = [run_engine(name, parse(scene), scene, steps=200, time_step=1e-3) for name in ("mujoco", "featherstone")]
    acceleration, position = largest_differences(runs)
    # m g l sin(60 degrees) over the inertia about the hinge.
    expected = -9.81 * 0.5 * np.sin(np.pi / 3) / 0.26
    assert [run.accelerations[0] for run in runs] == pytest.approx([expected] * 2, rel=1e-6)
    assert acceleration.max() <= 1e-6 * abs(expected)
    assert position.max() < 2e-3


def test_energies_are_those_of_a_pendulum(scene: Scene) -> None:
    model = mujoco.build(parse(scene), scene, time_step=1e-4)
    mujoco.step(model, 3000)
    state = mujoco.state(model)
    kinetic, potential = state_energies(model.mechanism, state)
    angle, speed = state.positions[0], state.velocities[0]
    assert kinetic == pytest.approx(0.5 * 0.26 * speed**2, rel=1e-6)
    # The base of 1 kg stands two metres up.
    assert potential == pytest.approx(9.81 * (2.0 + 2.0 - 0.5 * np.cos(angle)), rel=1e-6)
    assert kinetic + potential == pytest.approx(9.81 * (4.0 - 0.25), rel=1e-3)


def test_the_command_answers_in_json(file: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    result = compare_engines(
        file, ["mujoco", "featherstone"], opener=open_scene, steps=10, time_step=1e-3, profile="ovphysx", plot=plot
    )
    data = json.loads(json.dumps(result.data()))
    assert result.exit_code == 0
    assert data["engines"] == ["mujoco", "featherstone"]
    (joint,) = data["joints"]
    assert joint["path"] == "/Hinge"
    assert set(joint["acceleration"]) == set(joint["position"]) == {"mujoco", "featherstone"}
    assert data["max_difference"]["acceleration"] < 1e-4
    assert plot.read_text().startswith("<svg")


def test_one_engine_is_not_a_comparison(file: Path) -> None:
    with pytest.raises(CommandError, match="two engines"):
        compare_engines(file, ["mujoco"], opener=open_scene, steps=10, time_step=1e-3, profile="ovphysx")


def test_an_engine_that_is_none(file: Path) -> None:
    with pytest.raises(SimulatorError, match="bullet"):
        compare_engines(file, ["mujoco", "bullet"], opener=open_scene, steps=1, time_step=1e-3, profile="ovphysx")


def test_simulate_keeps_the_states_of_an_engine(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "run.arrow"
    options = SimulationOptions(steps=20, step=1e-3, engine="mujoco")
    result = simulate_file(file, options, opener=open_scene, output=output, plot=None)
    assert result.exit_code == 0
    with pa.ipc.open_file(output) as reader:
        table = reader.read_all()
    assert table.num_rows == 21
    start = table["positions"].to_pylist()[0]
    assert start == pytest.approx([np.pi / 3])


def test_accelerations_of_what_moves_already() -> None:
    moving = "float state:angular:physics:position = 60\n    float state:angular:physics:velocity = 50"
    text = ARTICULATED.replace("float state:angular:physics:position = 60", moving)
    damped = "float drive:angular:physics:damping = 0.01\n    uniform token physics:axis"
    scene = scene_of(text.replace("uniform token physics:axis", damped))
    runs = [run_engine(name, parse(scene), scene, steps=1, time_step=1e-3) for name in ("mujoco", "featherstone")]
    # Gravity's torque and the damper's, 0.01 N m s/degree at 50 degrees a second, over the inertia about the hinge.
    expected = -(9.81 * 0.5 * np.sin(np.pi / 3) + 0.01 * 50) / 0.26
    assert [run.accelerations[0] for run in runs] == pytest.approx([expected] * 2, rel=1e-6)


def test_joints_of_no_articulation_do_not_fail_a_comparison(tmp_path: Path) -> None:
    path = tmp_path / "loose.arrow"
    save_scene(scene_of(pendulum()), path)
    result = compare_engines(
        path, ["mujoco", "featherstone"], opener=open_scene, steps=2, time_step=1e-3, profile="ovphysx"
    )
    assert result.exit_code == 0
    # One engine alone counts the hinge: there is no difference, not even one of 0.
    assert result.data()["max_difference"] == {"acceleration": None, "position": None}
    assert ("largest difference of positions", "not compared") in result.blocks()[0].facts


def test_what_blows_up_in_an_engine_fails_a_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "stiff.arrow"
    # Far beyond what a step of 0.1 s of an explicit spring can hold.
    stiff = "float drive:angular:physics:stiffness = 1e30\n    float drive:angular:physics:targetPosition = 90"
    save_scene(scene_of(pendulum(drive=stiff)), path)
    result = compare_engines(
        path, ["mujoco", "featherstone"], opener=open_scene, steps=50, time_step=0.1, profile="ovphysx"
    )
    assert result.exit_code == 1
    # MuJoCo logs to where it is run, unless its warnings are taken.
    assert [entry.name for entry in tmp_path.iterdir()] == ["stiff.arrow"]
    data = result.data()
    warned = {(entry["path"], entry["feature"]) for entry in data["unsupported"]["mujoco"]}
    assert warned == {("/Hinge", "engine_warning")}
    assert data["finite"] == {"mujoco": False, "featherstone": True}
    # What stopped being a number differs from anything, and not by 0.
    assert data["max_difference"]["position"] == "inf"
    assert ("largest difference of positions", "not finite") in result.blocks()[0].facts


@pytest.mark.parametrize("engine", ["mujoco", "featherstone"])
def test_states_that_would_not_fit_are_refused_before_any_step(scene: Scene, engine: str) -> None:
    with pytest.raises(SimulatorError, match="take fewer steps or environments"):
        run_engine(engine, parse(scene), scene, steps=10**9, time_step=1e-3)


def test_states_without_coordinates_are_kept(tmp_path: Path) -> None:
    path, output = tmp_path / "base.arrow", tmp_path / "run.arrow"
    save_scene(scene_of(HEADER + NAILED_BASE), path)
    simulate_file(path, SimulationOptions(steps=2, step=1e-3), opener=open_scene, output=output, plot=None)
    with pa.ipc.open_file(output) as reader:
        assert reader.read_all()["positions"].to_pylist() == [[]] * 3


def test_outputs_are_neither_the_input_nor_one_another(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    link, other, options = tmp_path / "link.arrow", tmp_path / "other", SimulationOptions(steps=1, step=1e-3)
    link.symlink_to(file)
    with pytest.raises(CommandError, match="it is the input"):
        to_mjcf(file, file, opener=open_scene, profile="ovphysx")
    with pytest.raises(CommandError, match="it is the input"):
        simulate_file(file, options, opener=open_scene, output=link, plot=None)
    with pytest.raises(CommandError, match="it is another output"):
        simulate_file(file, options, opener=open_scene, output=other, plot=other)
    with pytest.raises(CommandError, match="it is the input"):
        compare_engines(
            file, ["mujoco", "featherstone"], opener=open_scene, steps=1, time_step=1e-3, profile="ovphysx", plot=file
        )
    assert file.read_bytes() == before
    assert not other.exists()
