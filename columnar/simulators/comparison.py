"""The same scene in several engines, held against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.coordinates import CoordinateName
from columnar.simulators.energies import state_energies
from columnar.simulators.engines import load_engine
from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import build_mechanism
from columnar.simulators.protocol import State

__all__ = ["EngineRun", "largest_differences", "run_engine"]

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class EngineRun:
    """One engine's motion of a scene, stage units.

    Attributes:
        engine: its name.
        coordinates: what positions are of.
        bodies: prim paths.
        times: (S,) the start among them.
        states: S states.
        accelerations: (coordinates,) at the start; where the engine does not tell, the mean ones of the first step.
        energies: (S, 2) kinetic and potential.
        unsupported: what the engine could not express.
    """

    engine: str
    coordinates: tuple[CoordinateName, ...]
    bodies: tuple[str, ...]
    times: Doubles
    states: tuple[State, ...]
    accelerations: Doubles
    energies: Doubles
    unsupported: tuple[Unsupported, ...]

    @property
    def positions(self) -> Doubles:
        """(S, coordinates)."""
        return np.array([state.positions for state in self.states])


def run_engine(
    name: str,
    descriptors: Descriptors,
    scene: Scene | None,
    *,
    steps: int,
    time_step: float,
    strict: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> EngineRun:
    """Build a scene for an engine and step it.

    Args:
        name: the engine.
        descriptors: parsed columns.
        scene: the columns.
        steps: how many.
        time_step: seconds of a step.
        strict: refuse what the engine cannot express.
        progress: called with what is done, how far, of how much.

    Raises:
        SimulatorError: no such engine, it is not installed, or it refuses the scene.
    """
    engine = load_engine(name)
    model: Any = engine.build(descriptors, scene, time_step=time_step, strict=strict)
    states = [engine.state(model)]
    for count in range(steps):
        engine.step(model, 1)
        states.append(engine.state(model))
        if progress is not None:
            progress(name, count + 1, steps)
    mechanism = build_mechanism(descriptors, scene)
    start = states[0].accelerations
    if start is None and steps:
        start = (states[1].velocities - states[0].velocities) / time_step
    names = engine.names(model)
    close = getattr(engine, "close", None)
    if close is not None:
        close(model)
    return EngineRun(
        engine=name,
        coordinates=names.coordinates,
        bodies=names.bodies,
        times=np.arange(steps + 1, dtype=np.float64) * time_step,
        states=tuple(states),
        accelerations=np.full(len(names.coordinates), np.nan) if start is None else start,
        energies=np.array([state_energies(mechanism, state) for state in states]),
        unsupported=tuple(engine.unsupported(model)),
    )


def largest_differences(runs: Sequence[EngineRun]) -> tuple[Doubles, Doubles]:
    """(coordinates,) largest difference of any two engines: of initial accelerations, and of positions at any time.

    What an engine does not tell (NaN) is not counted.
    """
    accelerations = np.array([run.accelerations for run in runs])
    positions = np.array([run.positions for run in runs])
    return _spread(accelerations), _spread(positions).max(axis=0, initial=0.0)


def _spread(values: Doubles) -> Doubles:
    """Largest minus smallest along the first axis, NaN left out; 0 where fewer than two are there."""
    finite = np.isfinite(values)
    low = np.where(finite, values, np.inf).min(axis=0)
    high = np.where(finite, values, -np.inf).max(axis=0)
    found: Doubles = np.where(finite.sum(axis=0) > 1, high - low, 0.0)
    return found
