"""From the units of columns to those of descriptors: radians, gains per radian. Float32 throughout, as consumers do."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from schemas.contract import FLT_MAX

__all__ = ["SENTINEL", "UNLIMITED", "open_lower", "open_upper", "per_radian", "radians"]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

UNLIMITED: Final = np.float32(FLT_MAX)
"""What "no limit" reads as."""

SENTINEL: Final = np.float32(0.5e38)
"""A bound beyond this, in its own direction, means none; told before any conversion."""

_RADIANS_PER_DEGREE: Final = np.float32(0.017453292519943295)
_DEGREES_PER_RADIAN: Final = np.float32(57.29577951308232)


def radians(values: npt.NDArray[Any], angular: Flags | bool = True, *, keep: Flags | None = None) -> Floats:
    """Angles or angular velocities from degrees where `angular`; those of `keep`, which mean no value, untouched."""
    return _scaled(values, _RADIANS_PER_DEGREE, angular if keep is None else angular & ~keep)


def per_radian(values: npt.NDArray[Any], angular: Flags | bool = True) -> Floats:
    """Efforts per degree to efforts per radian where `angular`."""
    return _scaled(values, _DEGREES_PER_RADIAN, angular)


def open_lower(values: npt.NDArray[Any]) -> Flags:
    """Whether a lower bound means none: infinite, NaN, or at or below -0.5e38."""
    return np.asarray(~(np.isfinite(values) & (values > -SENTINEL)))


def open_upper(values: npt.NDArray[Any]) -> Flags:
    """Whether an upper bound means none: infinite, NaN, or at or above 0.5e38."""
    return np.asarray(~(np.isfinite(values) & (values < SENTINEL)))


@np.errstate(all="ignore")
def _scaled(values: npt.NDArray[Any], factor: np.float32, where: Flags | bool) -> Floats:
    numbers = values.astype(np.float32, copy=False)
    if where is True:
        return numbers * factor
    if where is False:
        return numbers
    mask = where if numbers.ndim == 1 else where[:, None]
    return np.where(mask, numbers * factor, numbers)
