"""Joint frames in the world, from descriptors."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors

__all__ = ["WorldFrame", "WorldFrames"]

Doubles = npt.NDArray[np.float64]


class WorldFrame(NamedTuple):
    """One side of a joint.

    Attributes:
        origin: (3,) origin of the frame.
        axes: (3, 3) its axes as rows.
        actor: (3,) origin of the actor, or of the world.
        name: path of the actor, None for the world.
    """

    origin: Doubles
    axes: Doubles
    actor: Doubles
    name: str | None


class WorldFrames:
    """Finds the frames of joints.

    Args:
        descriptors: joints, bodies and shapes of one scene.
    """

    def __init__(self, descriptors: Descriptors) -> None:
        self._joints = descriptors.joints
        self._bodies = descriptors.bodies
        self._shapes = descriptors.shapes
        count = len(descriptors.paths)
        self._body_row = _rows_by_path(self._bodies.values("path"), count)
        self._shape_row = _rows_by_path(self._shapes.values("path"), count)
        self._paths = descriptors.paths

    def of(self, row: int) -> tuple[WorldFrame, WorldFrame]:
        """Both sides of the joint in a row."""
        return self._side(row, "0"), self._side(row, "1")

    def _side(self, row: int, side: str) -> WorldFrame:
        actor = int(self._joints.values(f"body{side}")[row])
        position, rotation = self._actor_pose(actor)
        local = self._joints.values(f"local_pos{side}")[row].astype(np.float64)
        axes = rotation_matrix(self._joints.values(f"local_rot{side}")[row])
        name = self._paths[actor] if actor >= 0 else None
        return WorldFrame(position + local @ rotation, axes @ rotation, position, name)

    def _actor_pose(self, actor: int) -> tuple[Doubles, Doubles]:
        """World position and rotation of a body, of a static shape, or of the world."""
        row = self._body_row[actor]
        if row >= 0:
            return _pose(self._bodies, row)
        row = self._shape_row[actor]
        if row < 0:
            return np.zeros(3), np.eye(3)
        position, rotation = _pose(self._shapes, row)
        body = self._body_row[self._shapes.values("body")[row]]
        if body < 0:
            return position, rotation
        held, turned = _pose(self._bodies, body)
        return held + position @ turned, rotation @ turned


def _rows_by_path(paths: npt.NDArray[Any], count: int) -> npt.NDArray[np.int64]:
    found = np.full(count + 1, -1, np.int64)
    found[paths] = np.arange(len(paths))
    return found


def _pose(table: Any, row: int) -> tuple[Doubles, Doubles]:
    return table.values("position")[row].astype(np.float64), rotation_matrix(table.values("rotation")[row])


@np.errstate(all="ignore")
def rotation_matrix(quaternion: npt.NDArray[Any]) -> Doubles:
    """The matrix (3, 3) for row vectors of a quaternion x, y, z, w."""
    x, y, z, w = quaternion.astype(np.float64)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
            [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
            [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
