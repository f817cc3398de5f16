from __future__ import annotations

import pytest

from benchmarks.gates import Gate, chosen_gates, load_gates, missed_gates
from benchmarks.job import Measurement
from benchmarks.plan import FULL_STAGES, QUICK_STAGES, gate_plan
from benchmarks.printing import json_results
from benchmarks.results import Results, warm_up_stage
from benchmarks.stages import StageName

STAGE = "flat-1.usdc"


def results(**seconds: list[float]) -> Results:
    return Results({(STAGE, step): [Measurement(value, 2000) for value in values] for step, values in seconds.items()})


def test_ratio_is_the_peers_median_over_the_steps():
    measured = results(slow=[8.0, 6.0, 100.0], fast=[2.0, 1.0, 4.0])
    assert measured.ratio(STAGE, "fast", "slow") == 4.0
    assert measured.ratio(STAGE, "slow", "fast") == 0.25
    assert measured.ratio(STAGE, "fast", "slow", "memory") == 1.0
    assert measured.ratio(STAGE, "fast", "absent") is None


@pytest.mark.parametrize(("at_least", "missed"), [(4.0, False), (4.1, True)])
def test_gate(at_least, missed):
    gate = Gate(name="g", stage=STAGE, step="fast", peer="slow", at_least=at_least)
    assert bool(missed_gates((gate,), results(slow=[8.0], fast=[2.0]))) is missed


def test_a_gate_may_compare_with_a_smaller_stage():
    larger = "flat-5.usdc"
    gate = Gate(name="g", stage=larger, step="fast", peer="fast", peer_stage=STAGE, at_least=1 / 6)
    measured = results(fast=[2.0]).measurements
    for seconds, missed in ((11.9, False), (12.1, True)):
        grown = Results({**measured, (larger, "fast"): [Measurement(seconds, 2000)]})
        assert bool(missed_gates((gate,), grown)) is missed
    assert gate.needs == ((STAGE, "fast"), (larger, "fast"))


def test_a_gate_that_was_not_measured_is_missed():
    gate = Gate(name="g", stage=STAGE, step="fast", peer="slow", at_least=0.1)
    assert missed_gates((gate,), results(fast=[2.0])) == (gate,)


def test_gates_name_stages_and_steps_that_exist(monkeypatch):
    monkeypatch.setenv("PEER_PYTHON", "python")
    gates = load_gates()
    plan = gate_plan(gates)
    assert all(step in plan[stage] for gate in gates for stage, step in gate.needs)
    for name in (*plan, *QUICK_STAGES, *FULL_STAGES):
        assert str(StageName.parse(name)) == name
    monkeypatch.delenv("PEER_PYTHON")
    assert all("ovstage" not in steps for steps in gate_plan(gates).values())


def test_warm_up_is_the_smallest_stage_of_the_layout():
    assert warm_up_stage("flat-20000.usda") == "flat-2.usda"


def test_json_has_every_run_and_the_ratios():
    measured = results(**{"usd-open": [4.0], "save": [1.0, 3.0]})
    save = json_results(measured, ())["results"][1]
    assert save["seconds"] == [1.0, 3.0]
    assert save["memory"] == [2000, 2000]
    assert save["speed_ratios"] == {"usd-open": 2.0, "usd-parse": None, "ovstage": None}


def test_gates_are_chosen_by_stage_and_step():
    larger = "flat-100000.usdc"
    grown = Gate(name="grown", stage=larger, step="fast", peer="fast", peer_stage=STAGE, at_least=0.1)
    opened = Gate(name="opened", stage=STAGE, step="open", peer="slow", at_least=2.0)
    gates = (grown, opened)
    assert chosen_gates(gates, stages=(), steps=()) == gates
    assert chosen_gates(gates, stages=[STAGE], steps=()) == (opened,)
    assert chosen_gates(gates, stages=(), steps=["fast"]) == (grown,)
    assert chosen_gates(gates, stages=[STAGE, larger], steps=["fast", "open"]) == gates
