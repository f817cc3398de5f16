"""Gates: how much better than a peer a step must be; `gates.toml` is the table."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from benchmarks.results import Measure, Results

__all__ = ["Gate", "chosen_gates", "load_gates", "missed_gates"]


class Gate(BaseModel):
    """One threshold.

    Attributes:
        name: what it stands for.
        stage: generated stage.
        step: what is measured.
        peer: what it is compared with.
        peer_stage: generated stage that the peer is measured on, by default the same.
        measure: "seconds" of wall time, or "memory" at its peak.
        at_least: lowest ratio, the peer's median over the step's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    stage: str
    step: str
    peer: str
    peer_stage: str | None = None
    measure: Measure = "seconds"
    at_least: float

    def ratio(self, results: Results) -> float | None:
        """What was measured, None if it was not."""
        own = results.median(self.stage, self.step, self.measure)
        other = results.median(self.peer_stage or self.stage, self.peer, self.measure)
        return other / own if own and other else None

    @property
    def needs(self) -> tuple[tuple[str, str], ...]:
        """The (stage, step) pairs it compares."""
        return (self.peer_stage or self.stage, self.peer), (self.stage, self.step)


def load_gates() -> tuple[Gate, ...]:
    """The gates of `gates.toml`."""
    table = tomllib.loads(Path(__file__).with_name("gates.toml").read_text(encoding="utf-8"))
    return tuple(Gate.model_validate(gate) for gate in table["gates"])


def chosen_gates(gates: tuple[Gate, ...], *, stages: Collection[str], steps: Collection[str]) -> tuple[Gate, ...]:
    """The gates that need no other stages than these, and are about one of these steps; an empty choice is any."""
    return tuple(
        gate
        for gate in gates
        if (not stages or {stage for stage, _ in gate.needs} <= set(stages)) and (not steps or gate.step in steps)
    )


def missed_gates(gates: tuple[Gate, ...], results: Results) -> tuple[Gate, ...]:
    """Gates whose ratio is too low; one that was not measured is missed too, or a machine without peer passes all."""
    return tuple(gate for gate in gates if (gate.ratio(results) or 0.0) < gate.at_least)
