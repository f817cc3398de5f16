"""Solutions in closed form."""

from __future__ import annotations

import math

__all__ = ["elliptic_period"]


def elliptic_period(amplitude: float, *, length: float, gravity: float) -> float:
    """Period of a pendulum of the given equivalent length: by the arithmetic-geometric mean."""
    first, second = 1.0, math.cos(amplitude / 2.0)
    for _ in range(30):
        first, second = (first + second) / 2.0, math.sqrt(first * second)
    return 2.0 * math.pi / first * math.sqrt(length / gravity)
