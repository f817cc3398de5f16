"""`populate`: options reach the stage, the summary counts what the stage holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import STAGES, invoke

from columnar.file import open_scene


def _summary(tmp_path: Path, stage: str, *options: str) -> dict[str, Any]:
    result = invoke("populate", STAGES / f"{stage}.usda", tmp_path / "out.arrow", "--json", *options)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_file_is_written_and_opens(tmp_path: Path) -> None:
    result = invoke("populate", STAGES / "lamp.usda", tmp_path / "lamp.arrow")
    assert (result.exit_code, result.stderr) == (0, "")
    scene = open_scene(tmp_path / "lamp.arrow")
    assert scene.table("PhysicsMassAPI")["physics:mass"].to_pylist() == pytest.approx([0.1, 2.0])
    assert scene.table("PhysicsDriveAPI")["physics:stiffness"].to_pylist() == [40.0]


def test_the_summary_counts_rows(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "lamp")
    assert summary["root_layer"] == "lamp.usda"
    assert summary["output"] == str(tmp_path / "out.arrow")
    assert summary["rows"]["PhysicsMassAPI"] == {"rows": 2, "applied": 2}
    assert summary["rows"]["PhysxRigidBodyAPI"] == {"rows": 2, "applied": 0}
    assert summary["prims"] == len(["/", "/World", "Scene", "Base", "Arm", "Site", "Hinge"])
    assert summary["reports"] == []


def test_the_summary_counts_extensions_by_name(tmp_path: Path) -> None:
    assert _summary(tmp_path, "lamp")["extensions"] == {"target_rows": 1}
    assert _summary(tmp_path, "instances")["extensions"] == {"instance_rows": 2}
    odd = {"property_cells": 2, "unregistered_apis": 2, "MjcJointAPI": 1}
    assert _summary(tmp_path, "odd_lamp")["extensions"] == odd


def test_the_summary_has_every_report(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "odd_lamp")
    assert summary["report_counts"] == {
        "mistyped": 4,
        "reference_unresolved": 1,
        "time_samples_only": 1,
        "unknown_schema": 1,
    }
    mistyped = {report["column"] for report in summary["reports"] if report["code"] == "mistyped"}
    names = ("mass", "density", "diagonalInertia", "centerOfMass")
    assert mistyped == {f"physics:{name}" for name in names}
    assert {report["prim"] for report in summary["reports"]} == {"/World/Arm", "/World/Shade"}


def test_the_text_shows_the_first_reports_of_each_code_and_where_the_others_are(tmp_path: Path) -> None:
    output = tmp_path / "out.arrow"
    text = invoke("populate", STAGES / "odd_lamp.usda", output).stdout
    assert "reports of mistyped: 4" in text
    assert text.count(" is authored as ") == 3
    assert "AcmeGlowAPI" in text
    assert f"all 7 reports: arrowstage show {output} report" in text


def test_a_clean_stage_says_nothing_of_them(tmp_path: Path) -> None:
    assert "reports" not in invoke("populate", STAGES / "lamp.usda", tmp_path / "out.arrow").stdout


@pytest.mark.parametrize(("stage", "code"), [("lamp", 0), ("odd_lamp", 1)])
def test_strict_turns_reports_into_findings_and_still_writes(tmp_path: Path, stage: str, code: int) -> None:
    result = invoke("populate", STAGES / f"{stage}.usda", tmp_path / "out.arrow", "--strict")
    assert result.exit_code == code
    assert open_scene(tmp_path / "out.arrow").info["root_layer"] == f"{stage}.usda"


def test_root_limits_what_is_populated(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "lamp", "--root", "/World/Arm")
    assert summary["rows"]["PhysicsMassAPI"]["rows"] == 1
    assert "PhysicsJoint" not in summary["rows"]


def test_sharing_keeps_a_prototype_once(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "instances", "--instancing", "share")
    assert summary["rows"]["PhysicsRigidBodyAPI"]["rows"] == 1
    assert "instance_rows" not in summary["extensions"]


def test_a_time_code_reads_the_samples(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "odd_lamp", "--time", "24")
    assert "time_samples_only" not in summary["report_counts"]
    velocity = open_scene(tmp_path / "out.arrow").table("PhysicsRigidBodyAPI")["physics:velocity"].to_pylist()
    assert velocity == [[1.0, 0.0, 0.0]]


def test_the_reader_can_be_chosen(tmp_path: Path) -> None:
    summary = _summary(tmp_path, "lamp", "--reader", "composed")
    assert (summary["reader"], summary["declined"]) == ("composed", [])


def test_options_are_recorded_in_the_file(tmp_path: Path) -> None:
    _summary(tmp_path, "lamp", "--load", "none", "--root", "/World", "--time", "-1.5")
    options = {option["name"]: option["value"] for option in open_scene(tmp_path / "out.arrow").info["options"]}
    assert options == {"load": "none", "root": "/World", "time": "-1.5"}


def test_variants_are_selected(tmp_path: Path) -> None:
    stage = tmp_path / "variants.usda"
    stage.write_text(
        """#usda 1.0
def Xform "Arm" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    prepend variantSets = ["Weight", "Speed"]
)
{
    variantSet "Weight" = {
        "light" {
            float physics:mass = 1
        }
        "heavy" {
            float physics:mass = 9
        }
    }
    variantSet "Speed" = {
        "fast" {
            bool physics:startsAsleep = 1
        }
    }
}
"""
    )
    options = ("--variant", "/Arm{Weight=heavy}", "--variant", "/Arm{Speed=fast}")
    assert invoke("populate", stage, tmp_path / "out.arrow", *options).exit_code == 0
    scene = open_scene(tmp_path / "out.arrow")
    assert scene.table("PhysicsMassAPI")["physics:mass"].to_pylist() == [9.0]
    assert scene.table("PhysicsRigidBodyAPI")["physics:startsAsleep"].to_pylist() == [True]
