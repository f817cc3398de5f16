"""Bounds of joints, whatever they were authored as."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.rules.rule_scene import RuleScene
from schemas.descriptors import LimitAxis

__all__ = ["UNBOUNDED", "joint_bounds", "limit_bounds"]

Doubles = npt.NDArray[np.float64]

UNBOUNDED: Final = 0.5e38
"""Bounds from here on count as none."""


def joint_bounds(scene: RuleScene) -> tuple[Doubles, Doubles]:
    """Lower and upper bound of hinges and sliders by path (paths + 1,); infinite where open, and for other joints."""
    return scene.once("joint_bounds", lambda: _joint_bounds(scene))


def _joint_bounds(scene: RuleScene) -> tuple[Doubles, Doubles]:
    table = scene.descriptors.limits
    axis, joint = table.values("axis"), table.values("joint")
    own = np.isin(axis, [table.tokens("axis").index(name) for name in (LimitAxis.ANGULAR, LimitAxis.LINEAR)])
    own &= np.asarray(table.values("enabled"))
    lower, upper = limit_bounds(scene)
    found = np.full((2, len(scene.scene.paths) + 1), np.inf)
    found[0] = -np.inf
    found[0, joint[own]], found[1, joint[own]] = lower[own], upper[own]
    return found[0], found[1]


def limit_bounds(scene: RuleScene) -> tuple[Doubles, Doubles]:
    """Bounds of every limit (n,), infinite where open. A crossed pair is no range."""
    return scene.once("limit_bounds", lambda: _limit_bounds(scene))


def _limit_bounds(scene: RuleScene) -> tuple[Doubles, Doubles]:
    table = scene.descriptors.limits
    lower, upper = (table.values(name).astype(np.float64) for name in ("lower", "upper"))
    lower = np.where(np.isfinite(lower) & (lower > -UNBOUNDED), lower, -np.inf)
    upper = np.where(np.isfinite(upper) & (upper < UNBOUNDED), upper, np.inf)
    crossed = lower > upper
    return np.where(crossed, -np.inf, lower), np.where(crossed, np.inf, upper)
