"""`state`: where everything is in a Genesis simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.simulators.genesis.model import GenesisModel
from columnar.simulators.mechanism import Frames, state_coordinates
from columnar.simulators.protocol import State

__all__ = ["state"]

Doubles = npt.NDArray[np.float64]


def state(model: GenesisModel) -> State:
    """Where everything is now; coordinates are read off the poses of bodies, so an angle is at most half a turn.

    Bodies that Genesis does not keep as links of their own, such as those fixed to the world, stay as drawn.
    """
    bodies, length = model.mechanism.bodies, model.mechanism.length
    pose = Frames(np.array(bodies.pose.position), np.array(bodies.pose.rotation))
    linear, angular = np.zeros((2, len(bodies), 3))
    row_of_path = {path: row for row, path in enumerate(bodies.paths)}
    for link in model.entity.links:
        row = row_of_path.get(link.name)
        if row is not None:
            pose.position[row] = _numbers(link.get_pos()) / length
            pose.rotation[row] = _numbers(link.get_quat())[[1, 2, 3, 0]]
            linear[row], angular[row] = _numbers(link.get_vel()) / length, _numbers(link.get_ang())
    positions, velocities = state_coordinates(model.mechanism, pose, linear, angular)
    return State(
        time=model.steps * model.time_step,
        positions=positions,
        velocities=velocities,
        accelerations=None,
        body_positions=pose.position,
        body_rotations=pose.rotation,
        body_velocities=linear,
        body_angular_velocities=angular,
    )


def _numbers(tensor: Any) -> Doubles:
    return np.asarray(tensor.detach().cpu().numpy(), np.float64).reshape(-1)
