"""Coordinates and their rates from poses and velocities of bodies, for engines that tell nothing else."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.geometry import quaternion_product, rotated
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.motions import MotionKind
from columnar.simulators.mechanism.postures import joint_postures, posture_coordinates, rotation_vectors, turns

__all__ = ["coordinate_vector", "state_coordinates"]

Doubles = npt.NDArray[np.float64]

_STEP = 1e-6
"""Seconds over which the rates of joint coordinates are taken."""


def state_coordinates(mechanism: Mechanism, pose: Frames, linear: Doubles, angular: Doubles) -> tuple[Doubles, Doubles]:
    """Positions and velocities in the order of `find_coordinate_names`.

    Args:
        mechanism: says what the coordinates are.
        pose: of bodies in the world.
        linear: (bodies, 3) velocities of their origins.
        angular: (bodies, 3) angular velocities, world axes.
    """
    positions = coordinate_vector(mechanism, pose)
    # Rates of hinges and slides: how the coordinates change when all bodies move on for a moment.
    moved = Frames(pose.position + linear * _STEP, _turned(pose.rotation, angular * _STEP))
    change = coordinate_vector(mechanism, moved) - positions
    change = np.where(np.abs(change) > np.pi, change - np.sign(change) * 2 * np.pi, change)
    velocities = change / _STEP
    _set_ball_rates(mechanism, pose, angular, velocities)
    free = np.flatnonzero(mechanism.tree.free)
    at = np.arange(len(free))[:, None] * 6
    velocities[at + np.arange(3)] = linear[free]
    velocities[at + np.arange(3, 6)] = rotated(pose.rotation[free] * [-1.0, -1.0, -1.0, 1.0], angular[free])
    return positions, velocities


def coordinate_vector(mechanism: Mechanism, pose: Frames) -> Doubles:
    """Positions in the order of `find_coordinate_names`, at poses of bodies in the world."""
    motions, free = mechanism.motions, np.flatnonzero(mechanism.tree.free)
    posture = posture_coordinates(motions, joint_postures(mechanism.tree, pose))
    floating = np.concatenate([pose.position[free], rotation_vectors(pose.rotation[free])], axis=1).ravel()
    ball = motions.kind == MotionKind.BALL
    lanes = np.concatenate([posture.scalars[:, None], posture.vectors], axis=1)
    wanted = np.stack([~ball, ball, ball, ball], axis=1)
    return np.concatenate([floating, lanes[wanted]])


def _set_ball_rates(mechanism: Mechanism, pose: Frames, angular: Doubles, velocities: Doubles) -> None:
    """Angular velocity of side 1 against side 0, along the axes of the frame on side 1."""
    motions, tree = mechanism.motions, mechanism.tree
    ball = motions.kind == MotionKind.BALL
    if not ball.any():
        return
    sizes = np.where(ball, 3, 1)
    first = 6 * int(tree.free.sum()) + np.cumsum(sizes) - sizes
    sides = [side.body[motions.joint[ball]] for side in tree.sides]
    turn = [np.where(body[:, None] >= 0, angular[body], 0.0) for body in sides]
    world = np.where(sides[1][:, None] >= 0, pose.rotation[sides[1]], [0.0, 0.0, 0.0, 1.0])
    inner = tree.sides[1].frame.rotation[motions.joint[ball]]
    back = [-1.0, -1.0, -1.0, 1.0]
    rates = rotated(inner * back, rotated(world * back, turn[1] - turn[0]))
    velocities[first[ball][:, None] + np.arange(3)] = rates


def _turned(rotation: Doubles, vectors: Doubles) -> Doubles:
    """Rotations followed by small rotation vectors along world axes."""
    return quaternion_product(turns(vectors), rotation)
