"""Bad input: exit code 2, one line that names what was wrong, no traceback; what was there stays as it was."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from command_line import STAGES, invoke, run_command

FILES = {
    "empty.usda": b"",
    "text.usd": b"hello",
    "short.usdc": b"PXR-USDC\0\0\0\0",
    "foreign.arrow": b"PAR1" + bytes(20) + b"PAR1",
    "truncated.arrow": b"ARROW1\0\0" + bytes(40),
}


@pytest.fixture
def folder(tmp_path: Path, lamp: Path) -> Path:
    """Files that are wrong in many ways, a good one, and an output that must stay."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "broken.usda").write_bytes((STAGES / "broken.usda").read_bytes())
    (tmp_path / "lamp.usda").write_bytes((STAGES / "lamp.usda").read_bytes())
    (tmp_path / "lamp.arrow").write_bytes(lamp.read_bytes())
    (tmp_path / "newer.arrow").write_bytes(lamp.read_bytes().replace(b"arrowstage:format", b"arrowstage:former"))
    (tmp_path / "out.arrow").write_bytes(b"as it was")
    return tmp_path


BAD = {
    "populate gone.usda out.arrow": ["gone.usda", "no such file"],
    "populate . out.arrow": ["folder"],
    "populate lamp.arrow out.arrow": ["lamp.arrow", "not a USD file name"],
    "populate broken.usda out.arrow": ["broken.usda", "line 5", "</World>"],
    "populate empty.usda out.arrow": ["empty.usda", "not a valid usda layer"],
    "populate text.usd out.arrow": ["text.usd", "does not open"],
    "populate short.usdc out.arrow": ["short.usdc"],
    "populate lamp.usda lamp.usda": ["lamp.usda", "name of a USD file", "lamp.arrow"],
    "populate lamp.usda gone/out.arrow": ["gone/out.arrow", "folder does not exist"],
    "populate lamp.usda .": ["it is a folder"],
    "populate lamp.usda out.arrow --root /World/Gone": ["/World/Gone"],
    "populate lamp.usda out.arrow --variant /World{Look=red}": ["/World", "Look"],
    "populate lamp.usda out.arrow --reader fast": ["--reader fast", "composed"],
    "populate lamp.usda out.arrow --variant Look=red": ["PRIM{SET=NAME}"],
    "info gone.arrow": ["gone.arrow", "no such file"],
    "info lamp.usda": ["lamp.usda", "USD text file"],
    "info foreign.arrow": ["foreign.arrow", "Parquet"],
    "info truncated.arrow": ["truncated.arrow", "truncated"],
    "info newer.arrow": ["newer.arrow"],
    "info lamp.arrow --row 1": ["lamp.arrow", "no scene 1"],
    "info lamp.arrow --stage gone.usda": ["gone.usda", "no such file"],
    "show gone.arrow": ["gone.arrow"],
    "show lamp.arrow /World/Gone": ["lamp.arrow", "/World/Gone"],
    "show lamp.arrow PhysicsJiont": ["lamp.arrow", "did you mean 'PhysicsJoint'"],
    "show lamp.arrow /World --row 7": ["lamp.arrow", "no scene 7"],
    "contract PhysicsJiont": ["did you mean 'PhysicsJoint'"],
    "concat lamp.arrow gone.arrow -o out.arrow": ["gone.arrow"],
    "export lamp.arrow out.arrow": ["out.arrow", "folder"],
    "export gone.arrow tables": ["gone.arrow"],
    "pack truncated.arrow out.arrow": ["truncated.arrow"],
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = invoke(*line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    (message,) = result.stderr.splitlines()
    assert message.startswith("arrowstage: ")
    for word in BAD[line]:
        assert word in message
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "line",
    [
        "populate lamp.usda",
        "populate lamp.usda out.arrow --time nan",
        "populate lamp.usda out.arrow --load some",
        "populate lamp.usda out.arrow --instancing both",
        "export lamp.arrow tables --format csv",
        "show lamp.arrow --row -1",
        "show",
        "nonsense",
    ],
)
def test_wrong_usage_is_bad_input_too(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    result = invoke(*line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
    assert (folder / "out.arrow").read_bytes() == b"as it was"


@pytest.mark.parametrize("line", ["populate broken.usda out.arrow", "info truncated.arrow"])
def test_a_process_says_no_more(line: str, folder: Path) -> None:
    outcome = run_command(*line.split(), folder=folder)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert len(outcome.stderr.splitlines()) == 1


def test_unresolved_references_are_reports_and_no_noise(tmp_path: Path) -> None:
    outcome = run_command("populate", STAGES / "odd_lamp.usda", tmp_path / "out.arrow")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "reference_unresolved" in outcome.stdout


def test_warnings_of_openusd_are_part_of_the_summary(tmp_path: Path) -> None:
    stage = tmp_path / "drive.usda"
    stage.write_text('#usda 1.0\ndef PhysicsRevoluteJoint "J" (prepend apiSchemas = ["PhysicsDriveAPI"])\n{\n}\n')
    outcome = run_command("populate", stage, tmp_path / "out.arrow")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "PhysicsDriveAPI" in outcome.stdout.partition("OpenUSD warnings: 1")[2]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_an_output_that_must_not_be_written_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "out.arrow").chmod(stat.S_IRUSR)
    result = invoke("populate", "lamp.usda", "out.arrow")
    assert result.exit_code == 2
    assert "out.arrow" in result.stderr
    assert (folder / "out.arrow").read_bytes() == b"as it was"


def test_no_control_characters_of_the_input_reach_the_terminal(tmp_path: Path) -> None:
    result = invoke("info", tmp_path / "\x1b[31mred.arrow")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr
    assert "\\x1b[31mred.arrow" in result.stderr
