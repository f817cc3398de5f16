"""Commands on files start without USD, and without more than they need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import process_environment

RUN = """
import contextlib, io, json, sys
from populate.commands import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["arrowstage", *arguments]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            main()
        except SystemExit as end:
            assert not end.code, (arguments, end.code)
print(json.dumps(sorted(sys.modules)))
"""


def _modules(*lines: tuple[str | Path, ...]) -> set[str]:
    """What a fresh interpreter has imported after these commands."""
    outcome = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps([[str(argument) for argument in line] for line in lines])],
        capture_output=True,
        text=True,
        env=process_environment(),
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    return set(json.loads(outcome.stdout))


def test_file_commands_import_no_usd(lamp: Path, tmp_path: Path) -> None:
    lines: list[tuple[str | Path, ...]] = [
        ("show", lamp),
        ("show", lamp, "/World/Arm", "--json"),
        ("contract", "PhysicsJoint"),
        ("contract", "--findings"),
        ("parse", lamp),
        ("diff", lamp, lamp),
        ("check", lamp),
        ("export", lamp, tmp_path / "tables"),
        ("pack", lamp, tmp_path / "packed.arrow"),
        ("concat", lamp, lamp, "-o", tmp_path / "both.arrow"),
    ]
    assert "pxr" not in _modules(*lines)


def test_info_imports_no_usd_and_nothing_heavy(lamp: Path) -> None:
    heavy = {"pxr", "pandas", "polars", "duckdb", "hypothesis"}
    assert not heavy & _modules(("info", lamp), ("info", lamp, "--json"))


def test_version_and_help_need_no_arrow() -> None:
    assert not {"pyarrow", "pxr", "numpy"} & _modules(("--version",), ("--help",), ("populate", "--help"))


def test_populate_itself_is_imported_when_it_is_used() -> None:
    code = "import sys, populate; assert 'pxr' not in sys.modules; populate.populate; assert 'pxr' in sys.modules"
    subprocess.run([sys.executable, "-c", code], env=process_environment(), check=True, timeout=120)


def test_unknown_names_of_the_package_are_errors() -> None:
    import populate

    with pytest.raises(AttributeError, match="depopulate"):
        populate.depopulate  # noqa: B018
    assert set(populate.__all__) <= set(dir(populate))
