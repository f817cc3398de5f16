"""Limits that the engine takes for something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit, Inspection
from schemas.findings import Finding

__all__ = [
    "beyond_half_turn",
    "bouncy_limit",
    "crossed_bounds",
    "half_open_limit",
    "half_open_link",
    "half_open_slider",
    "half_open_swing",
    "negative_tuning",
    "zero_cone",
]

Flags = npt.NDArray[np.bool_]

_BEYOND: Final = 0.5e38
_RANGES: Final = ("angular", "linear", "transX", "transY", "transZ", "rotX", "rotY", "rotZ")
_SHIFTS: Final = ("linear", "transX", "transY", "transZ")
_SWINGS: Final = ("rotY", "rotZ")


class _Limits(NamedTuple):
    """Enabled limits that are ranges: by row the joint, whether it is a D6, and which sides are open."""

    joint: npt.NDArray[np.int64]
    d6: Flags
    axis: npt.NDArray[np.int32]
    names: tuple[str, ...]
    lower: npt.NDArray[np.float32]
    upper: npt.NDArray[np.float32]
    no_lower: Flags
    no_upper: Flags
    in_tree: Flags

    @property
    def half_open(self) -> Flags:
        """One side open, the other not."""
        return np.not_equal(self.no_lower, self.no_upper)

    def on(self, *axes: str) -> Flags:
        """Limits of one of some axes."""
        found: Flags = np.array([*(name in axes for name in self.names), False], np.bool_)[self.axis]
        return found

    def hit(self, where: Flags, column: str) -> Iterator[Hit]:
        """Hits on joints, D6 joints by the instance of their limit."""
        for component, chosen in (("PhysicsLimitAPI", self.d6), ("", ~self.d6)) if where.any() else ():
            spots = np.flatnonzero(where & chosen)
            if spots.size:
                names = ("physics:low", "physics:high") if component else ("physics:lowerLimit", "physics:upperLimit")
                yield Hit(
                    component or "PhysicsJoint",
                    names["upper" in column],
                    self.joint[spots],
                    np.array(self.names, object)[self.axis[spots]] if component else None,
                    list(self._in_file_units(spots)),
                )

    def _in_file_units(self, spots: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """(n, 2) bounds as the file has them: degrees for turns, what means none as it is."""
        bounds = np.stack([self.lower[spots], self.upper[spots]], axis=1).astype(np.float64)
        none = np.stack([self.no_lower[spots], self.no_upper[spots]], axis=1)
        turns = ~self.on(*_SHIFTS)[spots]
        return np.where(none | ~turns[:, None], bounds, np.round(np.degrees(np.where(none, 0.0, bounds)), 4))


def _limits(scene: Inspection) -> _Limits:
    return scene.once("limits", lambda: _read(scene))


def _read(scene: Inspection) -> _Limits:
    table = scene.descriptors.limits
    joint, lower, upper = (table.values(name) for name in ("joint", "lower", "upper"))
    no_lower = ~np.isfinite(lower) | (lower <= -_BEYOND)
    no_upper = ~np.isfinite(upper) | (upper >= _BEYOND)
    keep = np.flatnonzero(np.asarray(table.values("enabled")) & scene.token_in(table, "axis", _RANGES))
    return _Limits(
        joint=joint[keep],
        d6=scene.joints_of("d6")[joint[keep]],
        axis=table.values("axis")[keep],
        names=table.tokens("axis"),
        lower=lower[keep],
        upper=upper[keep],
        no_lower=no_lower[keep],
        no_upper=no_upper[keep],
        in_tree=scene.in_tree[joint[keep]],
    )


def half_open_limit(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A hinge with one bound."""
    limits = _limits(scene)
    yield from limits.hit(limits.half_open & limits.on("angular"), finding.column)


def half_open_link(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A limit with one bound inside an articulation."""
    limits = _limits(scene)
    yield from limits.hit(limits.half_open & limits.in_tree, finding.column)


def half_open_slider(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A slider with one bound outside articulations."""
    limits = _limits(scene)
    yield from limits.hit(limits.half_open & ~limits.in_tree & limits.on("linear"), finding.column)


def crossed_bounds(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A hinge or slider whose lower bound lies above its upper one."""
    limits = _limits(scene)
    closed = ~limits.no_lower & ~limits.no_upper & ~limits.d6
    yield from limits.hit(closed & (limits.lower > limits.upper), finding.column)


def beyond_half_turn(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A hinge outside articulations with a bound beyond half a turn."""
    limits = _limits(scene)
    far = (~limits.no_lower & (limits.lower < -np.float32(np.pi))) | (
        ~limits.no_upper & (limits.upper > np.float32(np.pi))
    )
    yield from limits.hit(far & limits.on("angular") & ~limits.in_tree, finding.column)


def half_open_swing(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A swing of a D6 outside articulations with one bound, or with two while the other swing is free."""
    limits = _limits(scene)
    swings = limits.d6 & ~limits.in_tree & limits.on(*_SWINGS)
    if not swings.any():
        return
    limited = swings & ~(limits.lower > limits.upper)
    counts = np.bincount(limits.joint[swings], minlength=len(scene.scene.paths))
    yield from limits.hit(limited & (limits.half_open | (counts[limits.joint] == 1)), finding.column)


def zero_cone(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """An enabled half angle of 0."""
    table = scene.descriptors.limits
    cones = scene.token_in(table, "axis", ("cone0", "cone1"))
    zero = cones & np.asarray(table.values("enabled")) & (table.values("upper") == 0)
    yield Hit(finding.component, finding.column, np.unique(table.values("joint")[zero]).astype(np.int64))


def bouncy_limit(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A restitution above 1."""
    rows = scene.rows("PhysxLimitAPI")
    cells = rows.cells("restitution")
    yield rows.hit("restitution", rows.listed & cells.present & (cells.values > 1), values=cells.values)


def negative_tuning(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Tuning below 0."""
    rows = scene.rows("PhysxLimitAPI")
    for column in ("restitution", "bounceThreshold", "stiffness", "damping"):
        cells = rows.cells(column)
        yield rows.hit(column, rows.listed & cells.present & (cells.values < 0), values=cells.values)
