"""Numbers held against intervals, whole columns at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from schemas.rules import Interval

__all__ = ["is_any", "within"]


def within(values: npt.NDArray[Any], interval: Interval) -> npt.NDArray[np.bool_]:
    """Whether each number lies in an interval; NaN lies in none."""
    above = values >= interval.low if interval.with_low else values > interval.low
    below = values <= interval.high if interval.with_high else values < interval.high
    found: npt.NDArray[np.bool_] = above & below
    return found


def is_any(values: npt.NDArray[Any], allowed: Sequence[float | str]) -> npt.NDArray[np.bool_]:
    """Whether each number is one of some numbers, NaN among them."""
    numbers = [float(value) for value in allowed if isinstance(value, int | float)]
    found: npt.NDArray[np.bool_] = np.isin(values, numbers)
    return found | np.isnan(values) if np.isnan(numbers).any() else found
