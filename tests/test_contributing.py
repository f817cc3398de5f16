"""The component that CONTRIBUTING shows is a component: adding its file is enough."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path

from schemas.contract import load_contract

CONTRIBUTING = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_component_shown_can_be_added(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    with resources.as_file(resources.files("spec")) as shipped:
        shutil.copytree(shipped, tmp_path / "spec")
    (tmp_path / "spec" / "components" / "AcmeHeaterAPI.toml").write_text(shown, encoding="utf-8")

    contract = load_contract(tmp_path / "spec")

    (column,) = contract.component("AcmeHeaterAPI").columns
    assert (column.name, column.units, column.fallback) == ("acme:power", "W", 0.0)
    assert contract.apis["AcmeHeaterAPI"].selects


def test_every_module_that_contributing_names_exists() -> None:
    root = Path(__file__).parents[1]
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+(?:\.[a-z]+)?)`", CONTRIBUTING))
    assert named
    assert [name for name in sorted(named) if not (root / name).exists()] == []
