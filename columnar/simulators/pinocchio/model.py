"""pinocchio models with what they were made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.protocol import Names

__all__ = ["PinocchioModel", "PinocchioTree", "names", "unsupported"]

Doubles = npt.NDArray[np.float64]


@dataclass
class PinocchioTree:
    """One tree; `model` and `data` are pinocchio's own.

    Attributes:
        model: the `pinocchio.Model`.
        data: its `pinocchio.Data`.
        q: configuration.
        v: velocity.
        bodies: row of each body, the joint that carries it, and the `pinocchio.SE3` from that joint to the body.
        motions: motion of each pinocchio joint, -1 for the one of a floating base; from joint 1 on.
    """

    model: Any
    data: Any = None
    q: Doubles = field(default_factory=lambda: np.zeros(0))
    v: Doubles = field(default_factory=lambda: np.zeros(0))
    bodies: list[tuple[int, int, Any]] = field(default_factory=list)
    motions: list[int] = field(default_factory=list)


@dataclass
class PinocchioModel:
    """A simulation.

    Attributes:
        trees: one for each body that hangs on the world or floats.
        mechanism: what they were made from, in stage units.
        time_step: seconds.
        names: rows of states.
        findings: what could not be expressed.
        steps: steps taken.
    """

    trees: list[PinocchioTree]
    mechanism: Mechanism
    time_step: float
    names: Names
    findings: tuple[Unsupported, ...]
    steps: int = 0


def names(model: PinocchioModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: PinocchioModel) -> tuple[Unsupported, ...]:
    """What pinocchio could not express."""
    return model.findings
