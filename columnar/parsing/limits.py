"""The limit table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.instances import AXES, LIMITS, angular, axis_keys, read_instances
from columnar.parsing.joint_rows import JointRows
from columnar.parsing.units import UNLIMITED, open_lower, open_upper, radians
from schemas.descriptors import JointType, LimitAxis

__all__ = ["limit_columns"]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

_TUNING: Final = {
    "restitution": "restitution",
    "bounceThreshold": "bounce_threshold",
    "stiffness": "stiffness",
    "damping": "damping",
}
_CONE: Final = "cone"
_TUNING_INSTANCE: Final = {axis: str(axis) for axis in AXES} | {LimitAxis.CONE0: _CONE, LimitAxis.CONE1: _CONE}
"""Instance of PhysxLimitAPI that tunes the limit of an axis."""


class _Limits(NamedTuple):
    """Some limits: joints by index, axes by code, bounds in descriptor units."""

    joint: Ids
    axis: Ids
    enabled: Flags
    lower: Floats
    upper: Floats
    locked: Flags


def limit_columns(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Columns of the limit table: a row for each limit a joint reads, sorted by joint and axis."""
    parts = (
        _bounded(columns, joints, "PhysicsRevoluteJoint", JointType.REVOLUTE, LimitAxis.ANGULAR),
        _bounded(columns, joints, "PhysicsPrismaticJoint", JointType.PRISMATIC, LimitAxis.LINEAR),
        _instanced(columns, joints),
        _distances(columns, joints),
        *_cones(columns, joints),
    )
    merged = _Limits._make(np.concatenate(values) for values in zip(*parts, strict=True))
    order = np.argsort(axis_keys(merged.joint, merged.axis), kind="stable")
    limits = _Limits._make(values[order] for values in merged)
    return {
        "joint": joints.ids[limits.joint],
        "axis": Tokens(limits.axis, AXES),
        "enabled": limits.enabled,
        "locked": limits.locked,
        "lower": limits.lower,
        "upper": limits.upper,
        **_tuning(columns, joints, limits),
    }


def _bounded(columns: SceneColumns, joints: JointRows, component: str, kind: JointType, axis: LimitAxis) -> _Limits:
    """Limits of hinges and sliders, from the joint's own two columns."""
    rows, joint = joints.typed(columns, component, kind)
    lower, upper = rows.numbers("physics:lowerLimit"), rows.numbers("physics:upperLimit")
    both = kind is JointType.REVOLUTE and columns.rules.limits.revolute == "both"
    return _range(joint, np.full(len(joint), AXES.index(axis)), lower, upper, both=both)


def _instanced(columns: SceneColumns, joints: JointRows) -> _Limits:
    """Limits of D6 axes; a lower bound above the upper one locks the axis."""
    rows, joint, axis = read_instances(columns.rows("PhysicsLimitAPI"), joints, LIMITS)
    lower, upper = rows.numbers("physics:low"), rows.numbers("physics:high")
    limits = _range(joint, axis, lower, upper, both=False)
    return limits._replace(locked=lower > upper)


def _range(joint: Ids, axis: Ids, lower: Floats, upper: Floats, *, both: bool) -> _Limits:
    """Limits that one real bound enables, or that need two."""
    no_lower, no_upper = open_lower(lower), open_upper(upper)
    turns = angular(axis)
    return _Limits(
        joint,
        axis,
        ~(no_lower | no_upper) if both else ~(no_lower & no_upper),
        radians(lower, turns, keep=no_lower),
        radians(upper, turns, keep=no_upper),
        np.zeros(len(joint), np.bool_),
    )


def _distances(columns: SceneColumns, joints: JointRows) -> _Limits:
    """Limits of distance joints; a negative bound means none."""
    rows, joint = joints.typed(columns, "PhysicsDistanceJoint", JointType.DISTANCE)
    least, most = rows.numbers("physics:minDistance"), rows.numbers("physics:maxDistance")
    axis = np.full(len(joint), AXES.index(LimitAxis.DISTANCE))
    return _Limits(joint, axis, (least >= 0) | (most >= 0), least, most, np.zeros(len(joint), np.bool_))


