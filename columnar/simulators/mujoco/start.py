"""The start of a MuJoCo simulation: positions, velocities, controls."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.geometry import rotated
from columnar.simulators.mechanism import Mechanism, turns
from columnar.simulators.mujoco.actuators import controls
from columnar.simulators.mujoco.bodies import WXYZ
from columnar.simulators.mujoco.layout import Layout
from columnar.simulators.mujoco.warnings import no_log_file

__all__ = ["set_start"]

Doubles = npt.NDArray[np.float64]


def set_start(engine: Any, model: Any, data: Any, mechanism: Mechanism, layout: Layout) -> None:
    """Put a simulation at its start, accelerations worked out."""
    _set_free(data, mechanism, layout)
    _set_motions(data, mechanism, layout)
    drives = controls(mechanism)
    data.ctrl[: len(drives)] = drives
    with no_log_file():
        engine.mj_forward(model, data)


def _set_free(data: Any, mechanism: Mechanism, layout: Layout) -> None:
    bodies, free, at = mechanism.bodies, layout.free, layout.free_at
    rotation = bodies.pose.rotation[free]
    data.qpos[at[:, :1] + np.arange(3)] = bodies.pose.position[free]
    data.qpos[at[:, :1] + np.arange(3, 7)] = rotation[:, WXYZ]
    data.qvel[at[:, 1:2] + np.arange(3)] = bodies.velocity[free]
    # MuJoCo has the angular velocity of a free joint along the body's axes.
    turn = rotated(rotation * [-1.0, -1.0, -1.0, 1.0], bodies.angular_velocity[free])
    data.qvel[at[:, 1:2] + np.arange(3, 6)] = turn


def _set_motions(data: Any, mechanism: Mechanism, layout: Layout) -> None:
    motions, start = mechanism.motions, mechanism.start
    data.qpos[layout.single_at[:, 0]] = start.scalars[layout.single]
    data.qvel[layout.single_at[:, 1]] = motions.values.state_velocity[layout.single]
    frames = mechanism.tree.inner.rotation[motions.body[layout.ball]]
    vectors = rotated(frames, start.vectors[layout.ball] * motions.sign[layout.ball, None])
    data.qpos[layout.ball_at[:, :1] + np.arange(4)] = turns(vectors)[:, WXYZ]
