"""Small linear algebra over many nodes and environments at once.

Inside this package an array's first axes are the vector or matrix, then come nodes (or links, or axes of motion), then
environments: (3, N, E), (3, 3, N, E), (6, 6, N, E). Environments last keep every operation one long loop over
contiguous numbers. What the package exports is (E, N, ...), as everybody else has it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "Doubles",
    "Ids",
    "apply",
    "axis_rotations",
    "compose",
    "cross",
    "dot",
    "environments_last",
    "quaternion_matrices",
    "quaternion_product",
    "rotation_vector_quaternions",
    "skew",
    "transposed",
    "unit_quaternions",
]

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

_NEXT = np.array([1, 2, 0])
_LAST = np.array([2, 0, 1])


def cross(first: Doubles, second: Doubles) -> Doubles:
    """Cross product along the first axis; the others broadcast."""
    found: Doubles = first[_NEXT] * second[_LAST] - first[_LAST] * second[_NEXT]
    return found


def dot(first: Doubles, second: Doubles) -> Doubles:
    """Inner product along the first axis."""
    found: Doubles = np.einsum("i...,i...->...", first, second)
    return found


def apply(matrix: Doubles, vector: Doubles) -> Doubles:
    """Matrices (i, j, ...) times vectors (j, ...)."""
    found: Doubles = np.einsum("ij...,j...->i...", matrix, vector)
    return found


def compose(first: Doubles, second: Doubles) -> Doubles:
    """Matrices (i, j, ...) times matrices (j, l, ...)."""
    found: Doubles = np.einsum("ij...,jl...->il...", first, second)
    return found


def transposed(matrix: Doubles) -> Doubles:
    """Matrices (i, j, ...) as (j, i, ...), a view."""
    return np.swapaxes(matrix, 0, 1)


def skew(vector: Doubles) -> Doubles:
    """(3, ...) to the matrices (3, 3, ...) that take the cross product with them: `skew(a) b = a x b`."""
    found = np.zeros((3, *vector.shape))
    found[0, 1], found[0, 2] = -vector[2], vector[1]
    found[1, 0], found[1, 2] = vector[2], -vector[0]
    found[2, 0], found[2, 1] = -vector[1], vector[0]
    return found


def axis_rotations(axis: Doubles, angle: Doubles) -> Doubles:
    """Rotations (3, 3, N, E) by angles (N, E) about unit axes (3, N)."""
    sine, cosine = np.sin(angle), np.cos(angle)
    along = (axis[:, None] * axis[None])[..., None]
    unit = np.eye(3)[:, :, None, None]
    found: Doubles = along + cosine * (unit - along) + sine * skew(axis)[..., None]
    return found


def quaternion_matrices(quaternion: Doubles) -> Doubles:
    """Rotations (3, 3, ...) of unit quaternions (4, ...), lanes x, y, z, w; v turns into `matrix v`."""
    x, y, z, w = quaternion
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
        (2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
        (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.array(rows)


def unit_quaternions(quaternion: Doubles) -> Doubles:
    """Quaternions (4, ...) at length 1; one without a direction becomes the identity."""
    length = np.sqrt(np.einsum("i...,i...->...", quaternion, quaternion))
    usable = np.isfinite(length) & (length > 1e-150)
    identity = np.array([0.0, 0.0, 0.0, 1.0]).reshape(4, *[1] * (quaternion.ndim - 1))
    found: Doubles = np.where(usable, quaternion / np.where(usable, length, 1.0), identity)
    return found


def quaternion_product(first: Doubles, second: Doubles) -> Doubles:
    """The turn `second` followed by the turn `first`; (4, ...), lanes x, y, z, w."""
    vector = first[3] * second[:3] + second[3] * first[:3] + cross(first[:3], second[:3])
    return np.concatenate([vector, (first[3] * second[3] - dot(first[:3], second[:3]))[None]])


def rotation_vector_quaternions(vector: Doubles) -> Doubles:
    """Quaternions (4, ...) of turns by the length of a vector (3, ...) about its direction."""
    half = 0.5 * np.sqrt(dot(vector, vector))
    # numpy's sinc is sin(pi x) / (pi x), and 1 at 0.
    return np.concatenate([0.5 * np.sinc(half / np.pi) * vector, np.cos(half)[None]])


def environments_last(values: Any, count: int, environments: int, meaning: str) -> Doubles:
    """(count,) or (E, count) as a new (count, E).

    Raises:
        ValueError: another shape.
    """
    array = np.asarray(values, np.float64)
    if array.shape not in ((count,), (environments, count), (1, count)):
        raise ValueError(f"{meaning} has shape {array.shape}; expected ({count},) or ({environments}, {count})")
    return np.array(np.broadcast_to(array, (environments, count)).T, order="C")
