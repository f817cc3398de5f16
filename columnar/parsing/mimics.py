"""The mimic table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.instances import AXES, MIMICS, angular, axis_keys, read_instances
from columnar.parsing.joint_rows import JOINT_TYPES, JointRows
from columnar.parsing.units import per_radian, radians
from schemas.descriptors import JointType, LimitAxis

__all__ = ["mimic_columns"]

_ROTATIONS: Final = (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)
_DEFAULT_AXIS: Final = {JointType.REVOLUTE: LimitAxis.ANGULAR, JointType.PRISMATIC: LimitAxis.LINEAR}
"""The one axis of a joint with a single degree of freedom, whatever the instance is called."""

Relations = dict[str, npt.NDArray[Any]]


def mimic_columns(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Columns of the mimic table. Where a joint has NewtonMimicAPI its PhysxMimicJointAPI instances do not count."""
    newton = _newton(columns, joints)
    physx = _physx(columns, joints, newton["joint"])
    found = {name: np.concatenate([newton[name], physx[name]]) for name in newton}
    found["axis"] = _own_axis(joints, found["joint"], found["axis"])
    leader = joints.index_of_path[found["leader"]]
    found["leader_axis"] = np.where(leader >= 0, _own_axis(joints, leader, found["leader_axis"]), found["axis"])
    # Two instances on a joint with one axis name the same axis; the first one stands.
    order = np.argsort(axis_keys(found["joint"], found["axis"]), kind="stable")
    keys = axis_keys(found["joint"], found["axis"])[order]
    order = order[np.append(True, keys[1:] != keys[:-1])] if len(keys) else order
    found = {name: values[order] for name, values in found.items()}
    turns, leader_turns = angular(found["axis"]), angular(found["leader_axis"])
    return {
        "joint": joints.ids[found["joint"]],
        "axis": Tokens(found["axis"], AXES),
        "leader": found["leader"],
        "leader_axis": Tokens(found["leader_axis"], AXES),
        "coef0": radians(found["coef0"], turns),
        "coef1": per_radian(radians(found["coef1"], turns & ~leader_turns), leader_turns & ~turns),
        "enabled": found["enabled"],
        "natural_frequency": found["natural_frequency"],
        "damping_ratio": found["damping_ratio"],
    }


def _newton(columns: SceneColumns, joints: JointRows) -> Relations:
    rows = columns.rows("NewtonMimicAPI")
    joint = joints.index_of_path[rows.prim]
    rows, joint = rows.take(joint >= 0), joint[joint >= 0]
    hard = np.zeros(len(joint), np.float32)
    first_rotation = np.full(len(joint), AXES.index(LimitAxis.ROT_X), np.int64)
    return {
        "joint": joint,
        "axis": first_rotation,
        "leader": rows.first_targets("newton:mimicJoint"),
        "leader_axis": first_rotation,
        "coef0": rows.numbers("newton:mimicCoef0"),
        "coef1": rows.numbers("newton:mimicCoef1"),
        "enabled": rows.flags("newton:mimicEnabled", absent=True),
        "natural_frequency": hard,
        "damping_ratio": hard,
    }


def _physx(columns: SceneColumns, joints: JointRows, taken: Ids) -> Relations:
    """The older API, whose relation has the opposite signs: position + gearing * leader + offset = 0."""
    rows, joint, axis = read_instances(columns.rows("PhysxMimicJointAPI"), joints, MIMICS)
    free = np.flatnonzero(~np.isin(joint, taken))
    rows, joint, axis = rows.take(free), joint[free], axis[free]
    leader_axis = rows.tokens("referenceJointAxis", _ROTATIONS, other=0) + AXES.index(LimitAxis.ROT_X)
    # Adding 0 turns a negative zero into a plain one.
    return {
        "joint": joint,
        "axis": axis,
        "leader": rows.first_targets("referenceJoint"),
        "leader_axis": leader_axis.astype(np.int64),
        "coef0": -rows.numbers("offset") + np.float32(0),
        "coef1": -rows.numbers("gearing") + np.float32(0),
        "enabled": np.ones(len(joint), np.bool_),
        "natural_frequency": rows.numbers("naturalFrequency"),
        "damping_ratio": rows.numbers("dampingRatio"),
    }


def _own_axis(joints: JointRows, joint: Ids, axis: Ids) -> Ids:
    """The axis a relation acts on: the only one of a hinge or slider, else the one named."""
    only = np.full(len(JOINT_TYPES) + 1, -1, np.int64)
    for kind, default in _DEFAULT_AXIS.items():
        only[JOINT_TYPES.index(kind)] = AXES.index(default)
    found = only[joints.type[joint]]
    return np.where(found >= 0, found, axis)
