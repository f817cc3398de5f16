"""The shipped rules: what they name exists, and what their files must not say is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar.rules import PREDICATES, known_condition
from schemas.contract import load_contract
from schemas.findings import load_findings
from schemas.rules import Interval, Rule, RulesError, load_rules

RULES = list(load_rules().values())
CHECKS = [(rule.id, check) for rule in RULES for check in rule.checks]


def test_every_predicate_is_used_and_exists() -> None:
    assert {check.predicate for _, check in CHECKS} == set(PREDICATES)


@pytest.mark.parametrize(("rule", "check"), CHECKS)
def test_components_columns_and_conditions_exist(rule: str, check: object) -> None:
    contract = load_contract()
    components = contract.components
    if check.component:
        assert check.component in components
        special = {"usd-schemas", "usd-prim-type"}
        assert set(check.columns) <= special | set(components[check.component].column_by_name)
        assert set(check.instances) <= {name for component in components.values() for name in component.instances}
    assert [text for text in check.where if not known_condition(text, contract)] == []
    if check.finding is not None:
        assert load_findings()[check.finding].trap is not None


def test_packs_are_those_of_the_folders() -> None:
    folder = Path(__file__).parents[3] / "spec" / "rules"
    assert {rule.pack for rule in RULES} == {path.name for path in folder.iterdir() if path.is_dir()}


def test_texts_are_sentences_without_a_full_stop_where_one_is_added() -> None:
    wrong = [rule.id for rule in RULES if rule.title.endswith(".") or rule.remedy.endswith(".")]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("[0, inf)", [0.0, 1e30], [-1e-30, float("inf"), float("nan")]),
        ("(0, inf]", [1e-30, float("inf")], [0.0, -1.0]),
        ("[1, 1]", [1.0], [0.0, 2.0]),
        ("(-inf, inf)", [0.0, -1e38], [float("inf"), float("-inf"), float("nan")]),
    ],
)
def test_intervals(text: str, inside: list[float], outside: list[float]) -> None:
    interval = Interval.parse(text)
    assert str(interval) == text
    assert all(number in interval for number in inside)
    assert not any(number in interval for number in outside)


@pytest.mark.parametrize("text", ["", "0, 1", "[1, 0]", "[nan, 1]", "[0; 1]"])
def test_no_intervals(text: str) -> None:
    with pytest.raises(ValueError, match=r"interval|bound"):
        Interval.parse(text)


def test_every_problem_of_a_folder_is_listed(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("pack = ", encoding="utf-8")
    (tmp_path / "b.toml").write_text('pack = "b"\n[[rules]]\nid = "B"\n', encoding="utf-8")
    with pytest.raises(RulesError, match=r"(?s)a\.toml.*b\.toml"):
        load_rules(tmp_path)


def test_versions_bound_native_rules() -> None:
    rule = RULES[0].model_copy(update={"since": "25.11", "until": "26.3"})
    assert isinstance(rule, Rule)
    assert [rule.holds_in(v) for v in ("25.8", "25.11", "26.3", "26.11")] == [False, True, True, False]
