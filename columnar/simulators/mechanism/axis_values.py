"""What acts along the axes of joints: limits, drives, friction, where they start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors, DescriptorTable
from columnar.dynamics import sound_drives
from schemas.contract import FLT_MAX
from schemas.descriptors import DriveType, JointType, LimitAxis

__all__ = ["AllAxisValues", "AxisValues", "read_axis_values"]

Doubles = npt.NDArray[np.float64]

_BEYOND: Final = 0.5e38
"""A bound or a largest value beyond this means none."""

_ROTATIONS: Final = (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)
_BALL_TABLES: Final = ("limits", "drives", "mimics", "states")
"""A D6 with three free turns is a ball if none of these tables speaks of one of them."""


@dataclass(frozen=True)
class AxisValues:
    """Values of n axes; arrays (n,).

    Attributes:
        limited: bool.
        lower: -inf for none.
        upper: inf for none; of a ball the half angle of its cone, the smaller one of two.
        driven: bool.
        acceleration: bool; whether the drive's gains give an acceleration.
        stiffness: proportional gain.
        damping: derivative gain.
        target_position: of the drive.
        target_velocity: of the drive.
        max_force: of the drive, inf for none.
        armature: inertia of the axis itself.
        dry_friction: effort against the motion, whatever its speed.
        viscous_friction: effort against the motion per speed.
        max_velocity: inf for none.
        state_position: NaN where no state is given.
        state_velocity: 0 where no state is given.
    """

    limited: npt.NDArray[np.bool_]
    lower: Doubles
    upper: Doubles
    driven: npt.NDArray[np.bool_]
    acceleration: npt.NDArray[np.bool_]
    stiffness: Doubles
    damping: Doubles
    target_position: Doubles
    target_velocity: Doubles
    max_force: Doubles
    armature: Doubles
    dry_friction: Doubles
    viscous_friction: Doubles
    max_velocity: Doubles
    state_position: Doubles
    state_velocity: Doubles


@dataclass(frozen=True)
class AllAxisValues:
    """Values of every axis that a table speaks of.

    Attributes:
        locked: (joint row, axis) of axes that cannot move.
        plain: rows of joints whose three turns nothing acts on, so that they make a ball.
    """

    locked: frozenset[tuple[int, str]]
    plain: frozenset[int]
    _rows: dict[str, dict[tuple[int, str], int]]
    _values: dict[str, tuple[str, Doubles]]

    def of(self, joints: npt.NDArray[np.int64], axes: Sequence[LimitAxis]) -> AxisValues:
        """Values of axes, by joint row and name; neutral ones where no table has a row."""
        keys = list(zip(joints.tolist(), axes, strict=True))
        index = {name: np.array([rows.get(key, -1) for key in keys], np.int64) for name, rows in self._rows.items()}
        found: dict[str, Any] = {}
        for field in fields(AxisValues):
            table, values = self._values[field.name]
            found[field.name] = values[index[table]]
        return AxisValues(**{name: _typed(name, values) for name, values in found.items()})


def read_axis_values(descriptors: Descriptors) -> AllAxisValues:
    """Values of all axes. Each column ends with the neutral value, which the row -1 finds."""
    rows_of_joint = np.full(len(descriptors.paths) + 1, -1, np.int64)
    rows_of_joint[descriptors.joints.values("path")] = np.arange(len(descriptors.joints))
    tables = {name: descriptors.table(name) for name in ("limits", "drives", "axes", "states", "mimics")}
    rows = {name: _rows(table, rows_of_joint) for name, table in tables.items()}
    limited, lower, upper = _limits(descriptors)
    _add_cones(rows["limits"], lower, upper)
    locked = _locked(descriptors, rows["limits"], limited, lower, upper)
    drives, axes, states = descriptors.drives, descriptors.axes, descriptors.states
    sound = sound_drives(descriptors)
    kinds = np.array([token == DriveType.ACCELERATION for token in drives.tokens("type")] + [False])
    values = {
        "limited": ("limits", limited),
        "lower": ("limits", lower),
        "upper": ("limits", upper),
        "driven": ("drives", np.append(np.ones(len(drives)), 0.0)),
        "acceleration": ("drives", np.append(kinds[drives.values("type")], 0.0)),
        "max_force": ("drives", np.append(sound.max_force, np.inf)),
        "armature": ("axes", _sound(_numbers(axes, "armature"))),
        "dry_friction": ("axes", _sound(_numbers(axes, "dynamic_friction"))),
        "viscous_friction": ("axes", _sound(_numbers(axes, "viscous_friction"))),
        "max_velocity": ("axes", _unlimited(_numbers(axes, "max_velocity", np.inf))),
        "state_position": ("states", _finite(_numbers(states, "position", np.nan), np.nan)),
        "state_velocity": ("states", _finite(_numbers(states, "velocity"), 0.0)),
    }
    for name in ("stiffness", "damping", "target_position", "target_velocity"):
        values[name] = ("drives", np.append(getattr(sound, name), 0.0))
    return AllAxisValues(locked, _plain(descriptors, rows, limited), rows, values)


def _rows(table: DescriptorTable[Any], rows_of_joint: npt.NDArray[np.int64]) -> dict[tuple[int, str], int]:
    joints = rows_of_joint[table.values("joint")].tolist()
    tokens = table.tokens("axis")
    axes = [tokens[code] for code in table.values("axis").tolist()]
    return {key: row for row, key in enumerate(zip(joints, axes, strict=True))}


def _numbers(table: DescriptorTable[Any], field: str, neutral: float = 0.0) -> Doubles:
    return np.append(table.values(field).astype(np.float64), neutral)


def _finite(values: Doubles, otherwise: float) -> Doubles:
    return np.where(np.isfinite(values), values, otherwise)


def _sound(values: Doubles) -> Doubles:
    """Finite values that are not negative; 0 for others, as in `columnar.dynamics`."""
    return np.maximum(_finite(values, 0.0), 0.0)


def _unlimited(values: Doubles) -> Doubles:
    return np.where(values >= FLT_MAX, np.inf, values)


def _limits(descriptors: Descriptors) -> tuple[Doubles, Doubles, Doubles]:
    table = descriptors.limits
    limited = np.append(table.values("enabled").astype(np.float64), 0.0)
    lower, upper = _numbers(table, "lower", -np.inf), _numbers(table, "upper", np.inf)
    lower = np.where(np.isfinite(lower) & (lower > -_BEYOND), lower, -np.inf)
    upper = np.where(np.isfinite(upper) & (upper < _BEYOND), upper, np.inf)
    return limited, lower, upper


def _add_cones(rows: dict[tuple[int, str], int], lower: Doubles, upper: Doubles) -> None:
    """A ball's limit under the name of its first turn: the smaller half angle."""
    for (joint, axis), row in list(rows.items()):
        if axis == LimitAxis.CONE0:
            other = rows.get((joint, LimitAxis.CONE1), row)
            angles = [upper[place] for place in (row, other) if upper[place] >= 0]
            lower[row], upper[row] = 0.0, min(angles, default=np.inf)
            rows[joint, LimitAxis.ROT_X] = row


