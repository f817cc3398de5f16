"""Which steps are measured on which stages."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.gates import Gate
from benchmarks.processes import PRODUCER_STEP, peer_python
from benchmarks.results import Plan
from benchmarks.steps import STEPS

__all__ = ["FULL_STAGES", "QUICK_STAGES", "available_steps", "gate_plan", "plan_of"]

QUICK_STAGES = (
    "flat-2000.usdc",
    "flat-2000.usda",
    "mixed-2000.usdc",
    "references-100.usdc",
    "overridden-100.usdc",
    "instances-200.usdc",
    "layered-2000.usdc",
    "articulation-1000.usdc",
    "tiled-2000.usdc",
)

FULL_STAGES = (
    "flat-20000.usdc",
    "flat-20000.usda",
    "flat-100000.usdc",
    "articulation-10000.usdc",
    "tiled-1000000.usdc",
    "mixed-20000.usdc",
    "references-1000.usdc",
    "overridden-1000.usdc",
    "instances-4000.usdc",
    "layered-20000.usdc",
)


def available_steps() -> tuple[str, ...]:
    """The steps that this machine can do."""
    return (*STEPS, *([PRODUCER_STEP] if peer_python() else []))


def plan_of(stages: Iterable[str], steps: Iterable[str] = ()) -> Plan:
    """These steps, by default all, on each of the stages."""
    chosen = tuple(steps) or available_steps()
    return dict.fromkeys(stages, chosen)


def gate_plan(gates: Iterable[Gate]) -> Plan:
    """What the gates ask for, as far as this machine can do it."""
    found: dict[str, dict[str, None]] = {}
    for gate in gates:
        if all(step in available_steps() for _, step in gate.needs):
            for stage, step in gate.needs:
                found.setdefault(stage, {})[step] = None
    return {stage: tuple(steps) for stage, steps in found.items()}
