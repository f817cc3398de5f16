"""A MuJoCo model with what it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from columnar.simulators.engines import import_engine
from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mujoco.layout import Layout
from columnar.simulators.mujoco.warnings import counted_warnings, no_log_file
from columnar.simulators.protocol import Names

__all__ = ["MujocoModel", "mjcf_text", "names", "step", "unsupported"]

_DIGITS: Final = 1e-5


@dataclass(frozen=True)
class MujocoModel:
    """A simulation; `spec`, `model` and `data` are MuJoCo's own and may be used and changed as such.

    Attributes:
        spec: the `mujoco.MjSpec`.
        model: the `mujoco.MjModel`.
        data: the `mujoco.MjData`, at the start until stepped.
        mechanism: what it was made from, in metres and kilograms.
        length: the stage's length unit in metres.
        layout: where coordinates lie in MuJoCo's arrays.
        names: rows of states.
        findings: what could not be expressed.
    """

    spec: Any
    model: Any
    data: Any
    mechanism: Mechanism
    length: float
    layout: Layout
    names: Names
    findings: tuple[Unsupported, ...]


def step(model: MujocoModel, steps: int = 1) -> None:
    """Move on by a number of steps."""
    with no_log_file():
        import_engine("mujoco").mj_step(model.model, model.data, nstep=steps)


def names(model: MujocoModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: MujocoModel) -> tuple[Unsupported, ...]:
    """What MuJoCo could not express, and what it has warned of in steps so far."""
    return (*model.findings, *counted_warnings(model.model, model.data))


def _within_bounds(moments: Any) -> Any:
    """Moments that stay ones a body can have when they are written with the six digits of MJCF."""
    largest = int(moments.argmax())
    others = (moments.sum() - moments[largest]) * (1 - _DIGITS)
    moments[largest] = min(moments[largest], others)
    return moments


def mjcf_text(model: MujocoModel) -> str:
    """The model as MJCF, meshes inline; the key `start` holds the present state."""
    spec, data = model.spec.copy(), model.data
    for body in spec.bodies:
        body.inertia = _within_bounds(np.array(body.inertia))
    spec.add_key(name="start", time=data.time, qpos=data.qpos, qvel=data.qvel, ctrl=data.ctrl)
    return str(spec.to_xml())
