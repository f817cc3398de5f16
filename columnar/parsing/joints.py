"""The joint table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.frames import joint_frames
from columnar.parsing.joint_rows import JOINT_TYPES, JointRows
from columnar.parsing.units import radians
from schemas.descriptors import Axis, JointType

__all__ = ["joint_columns"]

_AXES: Final = tuple(Axis)
_WITH_AXIS: Final = {
    "PhysicsRevoluteJoint": JointType.REVOLUTE,
    "PhysicsPrismaticJoint": JointType.PRISMATIC,
    "PhysicsSphericalJoint": JointType.SPHERICAL,
}
_GEAR: Final = "PhysxPhysicsGearJoint"
_RACK: Final = "PhysxPhysicsRackAndPinionJoint"


def joint_columns(columns: SceneColumns, joints: JointRows, actors: Actors) -> dict[str, Any]:
    """Columns of the joint table."""
    rows = joints.rows
    found: dict[str, Any] = {
        "path": joints.ids,
        "type": Tokens(joints.type[:-1], JOINT_TYPES),
        "enabled": rows.flags("physics:jointEnabled", absent=True),
        "collision_enabled": rows.flags("physics:collisionEnabled"),
        "break_force": rows.numbers("physics:breakForce"),
        "break_torque": rows.numbers("physics:breakTorque"),
        "exclude_from_articulation": rows.flags("physics:excludeFromArticulation"),
        "axis": _axes(columns, joints),
    }
    for side in "01":
        found |= _side(side, joints, actors)
    found |= _couplings(columns, joints)
    if columns.rules.joints.bodies_from_hinges:
        _fill_bodies(joints, found)
    return found


def _side(side: str, joints: JointRows, actors: Actors) -> dict[str, Any]:
    """Authored target, actor and frame of one side."""
    rows = joints.rows
    target = rows.first_targets(f"physics:body{side}")
    actor = actors.of_targets(target)
    position, rotation = joint_frames(
        target, actor, rows.numbers(f"physics:localPos{side}"), rows.numbers(f"physics:localRot{side}"), actors
    )
    return {
        f"rel{side}": target,
        f"body{side}": actor,
        f"local_pos{side}": position,
        f"local_rot{side}": rotation,
    }


def _axes(columns: SceneColumns, joints: JointRows) -> Tokens:
    codes = np.full(len(joints), -1, np.int32)
    for component, kind in _WITH_AXIS.items():
        codes[joints.of_type(kind)] = _AXES.index(Axis.X)
        rows, joint = joints.typed(columns, component, kind)
        codes[joint] = rows.tokens("physics:axis", _AXES, other=_AXES.index(Axis.X))
    return Tokens(codes, _AXES)


def _couplings(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Ratio of gears and racks, and the joints they couple."""
    count = len(joints)
    ratio = np.zeros(count, np.float32)
    coupled = joints.of_type(JointType.GEAR, JointType.RACK_AND_PINION)
    linked: dict[str, Ids] = {name: np.full(count, -1, np.int64) for name in ("hinge0", "hinge1", "prismatic")}
    gears, gear = joints.typed(columns, _GEAR, JointType.GEAR)
    ratio[gear] = gears.numbers("physics:gearRatio")
    linked["hinge0"][gear] = gears.first_targets("physics:hinge0")
    linked["hinge1"][gear] = gears.first_targets("physics:hinge1")
    racks, rack = joints.typed(columns, _RACK, JointType.RACK_AND_PINION)
    ratio[rack] = radians(racks.numbers("physics:ratio"))
    linked["hinge0"][rack] = racks.first_targets("physics:hinge")
    linked["prismatic"][rack] = racks.first_targets("physics:prismatic")
    return {"ratio": Maybe(ratio, coupled), **linked}


def _fill_bodies(joints: JointRows, found: dict[str, Any]) -> None:
    """Give gears and racks without an actor on a side the one of the joint they couple there: body 1, else body 0."""
    second = np.where(found["hinge1"] >= 0, found["hinge1"], found["prismatic"])
    coupled = joints.of_type(JointType.GEAR, JointType.RACK_AND_PINION)
    held = np.where(found["body1"] >= 0, found["body1"], found["body0"])
    for side, link in (("body0", found["hinge0"]), ("body1", second)):
        other = _other_joint(joints, link)
        fill = np.flatnonzero(coupled & (found[side] < 0) & (other >= 0))
        found[side] = found[side].copy()
        found[side][fill] = held[other[fill]]


def _other_joint(joints: JointRows, paths: Ids) -> npt.NDArray[np.int64]:
    return joints.index_of_path[paths]
