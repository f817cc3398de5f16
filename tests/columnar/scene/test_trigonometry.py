"""Sine and cosine against the C library, against exact arithmetic, and against themselves in other batches."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from columnar.scene.trigonometry import sin_cos

finite = st.floats(allow_nan=False, allow_infinity=False)


def units_off(actual: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """Largest difference in units in the last place of the expected value."""
    return float(np.max(np.abs(actual - expected) / np.spacing(np.abs(expected))))


def exact_pi(bits: int) -> Fraction:
    """Pi by Machin's formula, good to 2**-bits."""

    def arctangent_of_inverse(number: int) -> Fraction:
        total, power, k = 0, (1 << (bits + 16)) // number, 0
        while power:
            total += (-1) ** k * (power // (2 * k + 1))
            power //= number * number
            k += 1
        return Fraction(total, 1 << (bits + 16))

    return 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))


def exact_sine(angle: Fraction, pi: Fraction) -> Fraction:
    """Sine by reducing to [-pi, pi] and summing the Taylor series in rational arithmetic, good to about 1e-30."""
    angle -= 2 * pi * round(angle / (2 * pi))
    angle = Fraction(round(angle * 2**200), 2**200)
    total, term, k = Fraction(0), angle, 1
    while abs(term) > Fraction(1, 10**40):
        total += term
        term = -term * angle * angle / ((k + 1) * (k + 2))
        k += 2
    return total


@pytest.mark.parametrize("limit", [0.7, 7.0, 1e3, 1e5, 1e6, 1e8])
def test_agrees_with_the_c_library(limit: float) -> None:
    """The C library's own sine is within one unit of the truth; so is ours, hence two units between them."""
    angles = np.random.default_rng(7).uniform(-limit, limit, 5000)
    sine, cosine = sin_cos(angles)
    assert units_off(sine, np.array([math.sin(angle) for angle in angles])) <= 2.0
    assert units_off(cosine, np.array([math.cos(angle) for angle in angles])) <= 2.0


def test_near_multiples_of_half_pi() -> None:
    """Where the result nearly vanishes the reduction must keep bits far beyond float64."""
    angles = np.arange(1, 200_000, 37) * (math.pi / 2)
    sine, cosine = sin_cos(angles)
    assert units_off(sine, np.array([math.sin(angle) for angle in angles])) <= 2.0
    assert units_off(cosine, np.array([math.cos(angle) for angle in angles])) <= 2.0


@pytest.mark.parametrize("angle", [0.5, 3.0, 1e4, 999_999.9, 1e6, 1e15, 2.0**60, 6381956970095103.0 * 2.0**797])
def test_agrees_with_exact_arithmetic(angle: float) -> None:
    """Within one unit of sums in rational arithmetic; the last angle is the float64 nearest to a multiple of pi/2."""
    pi = exact_pi(1300)
    for sign in (1.0, -1.0):
        exact = Fraction(sign * angle)
        for actual, expected in zip(
            sin_cos(sign * angle), (exact_sine(exact, pi), exact_sine(exact + pi / 2, pi)), strict=True
        ):
            assert abs(Fraction(float(actual)) - expected) <= Fraction(math.ulp(float(expected)))


@given(finite)
def test_symmetries_are_exact(angle: float) -> None:
    """Sine is odd, cosine is even, and their squares sum to one."""
    sine, cosine = sin_cos(angle)
    opposite_sine, opposite_cosine = sin_cos(-angle)
    assert opposite_sine == -sine
    assert opposite_cosine == cosine
    assert abs(sine * sine + cosine * cosine - 1.0) < 1e-15


@pytest.mark.filterwarnings("error")
def test_no_angle_raises_or_warns() -> None:
    """Infinities and NaN give the one canonical NaN; zero keeps its sign; the least number is its own sine."""
    sine, cosine = sin_cos([math.inf, -math.inf, math.nan, -0.0, 0.0, 5e-324, 1.7976931348623157e308])
    canonical = np.full(3, np.nan).tobytes()
    assert sine[:3].tobytes() == cosine[:3].tobytes() == canonical
    assert sine[3:6].tobytes() == np.array([-0.0, 0.0, 5e-324]).tobytes()
    assert cosine[3:6].tolist() == [1.0, 1.0, 1.0]
    assert sine[6] == pytest.approx(math.sin(1.7976931348623157e308), rel=1e-15)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 4), (2, 0, 5)])
def test_keeps_the_shape(shape: tuple[int, ...]) -> None:
    """Any shape in, the same shape out."""
    sine, cosine = sin_cos(np.ones(shape))
    assert sine.shape == cosine.shape == shape
    assert sine.dtype == cosine.dtype == np.float64


def test_a_batch_gives_the_bytes_of_its_elements() -> None:
    """No element depends on its neighbours, its place or the array's stride."""
    angles = np.random.default_rng(3).uniform(-2e6, 2e6, 257)
    whole = np.array(sin_cos(angles))
    assert np.array([sin_cos(angle) for angle in angles]).T.tobytes() == whole.tobytes()
    assert np.array(sin_cos(angles[::-1]))[:, ::-1].tobytes() == whole.tobytes()
    assert np.array(sin_cos(np.repeat(angles, 3)[::3])).tobytes() == whole.tobytes()
