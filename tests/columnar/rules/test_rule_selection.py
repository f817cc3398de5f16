"""Which rules apply, by the rules that ruff's selectors follow: the closer selector counts."""

from __future__ import annotations

import pytest

from columnar.rules import RuleSelection, SelectionError, selected_rules


def chosen(**options: object) -> set[str]:
    return {rule.id for rule in selected_rules(RuleSelection(**options))}


def test_a_pack_selects_its_rules() -> None:
    assert {id_.partition(".")[0] for id_ in chosen(select=["newton"])} == {"NEWTON"}


def test_the_beginning_of_ids_selects() -> None:
    assert chosen(select=["NEWTON.DJ"]) == {"NEWTON.DJ.001", "NEWTON.DJ.002", "NEWTON.DJ.003"}


def test_the_closer_selector_counts() -> None:
    assert chosen(select=["newton", "strict.mass-finite"], ignore=["NEWTON"]) == {"strict.mass-finite"}
    assert chosen(select=["NEWTON.DJ.003"], ignore=["NEWTON.DJ"]) == {"NEWTON.DJ.003"}
    assert "NEWTON.DJ.003" not in chosen(select=["ALL"], ignore=["NEWTON.DJ.003"])


def test_equally_close_selectors_leave_a_rule_out() -> None:
    assert chosen(select=["NEWTON.DJ", "strict.mass-finite"], ignore=["NEWTON.DJ"]) == {"strict.mass-finite"}


@pytest.mark.parametrize(
    "options",
    [
        {"select": []},
        {"select": ["newton"], "ignore": ["NEWTON"]},
        {"select": ["NEWTON.DJ"], "ignore": ["NEWTON.DJ"]},
        {"select": ["NEWTON.MAT.001"], "runtimes": ["ovphysx"]},
    ],
)
def test_a_selection_that_leaves_no_rule_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(SelectionError, match="no rules selected; select ALL, a pack"):
        chosen(**options)


def test_a_runtime_leaves_only_what_it_refuses() -> None:
    assert "NEWTON.DJ.003" in chosen(select=["newton"], runtimes=["ovphysx"])
    assert "NEWTON.MAT.001" not in chosen(select=["newton"], runtimes=["ovphysx"])


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"select": ["newtn"]}, "newton"),
        ({"ignore": ["NEWTON.DJ.099"]}, r"NEWTON\.DJ\.00"),
        ({"runtimes": ["ovphysix"]}, "ovphysx"),
        ({"openusd": "26.10"}, r"26\.11"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(options: dict[str, object], hint: str) -> None:
    with pytest.raises(SelectionError, match=hint):
        chosen(**options)
