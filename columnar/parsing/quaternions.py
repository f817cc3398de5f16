"""Unit quaternions, lanes x, y, z, w."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.lanes import sum_of_products

__all__ = ["matrices_from_quaternions", "normalised", "quaternions_from_matrices"]

Doubles = npt.NDArray[np.float64]

_IDENTITY: Final = (0.0, 0.0, 0.0, 1.0)
_SHORTEST: Final = 1e-10
"""OpenUSD takes a shorter quaternion for none at all."""


@np.errstate(all="ignore")
def normalised(quaternions: npt.NDArray[np.floating]) -> Doubles:
    """(n, 4) quaternions of length 1, signs kept; one too short to have a direction, or not finite, is the identity."""
    lanes = np.ascontiguousarray(quaternions.T, np.float64)
    length = np.sqrt(sum_of_products(lanes, lanes))
    found = np.ascontiguousarray((lanes / length).T)
    found[~((length >= _SHORTEST) & np.isfinite(length))] = _IDENTITY
    return found


def matrices_from_quaternions(quaternions: Doubles) -> Doubles:
    """Row-vector rotation matrices (n, 3, 3) of unit quaternions (n, 4), as `GfMatrix4d::SetRotate` makes them."""
    x, y, z, w = quaternions.T
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (z * x - y * w)),
        (2.0 * (x * y - z * w), 1.0 - 2.0 * (z * z + x * x), 2.0 * (y * z + x * w)),
        (2.0 * (z * x + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (y * y + x * x)),
    )
    return np.array(rows).transpose(2, 0, 1)


@np.errstate(all="ignore")
def quaternions_from_matrices(rotation: Doubles) -> Doubles:
    """Unit quaternions (n, 4) of row-vector rotation matrices (n, 3, 3), signs as `GfMatrix4d::ExtractRotationQuat`."""
    m = rotation.transpose(1, 2, 0)
    diagonal = m[(0, 1, 2), (0, 1, 2)]
    largest = np.where(
        diagonal[0] > diagonal[1],
        np.where(diagonal[0] > diagonal[2], 0, 2),
        np.where(diagonal[1] > diagonal[2], 1, 2),
    )
    trace = diagonal[0] + diagonal[1] + diagonal[2]
    found = np.empty((4, len(rotation)))
    real = 0.5 * np.sqrt(trace + 1.0)
    for lane in range(3):
        i, j = (lane + 1) % 3, (lane + 2) % 3
        found[lane] = (m[i, j] - m[j, i]) / (4.0 * real)
    found[3] = real
    by_trace = trace > diagonal[largest, np.arange(len(rotation))]
    for i in range(3):
        rows = np.flatnonzero(~by_trace & (largest == i))
        if rows.size:
            found[:, rows] = _by_largest_axis(m[:, :, rows], i)
    return normalised(found.T)


def _by_largest_axis(m: Doubles, i: int) -> Doubles:
    j, k = (i + 1) % 3, (i + 2) % 3
    lane = 0.5 * np.sqrt(m[i, i] - m[j, j] - m[k, k] + 1.0)
    found = np.empty((4, m.shape[2]))
    found[i] = lane
    found[j] = (m[i, j] + m[j, i]) / (4.0 * lane)
    found[k] = (m[k, i] + m[i, k]) / (4.0 * lane)
    found[3] = (m[j, k] - m[k, j]) / (4.0 * lane)
    return found
