"""`rules` on the command line."""

from __future__ import annotations

import json

from command_line import invoke

from schemas.rules import load_rules, unreachable_rules


def test_every_rule_is_listed_with_what_is_out_of_reach() -> None:
    data = json.loads(invoke("rules", "--json").stdout)
    assert [rule["id"] for rule in data["rules"]] == list(load_rules())
    assert data["unreachable"] == unreachable_rules()
    text = invoke("rules").stdout
    assert all(
        id_ in text for id_ in ("NEWTON.DJ.003", "strict.mimic-cycle", "openusd.ColliderSpherePointsDataMissing")
    )


def test_a_rule_is_explained_with_both_examples() -> None:
    text = invoke("rules", "strict.mimic-cycle").stdout
    rule = load_rules()["strict.mimic-cycle"]
    assert rule.why in text
    for stage in (rule.passing_stage, rule.failing_stage):
        assert all(line.strip() in text for line in stage.splitlines())


def test_an_unknown_rule_is_refused_with_the_nearest_one() -> None:
    result = invoke("rules", "strict.mimic-cycl")
    assert (result.exit_code, "strict.mimic-cycle" in result.stderr) == (2, True)
