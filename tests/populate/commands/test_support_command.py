"""`support` on the command line: exit codes, JSON, plain text, colours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke, run_command

JOINTS = Path(__file__).parents[2] / "data" / "support" / "joints.usda"

FIXED = '#usda 1.0\ndef PhysicsFixedJoint "Weld"\n{\n    bool physics:jointEnabled = 0\n}\n'


def answer(*arguments: str | Path, code: int = 0) -> Any:
    result = invoke("support", *arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_what_becomes_of_a_column() -> None:
    data = answer(JOINTS)
    assert [runtime["name"] for runtime in data["runtimes"]] == ["mujoco", "newton", "openusd", "ovphysx"]
    cones = next(each for each in data["columns"] if each["column"] == "physics:coneAngle0Limit")
    assert (cones["component"], cones["instance"], cones["applied"], cones["cells"]) == (
        "PhysicsSphericalJoint",
        "",
        True,
        1,
    )
    assert {name: each["support"] for name, each in cones["support"].items()} == {
        "mujoco": "ignored",
        "newton": "ignored",
        "openusd": "read",
        "ovphysx": "converted",
    }
    assert cones["support"]["newton"]["how"] == "ball joints have no limits"


def test_counts_add_up() -> None:
    data = answer(JOINTS)
    cells = sum(column["cells"] for column in data["columns"])
    assert all(sum(runtime["cells"].values()) == cells for runtime in data["runtimes"])


def test_a_file_answers_as_its_stage(tmp_path: Path) -> None:
    file = tmp_path / "joints.arrow"
    assert invoke("populate", JOINTS, file).exit_code == 0
    assert {**answer(file), "file": ""} == {**answer(JOINTS), "file": ""}


def test_chosen_runtimes() -> None:
    for chosen in (["--runtime", "newton", "--runtime", "openusd"], ["--runtime", "newton, openusd"]):
        data = answer(JOINTS, *chosen)
        assert [runtime["name"] for runtime in data["runtimes"]] == ["newton", "openusd"]
        assert all(list(column["support"]) == ["newton", "openusd"] for column in data["columns"])


def test_no_runtime_is_not_every_runtime() -> None:
    result = invoke("support", JOINTS, "--runtime", "")
    assert result.exit_code == 2
    assert "--runtime names nothing" in result.stderr


@pytest.mark.parametrize(
    ("text", "runtime", "code"),
    [
        (FIXED, "openusd", 0),
        (FIXED, "newton", 0),
        (FIXED.replace("bool physics:jointEnabled = 0", "float physics:breakForce = 3"), "openusd", 0),
        (FIXED.replace("bool physics:jointEnabled = 0", "float physics:breakForce = 3"), "newton", 1),
    ],
)
def test_strict(text: str, runtime: str, code: int, tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text(text, encoding="utf-8")
    assert invoke("support", stage, "--runtime", runtime, "--strict").exit_code == code
    assert invoke("support", stage, "--runtime", runtime).exit_code == 0


def test_unknown_runtime() -> None:
    result = invoke("support", JOINTS, "--runtime", "bulletx")
    assert result.exit_code == 2
    assert "no runtime 'bulletx'; known: mujoco, newton, openusd, ovphysx" in result.stderr


def test_a_stage_that_authors_nothing(tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text('#usda 1.0\ndef PhysicsScene "Scene"\n{\n}\n', encoding="utf-8")
    assert answer(stage, "--strict")["columns"] == []
    assert "authored cells    0" in invoke("support", stage).stdout


def test_plain_when_piped() -> None:
    result = run_command("support", JOINTS, "--runtime", "newton")
    assert result.returncode == 0
    assert "\x1b" not in result.stdout
    assert "PhysicsSphericalJoint physics:axis" in result.stdout


def test_coloured_on_a_terminal() -> None:
    result = run_command("support", JOINTS, "--runtime", "newton", FORCE_COLOR="1", TTY_COMPATIBLE="1", COLUMNS="120")
    assert "\x1b[31mignored" in result.stdout
    assert "\x1b[32mread" in result.stdout
