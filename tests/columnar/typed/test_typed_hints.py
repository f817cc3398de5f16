"""The shipped type hints are those of the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

import columnar.typed
from columnar.typed.hints import hint_files, main
from schemas.contract import load_contract


@pytest.mark.parametrize("name", sorted(hint_files(load_contract())))
def test_current(name: str) -> None:
    shipped = Path(columnar.typed.__file__).with_name(name).read_text("utf-8")
    assert shipped == hint_files(load_contract())[name]


def test_stale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("columnar.typed.hints.hint_files", lambda contract: {"usd_physics.pyi": "other\n"})
    assert main(["--check"]) == 1
    assert "usd_physics.pyi" in capsys.readouterr().err


@pytest.mark.parametrize("family", ["UsdPhysics", "PhysxSchema", "Newton", "MjcPhysics", "UsdGeom", "UsdShade"])
def test_hints_name_what_is_there(family: str) -> None:
    """Every class and method of the hints exists."""
    module = getattr(columnar.typed, family)
    text = Path(module.__file__).with_suffix(".pyi").read_text("utf-8")
    owner = None
    for line in text.splitlines():
        if line.startswith("class "):
            owner = getattr(module, line[6:].split("(")[0].rstrip(":"))
        elif line.startswith("    def "):
            assert hasattr(owner, line[8:].split("(")[0])
