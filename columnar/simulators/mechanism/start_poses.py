"""Poses of bodies at the start."""

from __future__ import annotations

import numpy as np

from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.misfits import motion_frames

__all__ = ["start_poses"]


def start_poses(mechanism: Mechanism) -> Frames:
    """Where bodies are in the world when joints are where the mechanism starts."""
    tree, drawn = mechanism.tree, mechanism.bodies.pose
    moves = motion_frames(mechanism, mechanism.start.scalars, mechanism.start.vectors)
    moves = moves.replaced(tree.reversed, moves.inverse())
    inside = tree.outer.times(moves).times(tree.inner.inverse())
    found = Frames(np.array(drawn.position), np.array(drawn.rotation))
    for row in tree.order.tolist():
        if tree.joint[row] < 0:
            continue
        own = np.array([row])
        parent = int(tree.parent[row])
        pose = inside.take(own)
        if parent >= 0:
            pose = found.take(np.array([parent])).times(pose)
        found.position[own], found.rotation[own] = pose
    return found
