"""Sine and cosine that come out the same, to the last bit, on every machine.

The last bit of `numpy.sin` and `math.sin` depends on the CPU, the C library and how NumPy was built, so neither may
decide the bytes of a file. Everything here is elementwise IEEE addition, subtraction and multiplication in one written
order, plus operations that are exact by definition (rounding to an integer, comparing, choosing).
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["sin_cos"]

_FRACTION_BITS: Final = 1200
"""Enough to take the nearest multiple of pi/2 away from any float64 (below 2**1024) and keep a full remainder."""

_HALF_PI: Final = int(
    "1921fb54442d18469898cc51701b839a252049c1114cf98e804177d4c76273644a29410f31c6"
    "809bbdf2a33679a748636605614dbe4be286e9fc26adadaa3848bc90b6aecc4bcfd8de89885d"
    "34c6fdad617feb96de80d6fdbdc70d7f6b5133f4b5d3e4822f8963fcc9250cca3d9c8b67b840"
    "0f97142c77e0b31b4906c38aba734d22c7f51fa499ebf06caba47b9475b2c38c5e6ac410a",
    16,
)
"""pi/2 times 2**_FRACTION_BITS, rounded down."""


def _half_pi_parts(bits: int = 33, exact_parts: int = 3) -> tuple[float, ...]:
    """Cut pi/2 into `exact_parts` floats of `bits` bits each and one last float with what remains.

    A part of 33 bits times a quadrant number of up to 20 bits is exact in float64.
    """
    parts = []
    rest = _HALF_PI
    for _ in range(exact_parts):
        shift = rest.bit_length() - bits
        part = rest >> shift << shift
        parts.append(part / 2**_FRACTION_BITS)
        rest -= part
    return (*parts, rest / 2**_FRACTION_BITS)


_HALF_PI_PARTS: Final = _half_pi_parts()
_TWO_OVER_PI: Final = 2**_FRACTION_BITS / _HALF_PI
_NEAR: Final = 1.0e6
"""Largest magnitude whose quadrant number fits the 20 bits that keep its products with the parts exact."""

_SINE: Final = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(1, 9))
"""Taylor coefficients of x**3 ... x**17; at pi/4 the first one left out is below 1e-19 of the sine."""

_COSINE: Final = tuple((-1) ** k / math.factorial(2 * k) for k in range(2, 10))
"""Taylor coefficients of x**4 ... x**18."""


@np.errstate(all="ignore")
def sin_cos(radians: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sine and cosine of every element.

    Args:
        radians: Angles [rad], any shape, taken as float64.

    Returns:
        Two float64 arrays of the shape of `radians`. Within one unit in the last place of the true value for every
        finite angle; NaN (the one canonical NaN) for NaN and the infinities. `sin_cos(-x)` is exactly (-sin x, cos x).
    """
    angles = np.asarray(radians, dtype=np.float64)
    flat = angles.reshape(-1)
    near = np.abs(flat) <= _NEAR
    quadrant, remainder, tail = _reduce_near(np.where(near, flat, 0.0))
    for row in np.flatnonzero(np.isfinite(flat) & ~near):
        quadrant[row], remainder[row], tail[row] = _reduce_far(float(flat[row]))
    sine, cosine = _turn(quadrant, _kernel_sine(remainder, tail), _kernel_cosine(remainder, tail))
    np.copyto(sine, flat, where=flat == 0.0)  # the sign of a negative zero is lost on the way
    unknown = ~np.isfinite(flat)
    sine[unknown] = np.nan
    cosine[unknown] = np.nan
    return sine.reshape(angles.shape), cosine.reshape(angles.shape)


def _reduce_near(
    angles: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Take away the nearest multiple of pi/2: its number, the remainder in [-pi/4, pi/4], and what rounding lost."""
    turns = np.rint(angles * _TWO_OVER_PI)
    first, second, third, last = _HALF_PI_PARTS
    high = angles - turns * first
    high, low = _add_exactly(high, -(turns * second))
    high, lower = _add_exactly(high, -(turns * third))
    low = (low + lower) - turns * last
    remainder = high + low
    tail = (high - remainder) + low
    return turns.astype(np.int64), remainder, tail


def _add_exactly(
    left: NDArray[np.float64], right: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the rounded sum and, by Knuth's two-sum, exactly what the rounding lost."""
    total = left + right
    of_right = total - left
    return total, (left - (total - of_right)) + (right - of_right)


def _reduce_far(angle: float) -> tuple[int, float, float]:
    """Reduce one large angle as `_reduce_near` does, in exact integer arithmetic."""
    numerator, denominator = abs(angle).as_integer_ratio()
    half_pi = _HALF_PI * denominator
    turns, rest = divmod(numerator << _FRACTION_BITS, half_pi)
    if 2 * rest > half_pi:
        turns, rest = turns + 1, rest - half_pi
    scale = denominator << _FRACTION_BITS
    remainder = rest / scale
    kept, parts = remainder.as_integer_ratio()
    tail = (rest * parts - kept * scale) / (parts * scale)
    return (turns & 3, remainder, tail) if angle > 0.0 else (-turns & 3, -remainder, -tail)


def _kernel_sine(angle: NDArray[np.float64], tail: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sine of angle + tail for |angle| <= pi/4, the leading term added last so that only its rounding counts."""
    square = angle * angle
    series = _polynomial(square, _SINE)
    return angle + (angle * (square * series) + tail * (1.0 - 0.5 * square))


def _kernel_cosine(angle: NDArray[np.float64], tail: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cosine of angle + tail for |angle| <= pi/4; what rounding took from 1 - angle**2 / 2 is put back."""
    square = angle * angle
    half = 0.5 * square
    leading = 1.0 - half
    lost = (1.0 - leading) - half
    return leading + (lost + (square * square * _polynomial(square, _COSINE) - angle * tail))


def _polynomial(value: NDArray[np.float64], coefficients: tuple[float, ...]) -> NDArray[np.float64]:
    """Horner's rule; `coefficients` from the constant term upwards."""
    result = np.full_like(value, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result *= value
        result += coefficient
    return result


def _turn(
    quadrant: NDArray[np.int64], sine: NDArray[np.float64], cosine: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Carry sine and cosine of the remainder `quadrant` quarter turns forward."""
    odd = (quadrant & 1) == 1
    turned_sine = np.where(odd, cosine, sine)
    turned_cosine = np.where(odd, sine, cosine)
    np.negative(turned_sine, out=turned_sine, where=(quadrant & 2) == 2)
    np.negative(turned_cosine, out=turned_cosine, where=((quadrant + 1) & 2) == 2)
    return turned_sine, turned_cosine
