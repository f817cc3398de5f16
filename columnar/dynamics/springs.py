"""Efforts on single degrees of freedom: drives, limits, friction, as they are and as a step sees them at its end.

All are straight lines in the velocity at the end of a step, effort = base - slope * velocity, as long as they stay in
one regime: a drive below its largest effort, a limit hit or not, friction sticking or slipping. A step assumes regimes,
solves, and looks whether they held.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.dofs import DofProperties

__all__ = [
    "STICKING_SPEED",
    "Lines",
    "Regimes",
    "SpringState",
    "explicit_efforts",
    "explicit_inertias",
    "first_regimes",
    "lines",
    "next_regimes",
]

STICKING_SPEED = 1e-4
"""Speed up to which friction grows in proportion and counts as sticking, rad/s or length/s."""

Signs = npt.NDArray[np.int8]


class SpringState(NamedTuple):
    """What springs look at, (nv, E) each.

    Attributes:
        position: of degrees of freedom; NaN for those of balls, which have no springs.
        velocity: at the start of the step.
        target_position, target_velocity: of drives.
        inertia: what the gains of drives are multiplied with: 1, or the inertia they feel.
    """

    position: Doubles
    velocity: Doubles
    target_position: Doubles
    target_velocity: Doubles
    inertia: Doubles


class Regimes(NamedTuple):
    """Which line holds, (nv, E) each.

    Attributes:
        drive: 0 below the largest effort, else the sign of the effort.
        limit: -1 on the lower limit, 1 on the upper, 0 on none.
        friction: 0 sticking, else the sign of the velocity.
    """

    drive: Signs
    limit: Signs
    friction: Signs


class Lines(NamedTuple):
    """Efforts as base - slope * velocity at the end of the step, (nv, E) each."""

    base: Doubles
    slope: Doubles


def _drive(dofs: DofProperties, state: SpringState, step: float) -> Lines:
    stiffness = dofs.drive_stiffness[:, None] * state.inertia
    damping = dofs.drive_damping[:, None] * state.inertia
    pull = np.where(stiffness > 0.0, stiffness * (state.target_position - state.position), 0.0)
    return Lines(pull + damping * state.target_velocity, step * stiffness + damping)


def _bound(dofs: DofProperties, regimes: Regimes) -> Doubles:
    """The limit that is hit; 0 where none is, which keeps infinite ones out of the arithmetic."""
    below, above = regimes.limit < 0, regimes.limit > 0
    return np.where(below, dofs.lower[:, None], np.where(above, dofs.upper[:, None], 0.0))


def first_regimes(dofs: DofProperties, state: SpringState, step: float) -> Regimes:
    """Regimes to begin with: where the velocity of now would lead."""
    none = np.zeros(state.velocity.shape, np.int8)
    friction = np.where(np.abs(state.velocity) > STICKING_SPEED, np.sign(state.velocity), 0.0).astype(np.int8)
    rubbing = dofs.dynamic_friction[:, None] > 0.0
    return Regimes(none, _limit(dofs, state, state.velocity, step), np.where(rubbing, friction, none))


def lines(dofs: DofProperties, state: SpringState, regimes: Regimes, step: float) -> Lines:
    """The lines of all efforts together."""
    drive = _drive(dofs, state, step)
    free = regimes.drive == 0
    base = np.where(free, drive.base, regimes.drive * _finite(dofs.drive_max_effort)[:, None])
    slope = np.where(free, drive.slope, 0.0) + dofs.viscous_friction[:, None]
    hit = regimes.limit != 0
    if hit.any():
        limit = _limit_lines(dofs, state, regimes, step)
        base = base + np.where(hit, limit.base, 0.0)
        slope = slope + np.where(hit, limit.slope, 0.0)
    if dofs.static_friction.any() or dofs.dynamic_friction.any():
        sticks = regimes.friction == 0
        base = base - regimes.friction * dofs.dynamic_friction[:, None]
        slope = slope + np.where(sticks, _sticking(dofs)[:, None] / STICKING_SPEED, 0.0)
    return Lines(base, slope)


def _limit_lines(dofs: DofProperties, state: SpringState, regimes: Regimes, step: float) -> Lines:
    """Spring, damper and inertia of the limit that is hit, as the step sees them at its end."""
    stiffness, damping = dofs.limit_stiffness[:, None], dofs.limit_damping[:, None]
    inertia = dofs.limit_inertia[:, None] / step
    base = stiffness * (_bound(dofs, regimes) - state.position) + inertia * state.velocity
    return Lines(base, step * stiffness + damping + inertia)


def next_regimes(dofs: DofProperties, state: SpringState, regimes: Regimes, velocity: Doubles, step: float) -> Regimes:
    """The regimes that a velocity at the end of the step calls for."""
    drive = _drive(dofs, state, step)
    effort = drive.base - drive.slope * velocity
    largest = dofs.drive_max_effort[:, None]
    saturated = np.where(np.abs(effort) > largest, np.sign(effort), 0.0).astype(np.int8)
    return Regimes(
        saturated, _limit(dofs, state, velocity, step, regimes.limit), _next_friction(dofs, regimes, velocity)
    )


def _limit(
    dofs: DofProperties, state: SpringState, velocity: Doubles, step: float, assumed: Signs | None = None
) -> Signs:
    """Limits that are hit, be it during the step, and those assumed to be: they push, and never pull."""
    ahead = state.position + step * velocity
    lower, upper = dofs.lower[:, None], dofs.upper[:, None]
    found = (ahead > upper).astype(np.int8) - (ahead < lower).astype(np.int8)
    if assumed is not None:
        found = np.where(assumed != 0, assumed, found)
    gap = np.where(found < 0, lower - ahead, np.where(found > 0, upper - ahead, 0.0))
    push = dofs.limit_stiffness[:, None] * gap - dofs.limit_damping[:, None] * velocity
    if step > 0.0:
        push -= dofs.limit_inertia[:, None] * (velocity - state.velocity) / step
    pushing: Signs = np.where(push * found > 0.0, 0, found).astype(np.int8)
    return pushing


def _next_friction(dofs: DofProperties, regimes: Regimes, velocity: Doubles) -> Signs:
    """What sticks slips above the sticking speed; what slips and comes to rest sticks."""
    rubbing = (_sticking(dofs) > 0.0)[:, None]
    sign = np.sign(velocity).astype(np.int8)
    slips = np.abs(velocity) > STICKING_SPEED
    stopped = (regimes.friction != 0) & (sign != regimes.friction)
    kept = np.where(stopped, 0, np.where(regimes.friction != 0, regimes.friction, np.where(slips, sign, 0)))
    found: Signs = np.where(rubbing, kept, 0).astype(np.int8)
    return found


def explicit_efforts(dofs: DofProperties, state: SpringState) -> Doubles:
    """(nv, E): all efforts at the velocity of now, largest efforts kept."""
    drive = _drive(dofs, state, 0.0)
    largest = dofs.drive_max_effort[:, None]
    effort = np.clip(drive.base - drive.slope * state.velocity, -largest, largest)
    effort -= dofs.viscous_friction[:, None] * state.velocity
    regimes = first_regimes(dofs, state, 0.0)
    stiffness, damping = dofs.limit_stiffness[:, None], dofs.limit_damping[:, None]
    push = stiffness * (_bound(dofs, regimes) - state.position) - damping * state.velocity
    effort += np.where(regimes.limit != 0, push, 0.0)
    rub = np.where(np.abs(state.velocity) > STICKING_SPEED, dofs.dynamic_friction[:, None], _sticking(dofs)[:, None])
    effort -= rub * np.clip(state.velocity / STICKING_SPEED, -1.0, 1.0)
    return effort


def explicit_inertias(dofs: DofProperties, state: SpringState) -> Doubles | None:
    """(nv, E): inertia that limits add to the axes that have hit them; None where there is none."""
    if not dofs.limit_inertia.any():
        return None
    hit = first_regimes(dofs, state, 0.0).limit != 0
    return np.where(hit, dofs.limit_inertia[:, None], 0.0) if hit.any() else None


def _sticking(dofs: DofProperties) -> Doubles:
    return np.maximum(dofs.static_friction, dofs.dynamic_friction)


def _finite(values: Doubles) -> Doubles:
    return np.where(np.isfinite(values), values, 0.0)
