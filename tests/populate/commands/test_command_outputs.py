"""Outputs are looked at before any work: the input of these commands cannot even be opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import invoke

COMMANDS = {
    "parse": ["parse", "IN", "-o", "OUT"],
    "tree": ["tree", "IN", "--svg", "OUT"],
    "simulate, states": ["simulate", "IN", "-o", "OUT"],
    "simulate, plot": ["simulate", "IN", "--engine", "mujoco", "--plot", "OUT"],
    "compare": ["compare", "IN", "--plot", "OUT"],
    "to-mjcf": ["to-mjcf", "IN", "OUT"],
    "validate, SARIF": ["validate", "IN", "--sarif", "OUT"],
    "validate, JUnit": ["validate", "IN", "--junit", "OUT"],
    "concat": ["concat", "IN", "IN", "-o", "OUT"],
    "pack": ["pack", "IN", "OUT"],
    "diff": ["diff", "IN", "IN", "--html", "OUT"],
}


def refusal(name: str, read: Path, written: Path) -> str:
    places = {"IN": str(read), "OUT": str(written)}
    result = invoke(*(places.get(word, word) for word in COMMANDS[name]))
    assert result.exit_code == 2, result.output
    return str(result.stderr)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scene.arrow"
    path.write_bytes(b"no scene")
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_that_is_not_there(name: str, file: Path, tmp_path: Path) -> None:
    assert "its folder does not exist" in refusal(name, file, tmp_path / "nowhere" / "out")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_in_place_of_a_file(name: str, file: Path, tmp_path: Path) -> None:
    assert "it is a folder" in refusal(name, file, tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_input_itself(name: str, file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file)
    assert "it is the input" in refusal(name, file, link)
    assert file.read_bytes() == b"no scene"


def test_a_stage_and_its_page(tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text("no stage")
    result = invoke("diff", stage, "--html", stage)
    assert result.exit_code == 2
    assert "it is the input" in result.stderr


def test_populate_does_not_write_over_its_stage(tmp_path: Path) -> None:
    stage, link = tmp_path / "stage.usda", tmp_path / "stage.arrow"
    stage.write_text("#usda 1.0\n")
    link.symlink_to(stage)
    result = invoke("populate", stage, link)
    assert result.exit_code == 2
    assert "it is the stage" in result.stderr
    assert stage.read_text() == "#usda 1.0\n"
