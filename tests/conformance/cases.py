"""What must come out, by formula: each case gives how far an engine is off, and how far it may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from columnar.simulators import State

__all__ = ["CASES", "TIME_STEP", "Case", "Run"]

TIME_STEP = 1 / 480
_GRAVITY = 9.81
_INERTIA = 0.01 + 0.25
"""Of the bob about the pendulum's hinge."""


class Run(NamedTuple):
    """A simulation that a case moves on and reads.

    Attributes:
        engine: the adapter.
        model: its model, at the start.
    """

    engine: Any
    model: Any

    def after(self, seconds: float) -> State:
        """The state some seconds on."""
        self.engine.step(self.model, round(seconds / TIME_STEP))
        found: State = self.engine.state(self.model)
        return found

    def coordinate(self, state: State, path: str) -> float:
        """The position of a joint of one axis; NaN where the engine has none."""
        names = [name.path for name in self.engine.names(self.model).coordinates]
        return float(state.positions[names.index(path)]) if path in names else float("nan")

    def body(self, state: State, path: str) -> tuple[Any, Any]:
        """Place and rotation of a body."""
        row = self.engine.names(self.model).bodies.index(path)
        return state.body_positions[row], state.body_rotations[row]


class Case(NamedTuple):
    """One mechanism.

    Attributes:
        title: what the README calls it.
        tolerance: largest error.
        error: moves a run on and gives the error.
    """

    title: str
    tolerance: float
    error: Callable[[Run], float]


def _pendulum(seconds: float, start: float, *, stiffness: float = 0.0, damping: float = 0.0) -> float:
    """The angle of the pendulum after some time, by classic Runge-Kutta steps of 0.1 ms."""
    target, h = np.radians(30), 1e-4

    def rate(state: Any) -> Any:
        angle, speed = state
        effort = stiffness * (target - angle) - damping * speed - _GRAVITY * 0.5 * np.sin(angle)
        return np.array([speed, effort / _INERTIA])

    state = np.array([start, 0.0])
    for _ in range(round(seconds / h)):
        a = rate(state)
        b = rate(state + h / 2 * a)
        c = rate(state + h / 2 * b)
        d = rate(state + h * c)
        state = state + h / 6 * (a + 2 * b + 2 * c + d)
    return float(state[0])


def _driven(run: Run) -> float:
    expected = _pendulum(0.25, 0.0, stiffness=np.degrees(0.5), damping=np.degrees(0.02))
    return abs(run.coordinate(run.after(0.25), "/Hinge") - expected)


def _hinge(run: Run) -> float:
    return abs(run.coordinate(run.after(0.5), "/Hinge") - _pendulum(0.5, np.radians(60)))


def _slider(run: Run) -> float:
    return abs(run.coordinate(run.after(0.5), "/Slide") + _GRAVITY * 0.125)


def _ball(run: Run) -> float:
    _, rotation = run.body(run.after(0.5), "/Bob")
    angle = 2 * np.arctan2(rotation[0], rotation[3])
    angle = (angle + np.pi) % (2 * np.pi) - np.pi
    return float(abs(angle - _pendulum(0.5, np.radians(60))) + np.abs(rotation[1:3]).max())


def _d6(run: Run) -> float:
    place, rotation = run.body(run.after(0.5), "/Bob")
    return float(np.abs(place - [0, 0, -_GRAVITY * 0.125]).max() + np.abs(rotation[:3]).max())


def _fixed(run: Run) -> float:
    return float(np.abs(run.body(run.after(0.5), "/Bob")[0] - [0, 0, 1]).max())


def _distance(run: Run) -> float:
    return float(np.abs(run.body(run.after(2.0), "/Bob")[0] - [0, 0, -0.2]).max())


def _limit(run: Run) -> float:
    return abs(run.coordinate(run.after(4.0), "/Hinge") - np.radians(20))


def _mimic(run: Run) -> float:
    state = run.after(0.5)
    lead, follow = run.coordinate(state, "/Lead"), run.coordinate(state, "/Follow")
    # One that does not move proves nothing.
    return abs(follow - (np.radians(5) - 2 * lead)) + (1.0 if abs(lead) < 0.01 else 0.0)


def _loop(run: Run) -> float:
    state = run.after(0.5)
    place, rotation = run.body(state, "/C")
    x, y, z, w = rotation
    up = 0.5 * np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
    moved = abs(float(run.body(state, "/A")[0][0]))
    return float(np.abs(place + up - [1, 0, 0]).max()) + (1.0 if moved < 0.01 else 0.0)


def _floating(run: Run) -> float:
    place, rotation = run.body(run.after(0.5), "/Bob")
    turn = 2 * np.arctan2(rotation[2], rotation[3])
    fallen = np.abs(place - [0.5, 0, 1 - _GRAVITY * 0.125]).max()
    return float(fallen + abs((turn - np.pi / 4 + np.pi) % (2 * np.pi) - np.pi))


CASES: Mapping[str, Case] = MappingProxyType(
    {
        "driven_pendulum": Case("driven pendulum", 0.01, _driven),
        "hinge": Case("hinge", 0.01, _hinge),
        "slider": Case("slider", 0.01, _slider),
        "ball": Case("ball", 0.01, _ball),
        "d6": Case("D6", 0.01, _d6),
        "fixed": Case("fixed joint", 1e-4, _fixed),
        "distance": Case("distance joint", 0.05, _distance),
        "limit": Case("limit", 0.02, _limit),
        "mimic": Case("mimic", 0.01, _mimic),
        "loop": Case("loop", 0.01, _loop),
        "floating_base": Case("floating base", 0.03, _floating),
        "centimetres_and_grams": Case("centimetres and grams", 0.01, _driven),
        "y_up": Case("Y up", 0.01, _driven),
        "scaled_body": Case("scaled body", 0.01, _hinge),
    }
)
"""By the name of the stage."""