def _cones(columns: SceneColumns, joints: JointRows) -> tuple[_Limits, _Limits]:
    """Half angles of ball joints; the cone needs both of them, finite and not negative."""
    rows, joint = joints.typed(columns, "PhysicsSphericalJoint", JointType.SPHERICAL)
    halves = [rows.numbers(f"physics:coneAngle{side}Limit") for side in "01"]
    real = [np.isfinite(half) & (half >= 0) for half in halves]
    enabled = real[0] & real[1]
    nothing = np.zeros(len(joint), np.bool_)

    def cone(axis: LimitAxis, side: int) -> _Limits:
        code = np.full(len(joint), AXES.index(axis))
        upper = radians(halves[side], keep=~real[side])
        return _Limits(joint, code, enabled, np.zeros(len(joint), np.float32), upper, nothing)

    return cone(LimitAxis.CONE0, 0), cone(LimitAxis.CONE1, 1)


def _tuning(columns: SceneColumns, joints: JointRows, limits: _Limits) -> Mapping[str, Floats]:
    """Restitution, bounce threshold and spring of each limit, as authored; 0 where PhysxLimitAPI is not applied."""
    found = {field: np.zeros(len(limits.joint), np.float32) for field in _TUNING.values()}
    rows = columns.rows("PhysxLimitAPI")
    if len(rows):
        codes, names = rows.instances
        spots = _tuning_rows(limits, joints.index_of_path[rows.prim], codes, names)
        tuned = np.flatnonzero(spots >= 0)
        for column, field in _TUNING.items():
            found[field][tuned] = _clamped(rows.numbers(column)[spots[tuned]], columns)
    _add_springs(columns, joints, limits, found)
    return found


def _tuning_rows(
    limits: _Limits, joint: Ids, codes: npt.NDArray[np.int32], names: tuple[str, ...]
) -> npt.NDArray[np.int64]:
    """Row of PhysxLimitAPI for each limit, -1 for none."""
    wanted = np.array([names.index(name) if name in names else -1 for name in _TUNING_INSTANCE.values()], np.int64)
    width = len(names) + 1
    keys = np.where(joint >= 0, joint * width + codes, -1)
    order = np.argsort(keys, kind="stable")
    asked = np.where(wanted[limits.axis] >= 0, limits.joint * width + wanted[limits.axis], -2)
    spot = np.minimum(np.searchsorted(keys[order], asked), len(keys) - 1)
    return np.where(keys[order][spot] == asked, order[spot], -1)


def _clamped(values: npt.NDArray[Any], columns: SceneColumns) -> Floats:
    numbers = values.astype(np.float32, copy=False)
    return np.clip(numbers, np.float32(0), UNLIMITED) if columns.rules.limits.clamp_tuning else numbers


def _add_springs(columns: SceneColumns, joints: JointRows, limits: _Limits, found: dict[str, Floats]) -> None:
    """An enabled spring of a distance joint takes the place of the limit's stiffness and damping."""
    rows = columns.rows("PhysxPhysicsDistanceJointAPI")
    if not len(rows):
        return
    spot = np.full(len(joints) + 1, -1, np.int64)
    distance = np.flatnonzero(joints.of_type(JointType.DISTANCE)[limits.joint])
    spot[limits.joint[distance]] = distance
    limit = spot[joints.index_of_path[rows.prim]]
    springs = np.flatnonzero((limit >= 0) & rows.flags("physxPhysicsDistanceJoint:springEnabled"))
    for field, column in (("stiffness", "springStiffness"), ("damping", "springDamping")):
        values = rows.numbers(f"physxPhysicsDistanceJoint:{column}")[springs]
        found[field][limit[springs]] = _clamped(values, columns)
