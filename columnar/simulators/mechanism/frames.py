"""Frames: origins and orientations, many at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.geometry import quaternion_product, rotated

__all__ = ["Frames"]

Doubles = npt.NDArray[np.float64]


class Frames(NamedTuple):
    """Frames in some space.

    Attributes:
        position: (n, 3) origins.
        rotation: (n, 4) unit quaternions x, y, z, w that turn the frame's axes into the space's.
    """

    position: Doubles
    rotation: Doubles

    @classmethod
    def at_origin(cls, count: int) -> Frames:
        """Frames that coincide with their space."""
        return cls(np.zeros((count, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)))

    def take(self, rows: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Frames:
        """Some of the frames."""
        return Frames(self.position[rows], self.rotation[rows])

    def times(self, inner: Frames) -> Frames:
        """Frames given in these ones, in the space these are in."""
        position = self.position + rotated(self.rotation, inner.position)
        return Frames(position, quaternion_product(self.rotation, inner.rotation))

    def inverse(self) -> Frames:
        """The space, seen from the frames."""
        turned = self.rotation * [-1.0, -1.0, -1.0, 1.0]
        return Frames(-rotated(turned, self.position), turned)

    def replaced(self, rows: npt.NDArray[np.bool_], other: Frames) -> Frames:
        """Frames of which some rows come from others of the same number."""
        mask = rows[:, None]
        return Frames(np.where(mask, other.position, self.position), np.where(mask, other.rotation, self.rotation))
