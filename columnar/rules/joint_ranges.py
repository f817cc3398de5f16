"""Ranges of joints: targets, states and rest poses that lie outside of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit
from columnar.rules.joint_bounds import UNBOUNDED, joint_bounds, limit_bounds
from columnar.rules.joint_frames import joint_frames
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from schemas.descriptors import LimitAxis
from schemas.rules import RuleCheck

__all__ = ["huge_limit", "rest_outside", "state_outside", "target_outside"]

Doubles = npt.NDArray[np.float64]

_AXES: Final = tuple(LimitAxis)
_TURNS: Final = 100
"""A limit that allows more turns than this was meant as none."""

_SLACK: Final = 1e-4
"""Radians or lengths by which a position may miss a range: what float32 degrees lose."""


def huge_limit(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bounds of hinges that no hinge reaches, and that are no sentinel either."""
    rows = scene.rows(check.component)
    for column in check.columns:
        cells = rows.cells(column)
        size = np.abs(cells.values)
        yield rows.hit(
            column, rows.listed & cells.present & (size > _TURNS * 360) & (size < UNBOUNDED), values=cells.values
        )


def target_outside(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Targets that a drive with stiffness pulls towards and a limit forbids."""
    table = scene.descriptors.drives
    targets = table.values("target_position").astype(np.float64)
    where = _forbidden(scene, table, targets) & (table.values("stiffness") != 0)
    yield _hit(scene, table, "PhysicsDriveAPI", "physics:targetPosition", where, targets)


def state_outside(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Initial states that a limit forbids."""
    table = scene.descriptors.states
    states = table.values("position").astype(np.float64)
    where = _forbidden(scene, table, states)
    yield _hit(scene, table, "PhysicsJointStateAPI", "physics:position", where, states)


def rest_outside(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Hinges and sliders whose bodies stand where their limits forbid it, unless a state says where they start."""
    frames = joint_frames(scene)
    positions, known = frames.rest_positions()
    lower, upper = (bound[frames.joint] for bound in joint_bounds(scene))
    stated = scene.applies("PhysicsJointStateAPI")[frames.joint]
    where = known & frames.simulated & ~stated & ((positions < lower - _SLACK) | (positions > upper + _SLACK))
    spots = np.flatnonzero(where)
    shown = np.where(frames.revolute, np.degrees(positions), positions)[spots]
    yield Hit("PhysicsJoint", "physics:localPos0", frames.joint[spots], values=np.round(shown, 4))


def _forbidden(scene: RuleScene, table: Any, values: Doubles) -> Flags:
    """Values of a table by joint and axis outside the enabled limit of that axis."""
    limits = scene.descriptors.limits
    enabled = np.flatnonzero(np.asarray(limits.values("enabled")))
    lower, upper = (bound[enabled] for bound in limit_bounds(scene))
    keys, wanted = _keys(limits)[enabled], _keys(table)
    if not len(keys) or not len(wanted):
        return np.zeros(len(values), np.bool_)
    spot = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    outside = (values < lower[spot] - _SLACK) | (values > upper[spot] + _SLACK)
    found: Flags = (keys[spot] == wanted) & outside
    return found


def _keys(table: Any) -> Ids:
    """One number per joint and axis, ascending in every table."""
    order = np.array([_AXES.index(LimitAxis(name)) for name in table.tokens("axis")], np.int64)
    keys: Ids = table.values("joint").astype(np.int64) * len(_AXES) + order[table.values("axis")]
    return keys


def _hit(scene: RuleScene, table: Any, component: str, column: str, where: Flags, values: Doubles) -> Hit:
    spots = np.flatnonzero(where)
    axes = scene.tokens(table, "axis")[spots] if len(spots) else None
    shown = np.where(scene.token_in(table, "axis", _ANGLES)[spots], np.degrees(values[spots]), values[spots])
    return Hit(component, column, table.values("joint")[spots].astype(np.int64), axes, np.round(shown, 4))


_ANGLES: Final = ("angular", "rotX", "rotY", "rotZ")
