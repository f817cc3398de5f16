"""Measurements of a run, their medians, and how they compare with a peer's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Literal

from benchmarks.job import Job, Measurement
from benchmarks.processes import prepare, run_step

__all__ = ["PEERS", "Measure", "Plan", "Results", "measure_plan", "warm_up_stage"]

Measure = Literal["seconds", "memory"]

Plan = Mapping[str, Sequence[str]]
"""Steps to measure by stage name."""

PEERS = ("usd-open", "usd-parse", "ovstage")
"""Steps that the others are compared with."""

_SHORT = 0.1
_MORE_RUNS = 2
"""A step of fewer seconds is measured that many times more in its turn: whatever else runs blurs it most."""


@dataclass(frozen=True)
class Results:
    """All measurements by (stage, step), in the order they were made."""

    measurements: Mapping[tuple[str, str], Sequence[Measurement]]

    def median(self, stage: str, step: str, measure: Measure) -> float | None:
        """The median in seconds or bytes, None if the step was not measured."""
        found = self.measurements.get((stage, step))
        return median(getattr(measurement, measure) for measurement in found) if found else None

    def ratio(self, stage: str, step: str, peer: str, measure: Measure = "seconds") -> float | None:
        """How many times as much the peer needs (above 1: the step is better); None if either was not measured."""
        own, other = self.median(stage, step, measure), self.median(stage, peer, measure)
        return other / own if own and other else None


def warm_up_stage(stage: str) -> str:
    """The smallest stage of the same layout and format in which something is repeated."""
    layout, _, rest = stage.rpartition("-")
    return f"{layout}-2.{rest.rpartition('.')[2]}"


def measure_plan(
    plan: Plan, folder: Path, *, runs: int, progress: Callable[[str], None], cold: bool = False
) -> Results:
    """Measure every step of the plan, each in a fresh process, the steps of a stage taking turns.

    Args:
        plan: steps by stage.
        folder: holds the generated stages.
        runs: how often each step gets its turn.
        progress: told what is being done.
        cold: measure the first call of a process, without a warm-up.

    Raises:
        StepError: a step did not end well.
    """
    found: dict[tuple[str, str], list[Measurement]] = {}
    for stage, steps in plan.items():
        progress(f"{stage}: preparing")
        files = prepare(stage, folder)
        warm_up = None if cold else prepare(warm_up_stage(stage), folder)
        for run in range(runs):
            for step in steps:
                progress(f"{stage}: {step}, run {run + 1} of {runs}")
                found.setdefault((stage, step), []).extend(_measured(Job(step, files, warm_up)))
    return Results(found)


def _measured(job: Job) -> Iterator[Measurement]:
    measurement = run_step(job)
    yield measurement
    if measurement.seconds < _SHORT:
        yield from (run_step(job) for _ in range(_MORE_RUNS))
