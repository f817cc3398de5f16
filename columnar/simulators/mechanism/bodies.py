"""Bodies as engines are given them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.geometry import BodyMasses, body_masses
from columnar.scene import Scene
from columnar.simulators.mechanism.frames import Frames

__all__ = ["Bodies", "BodyMotion", "find_bodies"]

Doubles = npt.NDArray[np.float64]


class BodyMotion(IntEnum):
    """What moves a body: nothing, its pose alone, or forces."""

    STATIC = 0
    KINEMATIC = 1
    DYNAMIC = 2


@dataclass(frozen=True)
class Bodies:
    """The rows of the body table, in its order.

    Attributes:
        paths: prim paths.
        pose: frames in the world, as drawn.
        motion: (n,) `BodyMotion`.
        masses: mass properties.
        velocity: (n, 3) of the origin, world axes; finite.
        angular_velocity: (n, 3) world axes, rad/s; finite.
        weighs: (n,) bool; False where gravity does not act.
        row_of_path: (paths,) int64 row of each path id, -1 for other prims; one longer than the paths, so that -1
            finds -1.
    """

    paths: tuple[str, ...]
    pose: Frames
    motion: npt.NDArray[np.int64]
    masses: BodyMasses
    velocity: Doubles
    angular_velocity: Doubles
    weighs: npt.NDArray[np.bool_]
    row_of_path: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.paths)


def find_bodies(descriptors: Descriptors, scene: Scene | None) -> Bodies:
    """Every body; a disabled one is static."""
    table = descriptors.bodies
    rows = np.full(len(descriptors.paths) + 1, -1, np.int64)
    rows[table.values("path")] = np.arange(len(table))
    moved = np.where(table.values("kinematic"), BodyMotion.KINEMATIC, BodyMotion.DYNAMIC)
    return Bodies(
        paths=tuple(table.cells("path")),
        pose=Frames(_doubles(descriptors, "position", 3), _doubles(descriptors, "rotation", 4)),
        motion=np.where(table.values("enabled"), moved, BodyMotion.STATIC).astype(np.int64),
        masses=body_masses(descriptors, scene),
        velocity=_velocities(descriptors, "velocity"),
        angular_velocity=_velocities(descriptors, "angular_velocity"),
        weighs=~np.asarray(table.values("disable_gravity"), np.bool_),
        row_of_path=rows,
    )


def _velocities(descriptors: Descriptors, field: str) -> Doubles:
    """(n, 3); one that is not finite is none, as PhysX takes it."""
    found = _doubles(descriptors, field, 3)
    return np.where(np.isfinite(found).all(axis=1, keepdims=True), found, 0.0)


def _doubles(descriptors: Descriptors, field: str, lanes: int) -> Doubles:
    return descriptors.bodies.values(field).astype(np.float64).reshape(-1, lanes)
