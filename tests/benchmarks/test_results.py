from __future__ import annotations

import pytest

from benchmarks.gates import Gate, load_gates, missed_gates
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


def test_growth_is_measured_on_another_stage():
    seconds = {("flat-9.usdc", "parse"): [3.0], ("flat-3.usdc", "parse"): [1.0]}
    measured = Results({key: [Measurement(value, 2000) for value in values] for key, values in seconds.items()})
    gate = Gate(name="g", stage="flat-9.usdc", step="parse", peer="parse", peer_stage="flat-3.usdc", at_least=0.3)
    assert gate.ratio(measured) == pytest.approx(1 / 3)
    assert gate_plan([gate]) == {"flat-9.usdc": ("parse",), "flat-3.usdc": ("parse",)}


def test_a_gate_that_was_not_measured_is_missed():
    gate = Gate(name="g", stage=STAGE, step="fast", peer="slow", at_least=0.1)
    assert missed_gates((gate,), results(fast=[2.0])) == (gate,)


def test_gates_name_stages_and_steps_that_exist(monkeypatch):
    monkeypatch.setenv("PEER_PYTHON", "python")
    gates = load_gates()
    plan = gate_plan(gates)
    assert all(gate.step in plan[gate.stage] and gate.peer in plan[gate.peer_stage or gate.stage] for gate in gates)
    for name in (*plan, *QUICK_STAGES, *FULL_STAGES):
        assert str(StageName.parse(name)) == name
    monkeypatch.delenv("PEER_PYTHON")
    assert all("ovstage" not in steps for steps in gate_plan(gates).values())


def test_warm_up_is_the_smallest_stage_of_the_layout():
    assert warm_up_stage("flat-20000.usda") == "flat-1.usda"


def test_json_has_every_run_and_the_ratios():
    measured = results(**{"usd-open": [4.0], "save": [1.0, 3.0]})
    save = json_results(measured, ())["results"][1]
    assert save["seconds"] == [1.0, 3.0]
    assert save["memory"] == [2000, 2000]
    assert save["speed_ratios"] == {"usd-open": 2.0, "usd-parse": None, "ovstage": None}
