"""Eigenvalues of symmetric 3x3 matrices by Jacobi's cyclic method, in the order in which OpenUSD's comes out."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["symmetric_eigen"]

Doubles = npt.NDArray[np.float64]

_SWEEPS: Final = 50
_PAIRS: Final = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Row, column and remaining axis of each rotation of a sweep."""

_COARSE_SWEEPS: Final = 3
"""Sweeps in which small terms are left for later."""


@np.errstate(all="ignore")
def symmetric_eigen(matrices: Doubles) -> tuple[Doubles, Doubles]:
    """Eigenvalues (3, n) and eigenvectors (3, 3, n), `vectors[k]` belonging to `values[k]`.

    The method is Jacobi's with the thresholds of the classic textbook routine, as `GfMatrix4d::Factor` uses it. The
    order of the values is not sorted: each one stays at the diagonal place it grew from, which decides which axis of a
    sheared body gets which scale.

    Args:
        matrices: (3, 3, n) symmetric.
    """
    count = matrices.shape[2]
    a = matrices.copy()
    values = a[(0, 1, 2), (0, 1, 2)].copy()
    vectors = np.zeros((3, 3, count))
    vectors[(0, 1, 2), (0, 1, 2)] = 1.0
    base = values.copy()
    for sweep in range(_SWEEPS):
        total = np.abs(a[0, 1]) + np.abs(a[0, 2]) + np.abs(a[1, 2])
        if not np.any(total > 0.0):
            break
        threshold = 0.2 * total / 9.0 if sweep < _COARSE_SWEEPS else np.zeros(count)
        moved = np.zeros_like(values)
        for p, q, other in _PAIRS:
            _rotate(a, values, vectors, moved, p, q, other, threshold, fine=sweep > _COARSE_SWEEPS)
        base = base + moved
        values = base.copy()
    return values, vectors


def _rotate(
    a: Doubles,
    values: Doubles,
    vectors: Doubles,
    moved: Doubles,
    p: int,
    q: int,
    other: int,
    threshold: Doubles,
    *,
    fine: bool,
) -> None:
    """One rotation in the plane (p, q), in place, of those matrices whose term there is worth it."""
    term = a[p, q].copy()
    reach = 100.0 * np.abs(term)
    negligible = np.zeros(len(term), np.bool_)
    if fine:
        negligible = (np.abs(values[p]) + reach == np.abs(values[p])) & (np.abs(values[q]) + reach == np.abs(values[q]))
    act = ~negligible & (np.abs(term) > threshold)
    gap = values[q] - values[p]
    theta = 0.5 * gap / term
    tangent = np.where(theta < 0.0, -1.0, 1.0) / (np.abs(theta) + np.sqrt(1.0 + theta * theta))
    tangent = np.where(np.abs(gap) + reach == np.abs(gap), term / gap, tangent)
    tangent = np.where(act, tangent, 0.0)
    cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    half = sine / (1.0 + cosine)
    shift = tangent * np.where(act, term, 0.0)
    for lane, sign in ((p, -1.0), (q, 1.0)):
        moved[lane] += sign * shift
        values[lane] += sign * shift
    a[p, q] = np.where(act | negligible, 0.0, term)
    _turn(a, _upper(other, p), _upper(other, q), sine, half)
    for lane in range(3):
        _turn(vectors, (p, lane), (q, lane), sine, half)


def _upper(i: int, j: int) -> tuple[int, int]:
    return (i, j) if i < j else (j, i)


def _turn(a: Doubles, first: tuple[int, int], second: tuple[int, int], sine: Doubles, half: Doubles) -> None:
    g, h = a[first].copy(), a[second].copy()
    a[first] = g - sine * (h + g * half)
    a[second] = h + sine * (g - h * half)
