"""What the cases' records say that somebody has to report, rules report."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from columnar.rules import RuleFindings, RuleSelection, validate
from populate import populate

CASES = Path(__file__).parents[2] / "data" / "cases"
EXPECTED = tomllib.loads(Path(__file__).with_name("report_cases.toml").read_text(encoding="utf-8"))
RULES = RuleSelection(select=["ALL"])
OPTIONS: Mapping[str, dict[str, Any]] = {"095": {"load": "none"}}


def findings(number: str) -> RuleFindings:
    (stage,) = CASES.glob(f"{number}_*.usda")
    return validate(populate(stage, **OPTIONS.get(number, {})).scene, RULES)


@pytest.mark.parametrize(("number", "expected"), EXPECTED.items())
def test_what_is_to_be_reported_is_found(number: str, expected: dict[str, Any]) -> None:
    found = list(findings(number))
    for name, places in expected.items():
        severity, rule = name.split()
        mine = [one for one in found if one.rule == rule]
        assert {str(one.severity) for one in mine} == {severity}
        assert sorted({one.path for one in mine}) == sorted(places)
        if isinstance(places, dict):
            for one in mine:
                given = places[one.path]
                assert one.value == (given if isinstance(given, str) else pytest.approx(given, abs=1e-4))


def test_every_world_anchor_of_the_copies_is_off_by_the_offset_of_its_copy() -> None:
    """63 copies on a grid 2 apart: copy n stands 2 * (n % 8) and 2 * (n // 8) from the first one."""
    apart = [one for one in findings("113") if one.rule == "strict.frames-apart"]
    assert len(apart) == 63
    for one in apart:
        number = int(one.path.split("/")[3].removeprefix("env_"))
        assert one.value[0] == pytest.approx(2 * math.hypot(number % 8, number // 8), abs=1e-3)


def test_each_value_of_a_wrong_type_is_one_finding() -> None:
    columns = {one.column for one in findings("103") if one.rule == "strict.value-type"}
    frames = {"physics:axis", "physics:localRot0", "physics:lowerLimit", "physics:upperLimit"}
    assert columns == frames | {"drive:angular:physics:maxForce"}


def test_an_unread_drive_is_named_by_its_instance() -> None:
    (one,) = [one for one in findings("010") if one.rule == "strict.drive-unread"]
    assert one.column.startswith("drive:X:")


def test_a_state_that_the_poses_agree_with_is_no_finding() -> None:
    assert not [one for one in findings("047") if one.path == "/World/posed" and one.rule.startswith("strict.")]
