"""The commands on files, through the command line."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import STAGES, invoke

from columnar.file import open_scene, open_scenes


def _data(*arguments: str | Path) -> Any:
    result = invoke(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_info(lamp: Path) -> None:
    data = _data("info", lamp, "--stage", STAGES / "lamp.usda")
    assert data["changed_layers"] == []
    assert data["default_prim"] == "World"
    assert data["units"]["upAxis"] == {"value": "Z", "authored": True}
    assert "every layer is as it was" in invoke("info", lamp, "--stage", STAGES / "lamp.usda").stdout


def test_info_tells_a_changed_layer(lamp: Path, tmp_path: Path) -> None:
    stage = tmp_path / "lamp.usda"
    stage.write_text((STAGES / "lamp.usda").read_text().replace("mass = 2", "mass = 3"))
    assert _data("info", lamp, "--stage", stage)["changed_layers"] == ["lamp.usda"]


def test_show_a_file(lamp: Path) -> None:
    assert "PhysicsRevoluteJoint" in invoke("show", lamp).stdout
    cells = _data("show", lamp)["prims"]
    assert cells["/World/Hinge"]["drive:angular:physics:maxForce"] == "inf"
    assert cells["/World/Hinge"]["physics:body1"] == ["/World/Arm/Site"]
    assert cells["/"]["usd-metadata:metersPerUnit"] == 1.0


def test_show_a_prim(lamp: Path) -> None:
    cells = _data("show", lamp, "/World/Arm")["prims"]
    assert list(cells) == ["/World/Arm"]
    assert cells["/World/Arm"]["omni:xform"][12:15] == [0.0, 0.0, 0.5]
    assert "physics:mass" in invoke("show", lamp, "/World/Arm").stdout


def test_show_a_component(lamp: Path) -> None:
    assert _data("show", lamp, "PhysicsMassAPI")["prims"]["/World/Base"]["physics:mass"] == 2.0
    lines = invoke("show", lamp, "PhysicsMassAPI").stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["/World/Arm", "/World/Base"]


def test_show_the_reports(odd_lamp: Path) -> None:
    assert len(_data("show", odd_lamp, "report")["reports"]) == 7


def test_contract() -> None:
    assert "PhysicsJoint" in invoke("contract").stdout
    assert _data("contract", "PhysicsJoint")["name"] == "PhysicsJoint"
    assert json.loads(invoke("contract", "PhysicsJoint", "--json-schema").stdout)["title"] == "PhysicsJoint"
    assert json.loads(invoke("contract", "--json-schema").stdout)["$defs"]


def test_concat_and_rows(lamp: Path, odd_lamp: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.arrow"
    assert _data("concat", lamp, odd_lamp, "-o", both) == {"output": str(both), "scenes": 2}
    assert [scene.info["root_layer"] for scene in open_scenes(both)] == ["lamp.usda", "odd_lamp.usda"]
    assert _data("info", both, "--row", "1")["root_layer"] == "odd_lamp.usda"
    assert _data("show", both, "/World/Arm", "--row", "1")["prims"]["/World/Arm"]["physics:mass"] == 3.0


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_export(lamp: Path, tmp_path: Path, format: str) -> None:
    _data("export", lamp, tmp_path / "tables", "--format", format)
    file = tmp_path / "tables" / f"PhysicsMassAPI.{format}"
    table = pq.read_table(file) if format == "parquet" else pa.ipc.open_file(file).read_all()
    assert table["physics:mass"].to_pylist() == pytest.approx([0.1, 2.0])


def test_pack(lamp: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.arrow"
    assert _data("pack", lamp, packed)["bytes"] == packed.stat().st_size
    assert open_scene(packed).info == open_scene(lamp).info


def test_version() -> None:
    try:
        expected = f"arrowstage {version('arrowstage')}\n"
    except PackageNotFoundError:
        expected = "arrowstage (not installed)\n"
    assert invoke("--version").stdout == expected


COMMANDS = ["populate", "info", "show", "contract", "concat", "export", "pack"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_the_exit_codes(command: str) -> None:
    text = " ".join(invoke(command, "--help").stdout.split())
    assert f"Example: arrowstage {command}" in text
    assert "Exit codes: 0 done, 1 findings" in text


def test_help_lists_every_command() -> None:
    text = invoke("--help").stdout
    assert all(command in text for command in COMMANDS)
