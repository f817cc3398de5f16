"""The axis table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.instances import AXES, PROPERTIES, angular, axis_keys, read_instances
from columnar.parsing.joint_rows import JOINT_TYPES, JointRows
from columnar.parsing.units import UNLIMITED, per_radian, radians

__all__ = ["axis_columns"]

Floats = npt.NDArray[np.float32]

_NEUTRAL: Final[dict[str, np.float32]] = {
    "armature": np.float32(0),
    "maxJointVelocity": UNLIMITED,
    "staticFrictionEffort": np.float32(0),
    "dynamicFrictionEffort": np.float32(0),
    "viscousFrictionCoefficient": np.float32(0),
}
"""Columns of PhysxJointAxisAPI, with the value that says nothing."""

_SEEDS: Final = {
    "armature": "newton:armature",
    "maxJointVelocity": "newton:velocityLimit",
    "staticFrictionEffort": "newton:friction",
    "dynamicFrictionEffort": "newton:friction",
    "viscousFrictionCoefficient": "newton:damping",
}
"""Column of NewtonJointAPI that gives a value where PhysxJointAxisAPI says nothing."""


def axis_columns(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Columns of the axis table: a row for each axis that can have properties, sorted by joint and axis."""
    joint, axis = _every_axis(joints)
    own = _own_values(columns, joints, axis_keys(joint, axis))
    seeds = _seeds(columns, joints)
    found = {name: np.where(own[name] == _NEUTRAL[name], seeds[name][joint], own[name]) for name in _NEUTRAL}
    # The two friction efforts come from one API, never one from each.
    frictions = ("staticFrictionEffort", "dynamicFrictionEffort")
    stated = (own[frictions[0]] > 0) | (own[frictions[1]] > 0)
    for name in frictions:
        found[name] = np.where(stated, own[name], seeds[name][joint])
    turns = angular(axis)
    velocity = found["maxJointVelocity"]
    return {
        "joint": joints.ids[joint],
        "axis": Tokens(axis, AXES),
        "armature": found["armature"],
        "max_velocity": radians(velocity, turns, keep=velocity >= UNLIMITED),
        "static_friction": found["staticFrictionEffort"],
        "dynamic_friction": found["dynamicFrictionEffort"],
        "viscous_friction": per_radian(found["viscousFrictionCoefficient"], turns),
    }


def _every_axis(joints: JointRows) -> tuple[Ids, Ids]:
    """Joint index and axis code of every axis that can have properties."""
    counts = np.zeros(len(JOINT_TYPES) + 1, np.int64)
    codes = np.zeros((len(JOINT_TYPES) + 1, 3), np.int64)
    for kind, axes in PROPERTIES.items():
        counts[JOINT_TYPES.index(kind)] = len(axes)
        codes[JOINT_TYPES.index(kind), : len(axes)] = [AXES.index(axis) for axis in axes]
    kinds = joints.type[:-1]
    joint = np.repeat(np.arange(len(joints)), counts[kinds])
    first = np.cumsum(counts[kinds]) - counts[kinds]
    return joint, codes[kinds[joint], np.arange(len(joint)) - first[joint]]


def _own_values(columns: SceneColumns, joints: JointRows, keys: Ids) -> dict[str, Floats]:
    """What PhysxJointAxisAPI says of each axis, neutral values where it is not applied."""
    found = {name: np.full(len(keys), neutral) for name, neutral in _NEUTRAL.items()}
    applied = read_instances(columns.rows("PhysxJointAxisAPI"), joints, PROPERTIES)
    spot = np.searchsorted(keys, axis_keys(applied.joint, applied.axis))
    for name, neutral in _NEUTRAL.items():
        found[name][spot] = _clamped(applied.rows.numbers(name, absent=neutral))
    return found


def _seeds(columns: SceneColumns, joints: JointRows) -> dict[str, Floats]:
    """What NewtonJointAPI says of each joint, neutral values where it is not applied."""
    found = {name: np.full(len(joints), neutral) for name, neutral in _NEUTRAL.items()}
    rows = columns.rows("NewtonJointAPI")
    joint = joints.index_of_path[rows.prim]
    rows, joint = rows.take(joint >= 0), joint[joint >= 0]
    for name, column in _SEEDS.items():
        found[name][joint] = _clamped(rows.numbers(column, absent=_NEUTRAL[name]))
    return found


def _clamped(values: npt.NDArray[Any]) -> Floats:
    return np.clip(values.astype(np.float32, copy=False), np.float32(0), UNLIMITED)
