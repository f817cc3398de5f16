"""When two values of a descriptor field count as equal."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["ABSOLUTE", "RELATIVE", "TURN", "lanes_close", "numbers_close", "rotations_close"]

RELATIVE: Final = 1e-5
"""Numbers may differ by this share of the larger one: the rounding of a few float32 operations, and no more."""

ABSOLUTE: Final = 1e-6
"""Positions may also differ by this many length units: they come from products of matrices that can cancel out."""

TURN: Final = 1e-5
"""Lanes of unit quaternions may differ by this much; a quaternion and its negative are one rotation."""

_LANE: Final = 1e-6
"""A lane may also differ by this share of the largest lane of its vector."""

Flags = npt.NDArray[np.bool_]


@np.errstate(all="ignore")
def numbers_close(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Flags:
    """(n,) bool: equal, both NaN, or both finite and within `RELATIVE`."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    near = np.abs(a - b) <= RELATIVE * np.maximum(np.abs(a), np.abs(b))
    close: Flags = _same(a, b) | (near & np.isfinite(a) & np.isfinite(b))
    return close


@np.errstate(all="ignore")
def lanes_close(a: npt.NDArray[Any], b: npt.NDArray[Any], *, absolute: float = 0.0) -> Flags:
    """(n,) bool: every lane of two vectors (n, lanes) is equal, or near by its own size and by that of the vector."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    size = np.maximum(np.abs(a), np.abs(b))
    largest = np.where(np.isfinite(size), size, 0.0).max(axis=1, initial=0.0)[:, None]
    near = np.abs(a - b) <= RELATIVE * size + _LANE * largest + absolute
    every: Flags = (_same(a, b) | (near & np.isfinite(a) & np.isfinite(b))).all(axis=1)
    return every


@np.errstate(all="ignore")
def rotations_close(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Flags:
    """(n,) bool: two quaternions (n, 4) are within `TURN`, up to their sign."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    opposite = (a * b).sum(axis=1) < 0
    b = np.where(opposite[:, None], -b, b)
    every: Flags = (_same(a, b) | (np.abs(a - b) <= TURN)).all(axis=1)
    return every


def _same(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> Flags:
    same: Flags = (a == b) | (np.isnan(a) & np.isnan(b))
    return same
