"""A PhysX simulation with what it was made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.protocol import Names

__all__ = ["OvphysxModel", "close", "names", "step", "unsupported"]


@dataclass
class OvphysxModel:
    """A simulation; `stage` and `physics` are ovstage's and ovphysx's own.

    Attributes:
        stage: the `ovstage.Stage` that holds the columns.
        physics: the `ovphysx.PhysX` that it is attached to.
        mechanism: what descriptors make of the columns; only names and joint coordinates come from it.
        time_step: seconds.
        names: rows of states.
        findings: what PhysX is known to make otherwise of the columns.
        steps: steps taken.
        closed: whether `close` has been called.
    """

    stage: Any
    physics: Any
    mechanism: Mechanism
    time_step: float
    names: Names
    findings: tuple[Unsupported, ...]
    steps: int = field(default=0)
    closed: bool = field(default=False)


def step(model: OvphysxModel, steps: int = 1) -> None:
    """Move on by a number of steps."""
    for _ in range(steps):
        model.physics.step_sync(model.time_step)
    model.steps += steps


def names(model: OvphysxModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: OvphysxModel) -> tuple[Unsupported, ...]:
    """What PhysX, which gets the columns as they are, is known to make otherwise of them."""
    return model.findings


def close(model: OvphysxModel) -> None:
    """Let go of PhysX, which holds one simulation at a time."""
    if not model.closed:
        model.physics.wait_task(model.physics.detach_ovstage())
        model.physics.destroy()
        model.stage.destroy()
        model.closed = True
