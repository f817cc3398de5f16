"""The openusd pack against OpenUSD's own validators, error by error and prim by prim."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_errors import NATIVE_PACK, installed_version, native_errors

from columnar.rules import RuleSelection, validate
from populate import populate
from schemas.rules import Rule, load_rules

CASES = sorted((Path(__file__).parents[2] / "data" / "cases").glob("*.usda"))
RULES = [rule for rule in load_rules().values() if rule.pack == NATIVE_PACK]

UNKNOWN_JOINTS = {
    ("JointNoEnabledRigidBody", "/World/mesh"),
    ("JointNoEnabledRigidBody", "/World/swapped"),
}
"""Joints of PhysX's types, of which OpenUSD knows nothing unless the PhysX schemas are registered."""


def ours(stage: Path) -> set[tuple[str, str]]:
    selection = RuleSelection(select=[NATIVE_PACK], openusd=installed_version())
    return {(finding.rule.partition(".")[2], finding.path) for finding in validate(populate(stage).scene, selection)}


@pytest.mark.parametrize("stage", CASES, ids=[case.stem for case in CASES])
def test_cases(stage: Path) -> None:
    assert ours(stage) - UNKNOWN_JOINTS == native_errors(stage)


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
@pytest.mark.parametrize("example", ["passing_stage", "failing_stage"])
def test_examples(rule: Rule, example: str, tmp_path: Path) -> None:
    stage = tmp_path / "example.usda"
    stage.write_text(getattr(rule, example), encoding="utf-8")
    assert ours(stage) == native_errors(stage)
