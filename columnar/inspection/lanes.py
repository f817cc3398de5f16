"""Vectors row by row, one operation per lane: numpy's own reductions over so few lanes cost one step per row."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.parsing import sum_of_products

__all__ = ["all_lanes", "any_lane", "lane_norm", "row_norm"]

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def any_lane(flags: Flags) -> Flags:
    """(n,) whether any of the lanes (n, lanes) is set; flags (n,) as they are."""
    found: Flags = flags if flags.ndim == 1 else reduce(np.logical_or, flags.T)
    return found


def all_lanes(flags: Flags) -> Flags:
    """(n,) whether all of the lanes (n, lanes) are set; flags (n,) as they are."""
    found: Flags = flags if flags.ndim == 1 else reduce(np.logical_and, flags.T)
    return found


def lane_norm(lanes: Doubles) -> Doubles:
    """Lengths (n,) of vectors given as lanes (lanes, n)."""
    found: Doubles = np.sqrt(sum_of_products(lanes, lanes))
    return found


def row_norm(vectors: npt.NDArray[Any]) -> Doubles:
    """Lengths (n,) of vectors (n, lanes), in doubles."""
    return lane_norm(np.ascontiguousarray(vectors.T, np.float64))
