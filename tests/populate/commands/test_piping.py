"""Output in a pipe: whole lines of plain text, JSON in ASCII, and no complaint when the reader leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import process_environment, run_command

LONG = "arm_" * 60


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """The scene file of a stage with a path longer than any terminal is wide, and one beyond ASCII."""
    stage = tmp_path / "deep.usda"
    bodies = "\n".join(
        f'def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{{\n}}' for name in (LONG, "Bras_é")
    )
    stage.write_text(f"#usda 1.0\n{bodies}\n", encoding="utf-8")
    assert run_command("populate", stage, tmp_path / "deep.arrow").returncode == 0
    return tmp_path / "deep.arrow"


@pytest.mark.parametrize("command", ["show", "show-component", "info", "contract", "contract-page"])
def test_piped_output_has_no_escapes(command: str, odd_lamp: Path) -> None:
    arguments: dict[str, tuple[str | Path, ...]] = {
        "show": ("show", odd_lamp, "/World/Arm"),
        "show-component": ("show", odd_lamp, "report"),
        "info": ("info", odd_lamp),
        "contract": ("contract",),
        "contract-page": ("contract", "PhysicsJoint"),
    }
    text = run_command(*arguments[command], COLUMNS="40").stdout
    assert text
    assert "\x1b" not in text
    assert "…" not in text


@pytest.mark.parametrize("columns", ["20", "80"])
def test_rows_are_whole_lines_whatever_the_width(deep: Path, columns: str) -> None:
    lines = run_command("show", deep, "PhysicsRigidBodyAPI", COLUMNS=columns).stdout.splitlines()
    (line,) = (line for line in lines if f"/{LONG}" in line)
    assert line.split()[0] == f"/{LONG}"
    assert len(line.split()) > 3


def test_paths_beyond_ascii_survive_any_encoding(deep: Path) -> None:
    assert "/Bras_é" in run_command("show", deep, "PhysicsRigidBodyAPI", PYTHONIOENCODING="utf-8").stdout
    outcome = run_command("show", deep, "PhysicsRigidBodyAPI", PYTHONIOENCODING="ascii")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "/Bras_\\xe9" in outcome.stdout
    found = json.loads(run_command("show", deep, "--json", PYTHONIOENCODING="ascii").stdout)
    assert "/Bras_é" in found["prims"]


def test_json_alone_is_on_standard_output(odd_lamp: Path, tmp_path: Path) -> None:
    for arguments in (("info", odd_lamp), ("show", odd_lamp), ("contract",), ("pack", odd_lamp, tmp_path / "p.arrow")):
        outcome = run_command(*arguments, "--json")
        json.loads(outcome.stdout)
        assert outcome.stderr == ""


def test_a_reader_that_leaves_ends_the_command_quietly(lamp: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    outcome = subprocess.run(
        [sys.executable, "-m", "populate.commands", "show", str(lamp), "--json"],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=process_environment(),
        timeout=120,
        check=False,
    )
    os.close(writer)
    assert (outcome.returncode, outcome.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(lamp: Path) -> None:
    with Path("/dev/full").open("w") as full:
        outcome = subprocess.run(
            [sys.executable, "-m", "populate.commands", "info", str(lamp)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=process_environment(),
            timeout=120,
            check=False,
        )
    assert outcome.returncode == 2
    assert len(outcome.stderr.splitlines()) == 1
