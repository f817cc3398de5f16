"""`parse`, `diff`, `check` and `contract --findings` on the command line: exit codes, JSON, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke, run_command

from columnar.file import open_descriptors
from schemas.descriptors import DESCRIPTOR_TABLES
from schemas.findings import load_findings

CASES = Path(__file__).parents[2] / "data" / "cases"


def case(number: str) -> Path:
    return next(CASES.glob(f"{number}_*.usda"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scene files of a few cases, by number."""
    folder = tmp_path_factory.mktemp("files")
    for number in ("001", "008", "016", "097"):
        assert invoke("populate", case(number), folder / f"{number}.arrow").exit_code == 0
    return folder


def answer(*arguments: str | Path, code: int) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("number", "code"),
    # No difference; one that a simulation sees; one that is notation only, FLT_MAX for inf.
    [("016", 0), ("001", 1), ("070", 0)],
)
def test_the_exit_code_of_diff_tells_what_a_simulation_sees(number: str, code: int) -> None:
    assert invoke("diff", case(number)).exit_code == code


def test_differences_as_json(files: Path) -> None:
    place = {"table": "limits", "field": "enabled", "a": True, "b": False, "finding": "OVP-017", "axis": "angular"}
    expected = {
        "differences": [{**place, "path": "/World/onlyHigh"}, {**place, "path": "/World/onlyLow"}],
        "unexplained": 0,
    }
    assert answer("diff", case("001"), code=1) == expected
    assert answer("diff", case("001"), files / "001.arrow", code=1) == expected
    assert answer("diff", case("001"), "--profile", "openusd", code=0) == {"differences": [], "unexplained": 0}


def test_a_stage_and_columns_of_another_one(files: Path) -> None:
    data = answer("diff", case("008"), files / "016.arrow", code=1)
    assert data["unexplained"] > 0


def test_two_files(files: Path) -> None:
    assert answer("diff", files / "001.arrow", files / "001.arrow", code=0)["differences"] == []
    data = answer("diff", files / "001.arrow", files / "008.arrow", code=1)
    assert data["unexplained"] == len(data["differences"])
    assert {"/World/onlyLow"} <= {d["path"] for d in data["differences"]}


def test_the_table_names_both_sides_and_the_findings(files: Path) -> None:
    text = invoke("diff", case("001")).stdout
    for word in (
        "differences  2",
        "unexplained  0",
        "OVP-017",
        "/World/onlyLow angular",
        "enabled",
        load_findings()["OVP-017"].title,
    ):
        assert word in text


def test_a_page_is_written(files: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert invoke("diff", case("001"), "--html", page).exit_code == 1
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert invoke("diff", files / "001.arrow", files / "001.arrow", "--html", page).exit_code == 0
    assert "0 differences" in page.read_text(encoding="utf-8")


def test_descriptors_as_json_and_as_a_file(files: Path, tmp_path: Path) -> None:
    from_file = answer("parse", files / "001.arrow", "-o", tmp_path / "out.arrow", code=0)
    from_stage = answer("parse", case("001"), code=0)

    assert from_file == from_stage
    assert set(DESCRIPTOR_TABLES) < set(from_file)
    assert from_file["profile"] == "ovphysx"
    assert from_file["units"] == {"metersPerUnit": 1.0, "kilogramsPerUnit": 1.0, "upAxis": "Z"}
    assert [(joint["path"], joint["type"]) for joint in from_file["joints"]] == [
        ("/World/onlyHigh", "revolute"),
        ("/World/onlyLow", "revolute"),
        ("/World/sliderLow", "prismatic"),
    ]
    assert open_descriptors(tmp_path / "out.arrow").to_json()["joints"] == from_file["joints"]
    assert [limit["enabled"] for limit in answer("parse", case("001"), "--profile", "openusd", code=0)["limits"]] == [
        False,
        False,
        True,
    ]


def test_descriptors_as_text() -> None:
    text = invoke("parse", case("113")).stdout
    assert "/World/envs/env_0/Arm/j0" in text
    assert "64" in text


def test_traps(files: Path) -> None:
    assert answer("check", files / "016.arrow", code=0)["findings"] == []
    data = answer("check", files / "097.arrow", code=1)
    assert {found["finding"] for found in data["findings"]} == {"COL-015", "RUN-015"}
    assert "COL-015" in invoke("check", files / "097.arrow").stdout


def test_every_finding_is_listed() -> None:
    text = invoke("contract", "--findings").stdout
    data = answer("contract", "--findings", code=0)
    assert [found["id"] for found in data["findings"]] == list(load_findings())
    for id_, finding in load_findings().items():
        (line,) = (line for line in text.splitlines() if line.split()[:1] == [id_])
        assert ("documentation only" in line) == finding.documentation_only
        assert f"{id_}: columns: {finding.columns}; USD: {finding.usd}" in text


BAD = {
    "diff gone.usda": ["gone.usda", "no such file"],
    "diff gone.arrow gone2.arrow": ["gone.arrow", "no such file"],
    "diff one.arrow": ["one.arrow", "name its stage first"],
    "diff one.arrow two.usda": ["two.usda", "the stage comes first"],
    "diff one.usda two.usda": ["two.usda", "its own columns"],
    "diff one.usda --profile bullet": ["no profile 'bullet'"],
    "parse gone.arrow": ["gone.arrow"],
    "parse gone.usda": ["gone.usda"],
    "parse gone.arrow --profile bullet": ["no profile 'bullet'"],
    "check gone.arrow": ["gone.arrow"],
    "contract PhysicsJoint --findings": ["--findings"],
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke(*line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    (message,) = result.stderr.splitlines()
    for word in BAD[line]:
        assert word in message


def test_an_output_that_cannot_be_written_is_bad_input(files: Path, tmp_path: Path) -> None:
    for line in (("parse", files / "001.arrow", "-o"), ("diff", files / "001.arrow", files / "001.arrow", "--html")):
        result = invoke(*line, tmp_path / "gone" / "out")
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


def test_only_json_goes_to_standard_output() -> None:
    # This stage makes OpenUSD warn of a relationship that leaves its reference.
    outcome = run_command("diff", case("092"), "--json")
    assert outcome.returncode == 0
    assert json.loads(outcome.stdout) == {"differences": [], "unexplained": 0}
    assert "Traceback" not in outcome.stderr
