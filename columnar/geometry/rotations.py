"""Rotations as unit quaternions, lanes x, y, z, w, and as matrices that turn column vectors; float64 throughout."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["matrices", "quaternion_product", "quaternions", "rotated"]

Doubles = npt.NDArray[np.float64]


def matrices(rotations: npt.ArrayLike) -> Doubles:
    """Rotation matrices (..., 3, 3), for column vectors, of unit quaternions (..., 4)."""
    x, y, z, w = np.moveaxis(np.asarray(rotations, np.float64), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternions(rotations: npt.ArrayLike) -> Doubles:
    """Unit quaternions (..., 4) with w >= 0 of rotation matrices (..., 3, 3)."""
    m = np.asarray(rotations, np.float64)
    x, y, z = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    # Each row is the quaternion times four of its own lanes; the one of the largest lane is exact enough for any angle.
    rows = np.stack(
        [
            np.stack([1 + x - y - z, m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], _odd(m, 2, 1)], -1),
            np.stack([m[..., 0, 1] + m[..., 1, 0], 1 - x + y - z, m[..., 1, 2] + m[..., 2, 1], _odd(m, 0, 2)], -1),
            np.stack([m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1], 1 - x - y + z, _odd(m, 1, 0)], -1),
            np.stack([_odd(m, 2, 1), _odd(m, 0, 2), _odd(m, 1, 0), 1 + x + y + z], -1),
        ],
        axis=-2,
    )
    largest = np.argmax(np.diagonal(rows, axis1=-2, axis2=-1), axis=-1)
    found = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    found /= np.linalg.norm(found, axis=-1, keepdims=True)
    return np.where(found[..., 3:] < 0, -found, found)


def quaternion_product(a: npt.ArrayLike, b: npt.ArrayLike) -> Doubles:
    """The rotation b, then a: quaternions (..., 4)."""
    left, right = np.asarray(a, np.float64), np.asarray(b, np.float64)
    vector = left[..., 3:] * right[..., :3] + right[..., 3:] * left[..., :3] + np.cross(left[..., :3], right[..., :3])
    scalar = left[..., 3] * right[..., 3] - np.sum(left[..., :3] * right[..., :3], axis=-1)
    return np.concatenate([vector, scalar[..., None]], axis=-1)


def rotated(rotations: npt.ArrayLike, vectors: npt.ArrayLike) -> Doubles:
    """Vectors (..., 3) turned by unit quaternions (..., 4)."""
    found: Doubles = np.einsum("...ij,...j->...i", matrices(rotations), np.asarray(vectors, np.float64))
    return found


def _odd(m: Doubles, row: int, column: int) -> Doubles:
    difference: Doubles = m[..., row, column] - m[..., column, row]
    return difference
