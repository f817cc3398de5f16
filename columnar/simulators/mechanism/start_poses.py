"""Poses of bodies at the start."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.misfits import motion_frames
from columnar.simulators.mechanism.tree import Tree

__all__ = ["start_poses"]


def start_poses(mechanism: Mechanism) -> Frames:
    """Where bodies are in the world when joints are where the mechanism starts."""
    tree, drawn = mechanism.tree, mechanism.bodies.pose
    moves = motion_frames(mechanism, mechanism.start.scalars, mechanism.start.vectors)
    moves = moves.replaced(tree.reversed, moves.inverse())
    inside = tree.outer.times(moves).times(tree.inner.inverse())
    found = Frames(np.array(drawn.position), np.array(drawn.rotation))
    for rows in _generations(tree):
        parent = tree.parent[rows]
        pose = inside.take(rows)
        below = parent >= 0
        if below.any():
            pose = pose.replaced(below, found.take(parent).times(pose))
        found.position[rows], found.rotation[rows] = pose
    return found


def _generations(tree: Tree) -> Iterator[npt.NDArray[np.int64]]:
    """Rows of the bodies that joints carry, parents before children, those of one depth together."""
    parents = tree.parent.tolist()
    depths = [0] * (len(parents) + 1)
    for row in tree.order.tolist():
        depths[row] = depths[parents[row]] + 1
    depth = np.array(depths[:-1], np.int64)
    carried = np.flatnonzero(tree.joint >= 0)
    carried = carried[np.argsort(depth[carried], kind="stable")]
    return iter(np.split(carried, np.flatnonzero(np.diff(depth[carried])) + 1) if carried.size else ())
