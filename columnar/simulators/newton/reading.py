"""`state`: where everything is in a Newton simulation."""

from __future__ import annotations

import numpy as np

from columnar.geometry import rotated
from columnar.simulators.mechanism import Frames, start_poses, state_coordinates
from columnar.simulators.newton.model import NewtonModel
from columnar.simulators.protocol import State

__all__ = ["state"]


def state(model: NewtonModel) -> State:
    """Where everything is now; coordinates are read off the poses of bodies, so an angle is at most half a turn."""
    mechanism = model.mechanism
    start = start_poses(mechanism)
    pose = Frames(np.array(start.position), np.array(start.rotation))
    linear, angular = np.zeros((2, len(mechanism.bodies), 3))
    if model.running is not None:
        moved = [(row, index) for row, index in model.rows.items() if index >= 0]
        rows, indices = np.array(moved, np.int64).reshape(-1, 2).T
        now = model.running[1]
        poses, rates = (part.numpy().astype(np.float64)[indices] for part in (now.body_q, now.body_qd))
        pose.position[rows], pose.rotation[rows] = poses[:, :3], poses[:, 3:]
        linear[rows], angular[rows] = rates[:, :3], rates[:, 3:]
        # Newton has the velocity of the centre of mass.
        linear -= np.cross(angular, rotated(pose.rotation, mechanism.bodies.masses.center))
    positions, velocities = state_coordinates(mechanism, pose, linear, angular)
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
