"""Which instances of a multiple-apply API a joint of each type reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids, Rows
from columnar.parsing.joint_rows import JOINT_TYPES, JointRows
from schemas.descriptors import ANGULAR_AXES, JointType, LimitAxis

__all__ = [
    "AXES",
    "DRIVES",
    "ENVELOPES",
    "LIMITS",
    "MIMICS",
    "PROPERTIES",
    "STATES",
    "Instances",
    "angular",
    "axis_keys",
    "read_instances",
]

Matrix = Mapping[JointType, tuple[LimitAxis, ...]]

AXES: Final = tuple(LimitAxis)
"""Axis by code, in the order of rows."""

_TRANSLATIONS: Final = (LimitAxis.TRANS_X, LimitAxis.TRANS_Y, LimitAxis.TRANS_Z)
_ROTATIONS: Final = (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)

LIMITS: Final[Matrix] = {JointType.D6: (*_TRANSLATIONS, *_ROTATIONS, LimitAxis.DISTANCE)}
DRIVES: Final[Matrix] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.D6: (*_TRANSLATIONS, *_ROTATIONS, LimitAxis.DISTANCE),
}
ENVELOPES: Final[Matrix] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.D6: _ROTATIONS,
}
STATES: Final[Matrix] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.D6: (*_TRANSLATIONS, *_ROTATIONS),
}
PROPERTIES: Final[Matrix] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.SPHERICAL: _ROTATIONS,
    JointType.D6: _ROTATIONS,
}
MIMICS: Final[Matrix] = {
    JointType.REVOLUTE: _ROTATIONS,
    JointType.PRISMATIC: _ROTATIONS,
    JointType.D6: _ROTATIONS,
}

_ANGULAR: Final = np.array([axis in ANGULAR_AXES for axis in AXES])


class Instances(NamedTuple):
    """The instances that are read, sorted by joint and axis.

    Attributes:
        rows: the component's rows.
        joint: (n,) index of each row's joint.
        axis: (n,) code of each row's axis in `AXES`.
    """

    rows: Rows
    joint: Ids
    axis: npt.NDArray[np.int64]


def read_instances(rows: Rows, joints: JointRows, matrix: Matrix) -> Instances:
    """Rows of a multiple-apply component whose instance a joint of that type reads."""
    codes, names = rows.instances
    axis_of_name = np.array([_axis_code(name) for name in names] + [-1], np.int64)
    joint = joints.index_of_path[rows.prim]
    axis = axis_of_name[codes]
    readable = np.zeros((len(JOINT_TYPES) + 1, len(AXES) + 1), np.bool_)
    for kind, axes in matrix.items():
        readable[JOINT_TYPES.index(kind), [AXES.index(a) for a in axes]] = True
    keep = np.flatnonzero(readable[joints.type[joint], axis] & (joint >= 0))
    keep = keep[np.argsort(axis_keys(joint[keep], axis[keep]), kind="stable")]
    return Instances(rows.take(keep), joint[keep], axis[keep])


def axis_keys(joint: Ids, axis: npt.NDArray[np.int64]) -> Ids:
    """One number per (joint, axis), in the order of rows."""
    return joint * len(AXES) + axis


def angular(axis: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """(n,) bool: axes whose values are angles."""
    found: npt.NDArray[np.bool_] = _ANGULAR[axis]
    return found


def _axis_code(name: str) -> int:
    return AXES.index(LimitAxis(name)) if name in set(LimitAxis) else -1
