"""Sums and inverses in one written order of operations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.scene.matrix_lanes import from_lanes, invert_lanes, to_lanes

__all__ = ["inverse", "sum_of_products"]

Doubles = npt.NDArray[np.float64]


def sum_of_products(left: Doubles, right: Doubles) -> Doubles:
    """Dot product along the first axis of (lanes, n) arrays, the terms added from the first to the last."""
    total: Doubles = left[0] * right[0]
    for lane in range(1, len(left)):
        total = total + left[lane] * right[lane]
    return total


def inverse(matrices: Doubles) -> Doubles:
    """Inverses of (n, 4, 4) matrices; of a singular one OpenUSD's answer, a scale by FLT_MAX."""
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(from_lanes(invert_lanes(to_lanes(matrices))))
