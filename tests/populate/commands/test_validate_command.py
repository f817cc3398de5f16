"""`validate` on the command line: exit codes, JSON, report files, settings."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import invoke

SEED = """#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "World"
{
    def PhysicsRevoluteJoint "orphan_follower" (
        prepend apiSchemas = ["NewtonMimicAPI"]
    )
    {
        float newton:mimicCoef1 = 1.0
    }
}
"""
"""The invalid example of NEWTON.DJ.003's own page."""


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    path = tmp_path / "seed.usda"
    path.write_text(SEED, encoding="utf-8")
    return path


def test_json_has_exactly_the_promised_keys(stage: Path) -> None:
    result = invoke("validate", stage, "--select", "NEWTON.DJ.003", "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert set(data) == {"findings"}
    (finding,) = data["findings"]
    assert set(finding) == {"rule", "severity", "path", "column", "value", "message", "runtimes"}
    assert (finding["rule"], finding["severity"]) == ("NEWTON.DJ.003", "error")
    assert (finding["path"], finding["column"]) == ("/World/orphan_follower", "newton:mimicJoint")
    # What its seed page says of a mimic without leader, and what both runtimes were seen to do with one.
    assert finding["runtimes"] == {"newton": "ignores", "ovphysx": "rejects"}


def test_a_scene_file_gives_what_its_stage_gives(stage: Path, tmp_path: Path) -> None:
    file = tmp_path / "seed.arrow"
    assert invoke("populate", stage, file).exit_code == 0
    answers = [invoke("validate", path, "--select", "ALL", "--json") for path in (stage, file)]
    assert [answer.exit_code for answer in answers] == [1, 1]
    assert answers[0].stdout == answers[1].stdout


def test_warnings_alone_exit_with_0(stage: Path) -> None:
    result = invoke("validate", stage, "--select", "strict.units")
    assert (result.exit_code, "none" in result.stdout) == (0, True)


def test_lists_are_split_at_commas(stage: Path) -> None:
    lists = ("--select", "newton, strict.joint", "--ignore", "NEWTON,strict.joint-idle")
    result = invoke("validate", stage, *lists, "--json")
    assert json.loads(result.stdout) == {"findings": []}


def test_settings_near_the_file_count(stage: Path) -> None:
    stage.with_name("pyproject.toml").write_text('[tool.arrowstage]\nselect = ["NEWTON.MAT"]\n', encoding="utf-8")
    assert invoke("validate", stage).exit_code == 0
    assert invoke("validate", stage, "--select", "NEWTON.DJ.003").exit_code == 1


def test_reports_are_written_and_an_unwritable_one_is_bad_input(stage: Path, tmp_path: Path) -> None:
    sarif, junit = tmp_path / "found.sarif", tmp_path / "found.xml"
    result = invoke("validate", stage, "--select", "newton", "--sarif", sarif, "--junit", junit)
    assert result.exit_code == 1
    assert json.loads(sarif.read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert ElementTree.parse(junit).getroot().tag == "testsuites"
    assert invoke("validate", stage, "--sarif", tmp_path / "no" / "x.sarif").exit_code == 2


def test_a_report_never_takes_the_place_of_what_is_read(stage: Path, tmp_path: Path) -> None:
    link, out, settings = tmp_path / "link.usda", tmp_path / "found", tmp_path / "settings.toml"
    link.symlink_to(stage)
    settings.write_text("[tool.arrowstage]\n", encoding="utf-8")
    for arguments, hint in (
        (["--sarif", stage], "it is the input"),
        (["--junit", link], "it is the input"),
        (["--junit", settings, "--config", settings], "it is the input"),
        (["--sarif", out, "--junit", out], "it is another output"),
    ):
        result = invoke("validate", stage, *arguments)
        assert (result.exit_code, hint in result.stderr) == (2, True), result.stderr
    assert stage.read_text(encoding="utf-8") == SEED
    assert not out.exists()


def test_the_help_names_the_table_of_settings() -> None:
    assert "tool.arrowstage" in invoke("validate", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--select", ""], "--select names nothing"),
        (["--ignore", ","], "--ignore names nothing"),
        (["--runtime", ""], "--runtime names nothing"),
        (["--select", "newtn"], "did you mean 'newton'? the packs are newton, openusd, physx, simready, strict"),
        (["--select", "foo"], "the packs are newton, openusd, physx, simready, strict, ALL is all of them"),
        (["--runtime", "bullet"], "no runtime 'bullet'; known: newton, openusd, ovphysx\n"),
        (["--runtime", "mujoco"], "no rule says what runtime 'mujoco' makes of what breaks it"),
        (["--row", "2"], "--row 2: a stage is one scene"),
        (["--openusd", "1.0"], "26.11"),
        (["--config", "none.toml"], "none.toml: no such file"),
    ],
)
def test_bad_input_is_one_sentence(stage: Path, arguments: list[str], hint: str) -> None:
    result = invoke("validate", stage, *arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert result.stderr.count("\n") == 1
