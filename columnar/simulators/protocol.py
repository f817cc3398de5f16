"""What every adapter of an engine offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.coordinates import CoordinateName
from columnar.simulators.findings import Unsupported

__all__ = ["Names", "Simulator", "State"]

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Names:
    """What the rows of a state are.

    Attributes:
        coordinates: the coordinates.
        bodies: prim paths of the bodies.
    """

    coordinates: tuple[CoordinateName, ...]
    bodies: tuple[str, ...]


@dataclass(frozen=True)
class State:
    """One moment of a simulation, in the units of the stage, whatever the engine's own are; angles in radians.

    The three turns of a ball, and of a body that floats, are a rotation vector in `positions` and the angular velocity
    along the axes of the frame on side 1 (of the body) in `velocities`. The three shifts of a floating body are its
    place in the world.

    Attributes:
        time: seconds since the start.
        positions: (coordinates,).
        velocities: (coordinates,).
        accelerations: (coordinates,) rates of the velocities; None where the engine does not tell.
        body_positions: (bodies, 3) origins in the world.
        body_rotations: (bodies, 4) x, y, z, w.
        body_velocities: (bodies, 3) of the origins, world axes; None where the engine does not tell.
        body_angular_velocities: (bodies, 3) world axes; None where the engine does not tell.
    """

    time: float
    positions: Doubles
    velocities: Doubles
    accelerations: Doubles | None
    body_positions: Doubles
    body_rotations: Doubles
    body_velocities: Doubles | None
    body_angular_velocities: Doubles | None


class Simulator(Protocol):
    """An engine behind one set of functions; its adapter is a module that has them.

    Nothing is dropped or read otherwise in silence: what an engine cannot express is in `unsupported`.
    """

    def build(
        self, descriptors: Descriptors, scene: Scene | None = None, *, time_step: float = ..., strict: bool = ...
    ) -> Any:
        """A model at its start.

        Args:
            descriptors: parsed columns.
            scene: the columns themselves, which hold what descriptors do not: points of meshes, actuators of MuJoCo.
                ovphysx is fed by nothing else.
            time_step: seconds of a step.
            strict: refuse what the engine cannot express.

        Raises:
            EngineMissing: the engine is not installed.
            SimulatorError: the engine refuses the model; or `strict`, and something cannot be expressed.
        """

    def step(self, model: Any, steps: int = ...) -> None:
        """Move on by a number of steps."""

    def state(self, model: Any) -> State:
        """Where everything is now."""

    def names(self, model: Any) -> Names:
        """What the rows of a state are."""

    def unsupported(self, model: Any) -> Sequence[Unsupported]:
        """What the engine could not express, in the order of paths."""
