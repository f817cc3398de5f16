"""Axes of joints of a Newton model: limits, drives, friction."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import Mechanism

__all__ = ["axis_options", "joint_axes", "passive_options"]

_OPEN: Final = 1e10
"""Newton's bound for none."""

_UNLIMITED: Final = 1e6
"""Newton's default of the largest velocity."""


def joint_axes(mechanism: Mechanism) -> list[tuple[float, ...]]:
    """Axis of each motion in the joint's frame, in the sense of the tree."""
    motions = mechanism.motions
    return [tuple(axis) for axis in (motions.axis * motions.sign[:, None] + 0.0).tolist()]


def passive_options(mechanism: Mechanism) -> list[dict[str, Any]]:
    """Keyword arguments of each motion that balls take, too."""
    values = mechanism.motions.values
    return _rows({"armature": values.armature.tolist(), "friction": values.dry_friction.tolist()})


def axis_options(mechanism: Mechanism) -> list[dict[str, Any]]:
    """Keyword arguments of each motion along or about one axis."""
    values = mechanism.motions.values
    lower = np.where(values.limited, values.lower, -np.inf)
    upper = np.where(values.limited, values.upper, np.inf)
    found = _rows(
        {
            "armature": values.armature.tolist(),
            "friction": values.dry_friction.tolist(),
            "damping": values.viscous_friction.tolist(),
            "limit_lower": np.maximum(lower, -_OPEN).tolist(),
            "limit_upper": np.minimum(upper, _OPEN).tolist(),
            "velocity_limit": np.minimum(values.max_velocity, _UNLIMITED).tolist(),
        }
    )
    drives = _drives(mechanism)
    # A drive that may not push is none; a range of effort without width its solvers refuse.
    for place in np.flatnonzero(values.driven & (values.max_force > 0)).tolist():
        found[place] |= drives[place]
    return found


def _drives(mechanism: Mechanism) -> list[dict[str, Any]]:
    values = mechanism.motions.values
    return _rows(
        {
            "target_ke": values.stiffness.tolist(),
            "target_kd": values.damping.tolist(),
            "target_q": values.target_position.tolist(),
            "target_qd": values.target_velocity.tolist(),
            "effort_limit": values.max_force.tolist(),
            "actuator_mode": _modes(mechanism),
        }
    )


def _modes(mechanism: Mechanism) -> list[Any]:
    """Newton's own choice by the gains, but for a velocity target beside stiffness, which that would ignore."""
    values, modes = mechanism.motions.values, import_engine("newton").JointTargetMode
    choices = (modes.EFFORT, modes.VELOCITY, modes.POSITION, modes.POSITION_VELOCITY)
    stiff = np.where(values.target_velocity != 0, 3, 2)
    chosen = np.where(values.stiffness != 0, stiff, np.where(values.damping != 0, 1, 0))
    return [choices[choice] for choice in chosen.tolist()]


def _rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    names = tuple(columns)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True)]