def _locked(
    descriptors: Descriptors, rows: dict[tuple[int, str], int], limited: Doubles, lower: Doubles, upper: Doubles
) -> frozenset[tuple[int, str]]:
    """Axes that a limit locks. Bounds that cross where this locks nothing count as 0, as PhysX takes them."""
    stated = np.append(np.asarray(descriptors.limits.values("locked"), np.bool_), False)
    crossed = (limited > 0) & (lower > upper) & ~stated
    lower[crossed] = upper[crossed] = 0.0
    cones = (LimitAxis.CONE0, LimitAxis.CONE1)
    balls = {joint for joint, axis in rows if axis in cones}
    return frozenset((joint, axis) for (joint, axis), row in rows.items() if stated[row] and joint not in balls)


def _plain(descriptors: Descriptors, rows: dict[str, dict[tuple[int, str], int]], limited: Doubles) -> frozenset[int]:
    tokens = [*descriptors.joints.tokens("type"), ""]
    d6 = {row for row, code in enumerate(descriptors.joints.values("type").tolist()) if tokens[code] == JointType.D6}
    stated = np.append(np.asarray(descriptors.limits.values("locked"), np.bool_), False) | (limited > 0)
    acted = {
        joint
        for name in _BALL_TABLES
        for (joint, axis), row in rows[name].items()
        if axis in _ROTATIONS and (name != "limits" or stated[row])
    }
    return frozenset(d6 - acted)


def _typed(name: str, values: Doubles) -> npt.NDArray[Any]:
    return values > 0 if name in ("limited", "driven", "acceleration") else values
