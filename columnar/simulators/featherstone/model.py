"""Articulations with what they were made from."""

from __future__ import annotations

from dataclasses import dataclass

from columnar.dynamics import Articulation, Refusal
from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.protocol import Names

__all__ = ["FeatherstoneModel", "names", "step", "unsupported"]


@dataclass(frozen=True)
class FeatherstoneModel:
    """A simulation; `articulations` are `columnar.dynamics`' own.

    Attributes:
        articulations: in the order of their table; states are those of their first environment.
        mechanism: what descriptors make of the columns, in stage units; names come from it.
        time_step: seconds.
        names: rows of states.
        findings: what could not be expressed.
        refused: articulations that could not be built; each is a finding, too.
    """

    articulations: tuple[Articulation, ...]
    mechanism: Mechanism
    time_step: float
    names: Names
    findings: tuple[Unsupported, ...]
    refused: tuple[Refusal, ...] = ()


def step(model: FeatherstoneModel, steps: int = 1) -> None:
    """Move on by a number of steps."""
    for _ in range(steps):
        for articulation in model.articulations:
            articulation.step(model.time_step)


def names(model: FeatherstoneModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: FeatherstoneModel) -> tuple[Unsupported, ...]:
    """What these dynamics could not express."""
    return model.findings
