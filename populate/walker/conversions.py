"""From the units of USD to those of descriptors: radians, efforts per radian; bounds that mean "open" untouched."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import numpy as np

from schemas.contract import FLT_MAX
from schemas.descriptors import ANGULAR_AXES, LimitAxis

__all__ = ["lower_bound", "not_negative", "per_axis_unit", "speed_limit", "to_axis_unit", "unit_scaled", "upper_bound"]

_OPEN: Final = 0.5e38
"""OpenUSD's sentinel: a bound at or beyond it, in its own direction, is none."""


def to_axis_unit(value: float, axis: LimitAxis) -> float:
    """A position or velocity: degrees to radians on an angular axis."""
    return math.radians(value) if axis in ANGULAR_AXES else value


def per_axis_unit(value: float, axis: LimitAxis) -> float:
    """An effort per position or velocity: per degree to per radian on an angular axis."""
    return math.degrees(value) if axis in ANGULAR_AXES else value


def lower_bound(value: float, axis: LimitAxis) -> float:
    """A lower bound in descriptor units."""
    return to_axis_unit(value, axis) if math.isfinite(value) and value > -_OPEN else value


def upper_bound(value: float, axis: LimitAxis) -> float:
    """An upper bound in descriptor units."""
    return to_axis_unit(value, axis) if math.isfinite(value) and value < _OPEN else value


def not_negative(value: float) -> float:
    """An amount whose negative values count as none and whose largest is FLT_MAX; NaN stays."""
    return min(max(value, 0.0), FLT_MAX)


def speed_limit(value: float, axis: LimitAxis) -> float:
    """A largest speed in descriptor units; FLT_MAX and more is FLT_MAX, unlimited."""
    limit = not_negative(value)
    return limit if limit >= FLT_MAX else to_axis_unit(limit, axis)


@cache
def unit_scaled(coefficient: float, meters_per_unit: float, power: int) -> float:
    """A length-dependent default: coefficient / metersPerUnit^power; infinite for a unit of no length."""
    with np.errstate(all="ignore"):
        return float(np.float32(coefficient / np.float64(meters_per_unit) ** power))
