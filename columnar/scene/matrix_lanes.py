"""Batches of matrices held as lanes: shape (rows, columns, n), so that every entry is one contiguous run of n numbers.

Each result is built from elementwise IEEE operations in one written order and is therefore the same, to the last bit,
on every machine and for every batch size. `@`, `numpy.einsum` and BLAS choose their summation order and fused
instructions by the CPU. Matrices multiply row vectors from the right, as in OpenUSD: a translation stands in the last
row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "from_lanes",
    "identity_lanes",
    "invert_lanes",
    "multiply_lanes",
    "row_blocks",
    "settle_nan",
    "to_lanes",
]

_BLOCK_ROWS: Final = 2048
"""Rows worked on at a time: sixteen lanes of this many numbers (256 KB) stay in a core's cache."""

_SINGULAR_SCALE: Final = 3.4028234663852886e38
"""FLT_MAX, the scale that OpenUSD answers for the inverse of a singular matrix."""


def row_blocks(count: int) -> Iterator[slice]:
    """Cut `count` rows into slices small enough for the cache. No result depends on where the cuts fall."""
    for start in range(0, count, _BLOCK_ROWS):
        yield slice(start, min(start + _BLOCK_ROWS, count))


def to_lanes(matrices: NDArray[np.float64]) -> NDArray[np.float64]:
    """Copy (n, 4, 4) matrices into (4, 4, n) lanes."""
    count = len(matrices)
    return np.ascontiguousarray(matrices.reshape(count, 16).T).reshape(4, 4, count)


def from_lanes(lanes: NDArray[np.float64]) -> NDArray[np.float64]:
    """View (4, 4, n) lanes as (n, 4, 4) matrices."""
    return lanes.transpose(2, 0, 1)


def identity_lanes(count: int, *, size: int = 4) -> NDArray[np.float64]:
    """`count` identity matrices as (size, size, count) lanes."""
    lanes = np.zeros((size, size, count))
    for diagonal in range(size):
        lanes[diagonal, diagonal] = 1.0
    return lanes


def multiply_lanes(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Matrix product of two (size, size, n) batches, the terms of each entry added from the first to the last."""
    product: NDArray[np.float64] = left[:, 0:1] * right[0:1]
    term = np.empty_like(product)
    for inner in range(1, len(left)):
        np.multiply(left[:, inner : inner + 1], right[inner : inner + 1], out=term)
        product += term
    return product


def invert_lanes(lanes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Inverse of each (4, 4, n) matrix by cofactors, in the order of operations of OpenUSD's `GfMatrix4d`.

    The order decides whether a matrix counts as singular: where the determinant comes out as zero or NaN the answer is
    a uniform scale of FLT_MAX, as OpenUSD gives.
    """
    minors = {first: _column_minors(lanes[:, first], lanes[:, first + 1]) for first in (0, 2)}
    cofactors = np.empty_like(lanes)
    for row in range(4):
        for column in range(4):
            # The cofactor takes the other column of its own half and the 2x2 minors of the other half.
            cofactors[row, column] = _cofactor(row, column, lanes[:, column ^ 1], minors[2 - (column & 2)])
    determinant = lanes[3, 0] * cofactors[3, 0]
    for row in (2, 1, 0):
        determinant = determinant + lanes[row, 0] * cofactors[row, 0]
    inverse = cofactors.transpose(1, 0, 2) * (1.0 / determinant)
    regular = np.abs(determinant) > 0.0
    return np.where(regular, inverse, _singular_answer())


def _column_minors(left: NDArray[np.float64], right: NDArray[np.float64]) -> dict[tuple[int, int], NDArray[np.float64]]:
    """The six 2x2 determinants of two columns (4, n), keyed by their two rows."""
    return {
        (upper, lower): left[upper] * right[lower] - left[lower] * right[upper]
        for upper in range(4)
        for lower in range(upper + 1, 4)
    }


def _cofactor(
    row: int, column: int, other: NDArray[np.float64], minors: dict[tuple[int, int], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """The signed cofactor of (row, column), expanded along the column `other` over the three remaining rows."""
    first, second, third = (kept for kept in range(4) if kept != row)
    by_first = other[first] * minors[second, third]
    by_second = other[second] * minors[first, third]
    by_third = other[third] * minors[first, second]
    odd = (row + column) % 2
    cofactor: NDArray[np.float64] = by_second - by_third - by_first if odd else by_first - by_second + by_third
    return cofactor


def _singular_answer() -> NDArray[np.float64]:
    """Uniform scale by FLT_MAX, shape (4, 4, 1)."""
    answer = identity_lanes(1) * _SINGULAR_SCALE
    answer[3, 3] = 1.0
    return answer


def settle_nan(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Write the one canonical NaN over every NaN, in place: its sign and payload differ between kinds of CPU."""
    unsettled = np.isnan(values)
    if unsettled.any():
        values[unsettled] = np.nan
    return values
