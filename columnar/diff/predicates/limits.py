"""Bounds of limits: absent ones, blocked ones, and hinges with one finite bound."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction
from columnar.inspection import Cells

__all__ = ["absent_limit", "blocked_limit", "one_sided_hinge"]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

_BEYOND: Final = 0.5e38
_LEFT_OVER: Final = (90.0, -90.0)
"""What OpenUSD's record of a limit holds where both bounds are blocked."""


class _Pair(NamedTuple):
    """The two columns of a limit, what a consumer of columns and USD read where one is absent, and the axes."""

    lower: str
    upper: str
    axes: tuple[str, ...]
    absent: float = 0.0
    fallback: tuple[float, float] = (-np.inf, np.inf)


_FREEDOMS: Final = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance")
_PAIRS: Final = {
    "PhysicsRevoluteJoint": _Pair("physics:lowerLimit", "physics:upperLimit", ("angular",)),
    "PhysicsPrismaticJoint": _Pair("physics:lowerLimit", "physics:upperLimit", ("linear",)),
    "PhysicsLimitAPI": _Pair("physics:low", "physics:high", _FREEDOMS),
    "PhysicsSphericalJoint": _Pair(
        "physics:coneAngle0Limit", "physics:coneAngle1Limit", ("cone0", "cone1"), fallback=(-1.0, -1.0)
    ),
    "PhysicsDistanceJoint": _Pair(
        "physics:minDistance", "physics:maxDistance", ("distance",), absent=-1.0, fallback=(-1.0, -1.0)
    ),
}
_ANGLES: Final = ("angular", "rotX", "rotY", "rotZ", "cone0", "cone1")


def absent_limit(asked: Asked) -> Prediction:
    """A bound that is absent, and not blocked: 0 where columns are read, the schema's fallback in USD."""
    lower, upper = _cells(asked)
    return _prediction(asked, lower, upper, (lower.absent | upper.absent) & ~lower.blocked & ~upper.blocked)


def blocked_limit(asked: Asked) -> Prediction:
    """A blocked bound: absent where columns are read, in USD what the parser's record held before."""
    lower, upper = _cells(asked)
    return _prediction(asked, lower, upper, lower.blocked | upper.blocked)


def one_sided_hinge(asked: Asked) -> Prediction:
    """A hinge with one finite bound: limited where columns are read, free in USD."""
    lower, upper = _cells(asked)
    return _prediction(asked, lower, upper, lower.present & upper.present)


def _cells(asked: Asked) -> tuple[Cells, Cells]:
    pair = _PAIRS[asked.finding.component]
    instances = asked.axes if asked.finding.component == "PhysicsLimitAPI" else None
    return asked.cells(pair.lower, instances=instances), asked.cells(pair.upper, instances=instances)


def _prediction(asked: Asked, lower: Cells, upper: Cells, applies: Flags) -> Prediction:
    pair = _PAIRS[asked.finding.component]
    # Other joints have rows of the same axis: a D6 has a distance, too.
    applies = applies & np.isin(asked.axes, pair.axes) & lower.listed
    columns = _read(lower, pair.absent), _read(upper, pair.absent)
    usd = tuple(
        np.where(cells.blocked, np.float32(left), _read(cells, fallback))
        for cells, left, fallback in zip((lower, upper), _LEFT_OVER, pair.fallback, strict=True)
    )
    return Prediction(applies, _value(asked, columns, either=True), _value(asked, usd, either=False))


def _read(cells: Cells, otherwise: float) -> Floats:
    return cells.filled(np.float32(otherwise)).astype(np.float32)


def _value(asked: Asked, bounds: tuple[Any, ...], *, either: bool) -> npt.NDArray[Any]:
    """The asked field of a limit with these bounds, in the units of columns.

    Args:
        asked: the differences.
        bounds: lower and upper.
        either: whether one real bound is enough for a hinge, too.
    """
    lower, upper = bounds
    cone = np.isin(asked.axes, ("cone0", "cone1"))
    length = np.full(len(cone), asked.finding.component == "PhysicsDistanceJoint")
    real_lower = np.isfinite(lower) & (lower > -_BEYOND)
    real_upper = np.isfinite(upper) & (upper < _BEYOND)
    if asked.field == "enabled":
        needs_both = (asked.axes == "angular") & ~np.bool_(either)
        enabled = np.where(needs_both, real_lower & real_upper, real_lower | real_upper)
        half_angles = np.isfinite(lower) & np.isfinite(upper) & (lower >= 0) & (upper >= 0)
        enabled = np.where(cone, half_angles, enabled)
        distance: npt.NDArray[Any] = np.where(length, (lower >= 0) | (upper >= 0), enabled)
        return distance
    if asked.field == "locked":
        return np.where(asked.finding.component == "PhysicsLimitAPI", lower > upper, False)
    if asked.field == "lower":
        return np.where(cone, 0.0, _converted(asked, lower, real_lower))
    half = np.where(asked.axes == "cone0", lower, upper)
    half = _converted(asked, half, np.isfinite(half) & (half >= 0))
    return np.where(cone, half, _converted(asked, upper, real_upper))


def _converted(asked: Asked, bound: Floats, real: Flags) -> npt.NDArray[Any]:
    """Angles in radians; bounds that mean "open" as they are."""
    return np.where(real & np.isin(asked.axes, _ANGLES), np.radians(bound), bound)
