"""A Genesis simulation with what it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.protocol import Names

__all__ = ["GenesisModel", "names", "step", "unsupported"]


@dataclass
class GenesisModel:
    """A simulation; `scene` and `entity` are Genesis' own.

    Attributes:
        scene: the `genesis.Scene`.
        entity: the entity that holds all bodies.
        mechanism: what descriptors make of the columns, in stage units.
        time_step: seconds.
        names: rows of states.
        findings: what could not be expressed.
        steps: steps taken.
    """

    scene: Any
    entity: Any
    mechanism: Mechanism
    time_step: float
    names: Names
    findings: tuple[Unsupported, ...]
    steps: int = 0


def step(model: GenesisModel, steps: int = 1) -> None:
    """Move on by a number of steps."""
    for _ in range(steps):
        model.scene.step()
    model.steps += steps


def names(model: GenesisModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: GenesisModel) -> tuple[Unsupported, ...]:
    """What Genesis could not express, MuJoCo's model in between included."""
    return model.findings
