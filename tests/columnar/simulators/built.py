"""Models built from the text of a stage."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar import parse
from columnar.simulators import State, mujoco
from tests.stage_text import scene_of

__all__ = ["built", "features", "position", "settled"]


def built(text: str, **options: Any) -> mujoco.MujocoModel:
    """The MuJoCo model of a stage."""
    scene = scene_of(text)
    return mujoco.build(parse(scene), scene, **options)


def settled(model: mujoco.MujocoModel, seconds: float) -> State:
    """The state after some time."""
    mujoco.step(model, round(seconds / model.model.opt.timestep))
    return mujoco.state(model)


def position(model: mujoco.MujocoModel, path: str, axis: str, values: npt.NDArray[np.float64]) -> float:
    """One coordinate."""
    names = [(name.path, name.axis) for name in mujoco.names(model).coordinates]
    return float(values[names.index((path, axis))])


def features(model: mujoco.MujocoModel) -> set[tuple[str, str, str]]:
    """Path, column and feature of what could not be expressed."""
    return {(found.path, found.column, found.feature) for found in mujoco.unsupported(model)}
