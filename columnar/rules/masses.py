"""Masses: inertia that no body can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit, all_lanes, any_lane, row_norm
from columnar.rules.conditions import chosen_cells, chosen_rows
from columnar.rules.intervals import within
from columnar.rules.rule_scene import Flags, RuleScene
from schemas.rules import RuleCheck

__all__ = [
    "element_count",
    "elements_outside",
    "impossible_moments",
    "impossible_moments_as_summed",
    "impossible_tensor",
    "lone_authored_inertia",
    "stretched_axes",
]

_UNIT: Final = 1e-5
"""How far the length of a rotation may be from 1, as OpenUSD's validators have it."""

_UNIT_TENSOR: Final = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
"""Stands in for tensors with other faults, which other checks find."""

_NO_LENGTH: Final = 1e-4
"""A rotation shorter than this counts as unsaid."""

_ROUNDING: Final = 1e-6
"""Share of the largest moment that rounding may cost."""


def element_count(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Arrays that have neither no element nor the allowed number of them."""
    rows = scene.rows(check.component)
    for column in check.columns:
        _, owners = rows.elements(column)
        counts = np.bincount(owners, minlength=len(rows))
        where = chosen_rows(scene, rows, check) & (counts > 0) & ~np.isin(counts, check.allowed)
        yield rows.hit(column, where, values=counts)


def elements_outside(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Arrays with an element outside the interval; the first `allowed` elements are looked at, all without it."""
    rows = scene.rows(check.component)
    for column in check.columns:
        values, owners = rows.elements(column)
        if check.interval is None or not len(owners):
            return
        first = np.searchsorted(owners, owners)
        counted = np.arange(len(owners)) - first < (int(check.allowed[0]) if check.allowed else len(owners))
        bad = np.bincount(owners[counted & ~within(values, check.interval)], minlength=len(rows)) > 0
        yield rows.hit(column, chosen_rows(scene, rows, check) & bad)


def lone_authored_inertia(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Moments authored without axes, axes without moments, axes that are no rotation, moments that are not positive.

    Zeros, the fallbacks, that are authored on both sides mean unsaid.
    """
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if not chosen.any():
        return
    moments, axes = (rows.cells(f"physics:{name}") for name in ("diagonalInertia", "principalAxes"))
    both = moments.authored & axes.authored
    said = any_lane(moments.values != 0) | any_lane(axes.values != 0)
    unit = np.abs(row_norm(axes.values) - 1) <= _UNIT
    wrong = both & said & (~unit | any_lane(moments.values <= 0))
    where = chosen & (wrong | (moments.authored != axes.authored))
    yield rows.hit("physics:diagonalInertia", where, values=moments.values)


def impossible_tensor(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Tensors of six numbers that no body has: not positive definite, or with a moment above the sum of the others."""
    rows = scene.rows(check.component)
    for column in check.columns:
        values, owners = rows.elements(column)
        counts = np.bincount(owners, minlength=len(rows))
        spots = np.flatnonzero(chosen_rows(scene, rows, check) & (counts == 6))
        six = values[np.isin(owners, spots)].reshape(-1, 6).astype(np.float64)
        six[~np.isfinite(six).all(axis=1)] = _UNIT_TENSOR
        moments = np.linalg.eigvalsh(six[:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(-1, 3, 3))
        bad = _impossible(moments)
        yield Hit(check.component, column, rows.prims[spots[bad]], values=moments[bad])


def impossible_moments(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Principal moments of which one lies above the sum of the others; zeros mean unsaid."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        spots = np.flatnonzero(chosen & cells.present & all_lanes(cells.values > 0))
        bad = np.zeros(len(rows), np.bool_)
        bad[spots] = _impossible(_ascending(cells.values[spots].astype(np.float64)))
        yield rows.hit(column, bad, values=cells.values)


def impossible_moments_as_summed(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Moments of which two sum up to less than the third, in the floats they are given in; zeros mean unsaid."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        x, y, z = cells.values.astype(np.float64).T
        short = (x + y < z) | (x + z < y) | (y + z < x)
        told = cells.present & any_lane(cells.values != 0) & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, chosen & told & short, values=cells.values)


def stretched_axes(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Rotations whose length lies outside the interval; zeros mean unsaid."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if check.interval is None or not chosen.any():
        return
    for column in check.columns:
        cells = rows.cells(column)
        length = row_norm(cells.values)
        told = cells.present & (length > _NO_LENGTH) & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, chosen & told & ~within(length, check.interval), values=cells.values)


def _ascending(moments: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Three numbers a row (n, 3), none of them NaN, from the least to the largest."""
    low, high, last = np.minimum(*moments.T[:2]), np.maximum(*moments.T[:2]), moments.T[2]
    middle = np.maximum(low, np.minimum(high, last))
    return np.stack([np.minimum(low, last), middle, np.maximum(high, last)]).T


def _impossible(moments: npt.NDArray[Any]) -> Flags:
    """Whether ascending principal moments (n, 3) belong to no body."""
    least, middle, most = moments.T
    scale = np.maximum(np.maximum(np.abs(least), np.abs(most)), 1e-300)
    found: Flags = (least <= -_ROUNDING * scale) | (most > least + middle + _ROUNDING * scale) | (most <= 0)
    return found
