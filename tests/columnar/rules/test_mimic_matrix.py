"""One follower, judged by every runtime: the rules give the verdicts that the runtimes were seen to give."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from mimic_stages import FOLLOWER, mimic_stage, mimic_stages

from columnar.rules import RuleSelection, validate
from populate import populate

MATRIX = tomllib.loads(Path(__file__).with_name("mimic_matrix.toml").read_text(encoding="utf-8"))
RULES = RuleSelection(select=["NEWTON.DJ.003", "strict.mimic"])
WORST_LAST = ("accepts", "ignores", "rejects")


def test_the_matrix_has_every_stage() -> None:
    assert set(MATRIX) == set(mimic_stages())


@pytest.mark.parametrize(("name", "seen"), MATRIX.items())
def test_the_rules_give_the_verdicts_seen(name: str, seen: dict[str, Any], tmp_path: Path) -> None:
    stage = tmp_path / "stage.usda"
    stage.write_text(mimic_stage(name), encoding="utf-8")
    follower = "/World/R2/F" if name == "apart" else FOLLOWER
    findings = [one for one in validate(populate(stage).scene, RULES) if one.path == follower]
    assert sorted({one.rule for one in findings}) == seen["rules"]
    for runtime in ("newton", "ovphysx"):
        verdicts = [one.runtimes.get(runtime, "accepts") for one in findings]
        assert max(["accepts", *verdicts], key=WORST_LAST.index) == seen[runtime], runtime
