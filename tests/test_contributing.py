"""The component and the rule that CONTRIBUTING shows are such: adding their files is enough."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path

from columnar.rules import validate
from populate import populate
from schemas.contract import load_contract
from schemas.rules import load_rules
from schemas.support import load_support

CONTRIBUTING = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


SHOWN = re.findall(r"^```toml\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
"""A component, a rule and a support table."""


def test_the_component_shown_can_be_added(tmp_path: Path) -> None:
    shown, _, _ = SHOWN
    with resources.as_file(resources.files("spec")) as shipped:
        shutil.copytree(shipped, tmp_path / "spec")
    (tmp_path / "spec" / "components" / "AcmeHeaterAPI.toml").write_text(shown, encoding="utf-8")

    contract = load_contract(tmp_path / "spec")

    (column,) = contract.component("AcmeHeaterAPI").columns
    assert (column.name, column.units, column.fallback) == ("acme:power", "W", 0.0)
    assert contract.apis["AcmeHeaterAPI"].selects


def test_the_rule_shown_can_be_added_and_its_examples_hold(tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "strict"
    folder.mkdir(parents=True)
    (folder / "added.toml").write_text(f'pack = "strict"\n{SHOWN[1]}', encoding="utf-8")
    (rule,) = load_rules(folder.parent).values()
    stages = {name: tmp_path / f"{name}.usda" for name in ("passing", "failing")}
    stages["passing"].write_text(rule.passing_stage, encoding="utf-8")
    stages["failing"].write_text(rule.failing_stage, encoding="utf-8")
    found = {name: validate(populate(stage).scene, rules=[rule]) for name, stage in stages.items()}
    assert {name: tuple(finding.path for finding in places) for name, places in found.items()} == {
        "passing": (),
        "failing": rule.fails,
    }


def test_the_runtime_shown_can_be_added(tmp_path: Path) -> None:
    (tmp_path / "acme.toml").write_text(SHOWN[2], encoding="utf-8")
    table = load_support("acme", folder=tmp_path)
    supports = [table.cell("PhysicsRevoluteJoint", f"physics:{name}").support.value for name in ("axis", "upperLimit")]
    assert supports == ["read", "ignored"]


def test_every_module_that_contributing_names_exists() -> None:
    root = Path(__file__).parents[1]
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+(?:\.[a-z]+)?)`", CONTRIBUTING))
    assert named
    assert [name for name in sorted(named) if not (root / name).exists()] == []
