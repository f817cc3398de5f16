"""Every rule's two examples: the failing one breaks it where its text says, the passing one nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar.rules import RuleSelection, validate
from populate import populate
from schemas.rules import Rule, load_rules

RULES = list(load_rules().values())


def found(rule: Rule, text: str, folder: Path) -> list[str]:
    stage = folder / "example.usda"
    stage.write_text(text, encoding="utf-8")
    openusd = rule.until or "26.11"
    findings = validate(populate(stage).scene, RuleSelection(select=[rule.id], openusd=openusd))
    return sorted({finding.path for finding in findings if finding.rule == rule.id})


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_a_failing_example_fails_where_it_says(rule: Rule, tmp_path: Path) -> None:
    assert found(rule, rule.failing_stage, tmp_path) == sorted(rule.fails)


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_a_passing_example_passes(rule: Rule, tmp_path: Path) -> None:
    assert found(rule, rule.passing_stage, tmp_path) == []
