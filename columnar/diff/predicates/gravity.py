"""Gravity of scenes: absent, blocked, zero, raw and unnormalised values."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction
from columnar.inspection import Cells

__all__ = [
    "absent_gravity",
    "gravity_switch",
    "long_gravity_direction",
    "raw_gravity_magnitude",
    "x_up",
    "zero_gravity_direction",
]

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_EARTH: Final = 9.81
_SENTINEL: Final = -0.5e38
_DOWN: Final = {"X": (-1.0, 0.0, 0.0), "Y": (0.0, -1.0, 0.0), "Z": (0.0, 0.0, -1.0)}


class _Gravity(NamedTuple):
    direction: Cells
    magnitude: Cells
    off: Flags


def absent_gravity(asked: Asked) -> Prediction:
    """A direction or magnitude that is absent or blocked: -Z and 9.81 where columns are read."""
    gravity = _read(asked)
    missing = {"gravity_direction": ~gravity.direction.present, "gravity_magnitude": ~gravity.magnitude.present}
    return _prediction(
        asked, gravity, missing.get(asked.field, ~gravity.direction.present | ~gravity.magnitude.present)
    )


def zero_gravity_direction(asked: Asked) -> Prediction:
    """A direction of zero: no gravity where columns are read, down in USD."""
    gravity = _read(asked)
    return _prediction(asked, gravity, gravity.direction.present & ~gravity.direction.values.any(axis=1))


def raw_gravity_magnitude(asked: Asked) -> Prediction:
    """The magnitude that means "as on Earth": -inf where columns are read, 9.81 in stage units in USD."""
    gravity = _read(asked)
    return _prediction(asked, gravity, gravity.magnitude.present & (gravity.magnitude.values < _SENTINEL))


def long_gravity_direction(asked: Asked) -> Prediction:
    """A direction that is no unit vector: multiplied in where columns are read, normalised in USD."""
    gravity = _read(asked)
    return _prediction(asked, gravity, gravity.direction.present & gravity.direction.values.any(axis=1))


def x_up(asked: Asked) -> Prediction:
    """Nothing authored on a stage with X up: the producer writes -Z, USD means -X."""
    gravity = _read(asked)
    return _prediction(asked, gravity, _unknown_down(asked, gravity))


def gravity_switch(asked: Asked) -> Prediction:
    """Gravity turned off by NewtonSceneAPI, of which OpenUSD's parser knows nothing."""
    gravity = _read(asked)
    return _prediction(asked, gravity, gravity.off)


def _read(asked: Asked) -> _Gravity:
    switch = asked.cells("newton:gravityEnabled", component="NewtonSceneAPI")
    return _Gravity(
        asked.cells("physics:gravityDirection", component="PhysicsScene"),
        asked.cells("physics:gravityMagnitude", component="PhysicsScene"),
        switch.present & ~switch.values.astype(np.bool_),
    )


def _prediction(asked: Asked, gravity: _Gravity, applies: Flags) -> Prediction:
    info = asked.columns.scene.info
    earth = np.float32(_EARTH) / np.float32(info["usd-metadata:metersPerUnit"])
    down = np.array(_DOWN.get(info["usd-metadata:upAxis"], _DOWN["Z"]))
    columns = (
        gravity.direction.filled(np.array(_DOWN["Z"])),
        np.where(gravity.off, 0.0, gravity.magnitude.filled(_EARTH)),
    )
    unknown = _unknown_down(asked, gravity)[:, None]
    direction = np.where(unknown, 0.0, gravity.direction.filled(np.zeros(3)))
    magnitude = gravity.magnitude.filled(-np.inf)
    zero = np.all(direction == 0, axis=1, keepdims=True)
    usd = (
        _unit(np.where(zero, down, direction)),
        np.where(magnitude < _SENTINEL, earth, magnitude),
    )
    return Prediction(applies, _value(asked, *columns), _value(asked, *usd))


def _unknown_down(asked: Asked, gravity: _Gravity) -> Flags:
    """Directions that a producer wrote for a stage with X up, an axis it does not know."""
    if asked.columns.scene.info["usd-metadata:upAxis"] != "X":
        return np.zeros(len(asked.block), np.bool_)
    return gravity.direction.present & ~gravity.direction.authored


@np.errstate(all="ignore")
def _unit(vectors: Doubles) -> Doubles:
    found: Doubles = vectors / np.linalg.norm(vectors.astype(np.float64), axis=1)[:, None]
    return found


@np.errstate(all="ignore")
def _value(asked: Asked, direction: Doubles, magnitude: Doubles) -> npt.NDArray[Any]:
    fields = {"gravity_direction": direction, "gravity_magnitude": magnitude}
    return fields.get(asked.field, magnitude[:, None] * direction)
