"""Rotation matrices back to quaternions."""

from __future__ import annotations

import numpy as np

from columnar.dynamics.arrays import Doubles

__all__ = ["matrix_quaternions"]


def matrix_quaternions(matrix: Doubles) -> Doubles:
    """Unit quaternions (4, ...), lanes x, y, z, w, of rotations (3, 3, ...); w is not negative.

    Each is read off the row of q q^T with the largest entry on the diagonal, where nothing cancels.
    """
    m = matrix
    diagonal = np.array([m[0, 0], m[1, 1], m[2, 2]])
    trace = diagonal.sum(axis=0)
    outer = np.empty((4, 4, *matrix.shape[2:]))
    for lane in range(3):
        after, last = (lane + 1) % 3, (lane + 2) % 3
        outer[lane, lane] = 1.0 + 2.0 * diagonal[lane] - trace
        outer[lane, after] = outer[after, lane] = m[after, lane] + m[lane, after]
        outer[lane, 3] = outer[3, lane] = m[last, after] - m[after, last]
    outer[3, 3] = 1.0 + trace
    largest = np.argmax(outer[np.arange(4), np.arange(4)], axis=0)
    row = np.take_along_axis(outer, largest[None, None], axis=0)[0]
    row = row / np.sqrt(np.einsum("i...,i...->...", row, row))
    found: Doubles = np.where(row[3] < 0.0, -row, row)
    return found
