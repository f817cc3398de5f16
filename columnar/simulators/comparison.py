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
from columnar.simulators.sizes import check_size

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

    @property
    def counted(self) -> npt.NDArray[np.bool_]:
        """(coordinates,) bool: what the engine moves.

        A coordinate that is no number at a sound start is not among it; at a start that is not finite, all are.
        """
        start = self.states[0]
        counted: npt.NDArray[np.bool_] = np.isfinite(start.positions) | (not _has_finite_poses(start))
        return counted

    @property
    def finite(self) -> bool:
        """Whether all bodies, and all coordinates that are counted, stay finite."""
        counted = self.counted
        return all(
            _has_finite_poses(state) and bool(np.isfinite(state.positions[counted]).all()) for state in self.states
        ) and bool(np.isfinite(self.accelerations[counted]).all())


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
        SimulatorError: no such engine, it is not installed, it refuses the scene, or the states would not fit into
            memory.
    """
    engine = load_engine(name)
    model: Any = engine.build(descriptors, scene, time_step=time_step, strict=strict)
    names = engine.names(model)
    try:
        check_size(names, steps=steps)
        states = [engine.state(model)]
        for count in range(steps):
            engine.step(model, 1)
            states.append(engine.state(model))
            if progress is not None:
                progress(name, count + 1, steps)
        unsupported = tuple(engine.unsupported(model))
    finally:
        close = getattr(engine, "close", None)
        if close is not None:
            close(model)
    mechanism = build_mechanism(descriptors, scene)
    start = states[0].accelerations
    if start is None and steps:
        start = (states[1].velocities - states[0].velocities) / time_step
    return EngineRun(
        engine=name,
        coordinates=names.coordinates,
        bodies=names.bodies,
        times=np.arange(steps + 1, dtype=np.float64) * time_step,
        states=tuple(states),
        accelerations=np.full(len(names.coordinates), np.nan) if start is None else start,
        energies=np.array([state_energies(mechanism, state) for state in states]),
        unsupported=unsupported,
    )


def largest_differences(runs: Sequence[EngineRun]) -> tuple[Doubles, Doubles]:
    """(coordinates,) largest difference of any two engines: of initial accelerations, and of positions at any time.

    Where an engine that counts a coordinate ends up with something that is not finite, its difference is inf. Where
    fewer than two engines count it, its difference is NaN: nothing is compared.
    """
    counted = np.array([run.counted for run in runs])
    accelerations = np.array([run.accelerations for run in runs])
    positions = np.array([run.positions for run in runs])
    return _spread(accelerations[:, None], counted), _spread(positions, counted)


def _has_finite_poses(state: State) -> bool:
    return bool(np.isfinite(state.body_positions).all() and np.isfinite(state.body_rotations).all())


def _spread(values: Doubles, counted: npt.NDArray[np.bool_]) -> Doubles:
    """Largest minus smallest of (runs, moments, coordinates) values over the runs that count, at the worst moment."""
    chosen = counted[:, None]
    finite = np.isfinite(values)
    low = np.where(finite & chosen, values, np.inf).min(axis=0)
    high = np.where(finite & chosen, values, -np.inf).max(axis=0)
    lost = (chosen & ~finite).any(axis=(0, 1))
    with np.errstate(invalid="ignore"):
        found = np.where(counted.sum(axis=0) > 1, (high - low).max(axis=0, initial=0.0), np.nan)
    return np.where(lost, np.inf, found)
