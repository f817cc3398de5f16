"""Commands on files start without USD, and without more than they need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import process_environment
from pxr import Sdf

ARM = """#usda 1.0
def Xform "Link" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
)
{
    float physics:mass = 2
    point3f physics:centerOfMass = (0, 0, 1)
}

def PhysicsRevoluteJoint "Joint" (
    prepend apiSchemas = ["PhysicsDriveAPI:angular"]
)
{
    rel physics:body1 = </Link>
    float drive:angular:physics:damping = 3
}
"""

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


def test_flat_layers_are_populated_without_usd(tmp_path: Path) -> None:
    """Importing USD takes longer and more memory than reading a large layer of one of these forms."""
    for stage in (tmp_path / "arm.usda", tmp_path / "arm.usdc"):
        layer = Sdf.Layer.CreateNew(str(stage))
        layer.ImportFromString(ARM)
        layer.Save()
        assert "pxr" not in _modules(("populate", stage, tmp_path / "arm.arrow"))


def test_what_needs_composition_imports_usd(tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text("#usda 1.0\n(\n    subLayers = [@./other.usda@]\n)\n")
    (tmp_path / "other.usda").write_text("#usda 1.0\n")
    assert "pxr" in _modules(("populate", stage, tmp_path / "stage.arrow"))


def test_what_needs_usd_says_so_where_there_is_none(tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text("#usda 1.0\n(\n    subLayers = [@./other.usda@]\n)\n")
    line = [str(argument) for argument in ("populate", stage, tmp_path / "stage.arrow")]
    program = (
        f"import sys; sys.modules['pxr'] = None; from populate.commands import main; sys.argv[1:] = {line}; main()"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=process_environment(),
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 2
    assert outcome.stderr.count("\n") == 1
    assert f"{stage}: only OpenUSD reads it, which cannot be imported" in outcome.stderr
    assert "install usd-core" in outcome.stderr


def test_unknown_names_of_the_package_are_errors() -> None:
    import populate

    with pytest.raises(AttributeError, match="depopulate"):
        populate.depopulate  # noqa: B018
    assert set(populate.__all__) <= set(dir(populate))
