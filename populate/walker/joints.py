"""The joint table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from populate.walker.opinions import BOOL, FLOAT, Attribute
from populate.walker.parsed import ParsedJoint, ParsedStage
from populate.walker.values import AXES, path_or_none, quaternion, vector
from schemas.descriptors import JointType

__all__ = ["joint_rows"]

_WITH_AXIS: Final = frozenset({JointType.REVOLUTE, JointType.PRISMATIC, JointType.SPHERICAL})
_COLLISION_ENABLED: Final = Attribute("physics:collisionEnabled", BOOL, fallback=False, unset=False)
_RATIOS: Final = {
    JointType.GEAR: Attribute("physics:gearRatio", FLOAT, fallback=1.0, unset=0.0),
    JointType.RACK_AND_PINION: Attribute("physics:ratio", FLOAT, fallback=1.0, unset=0.0),
}
_COUPLED: Final[Mapping[JointType, Mapping[str, str]]] = {
    JointType.GEAR: {"hinge0": "physics:hinge0", "hinge1": "physics:hinge1"},
    JointType.RACK_AND_PINION: {"hinge0": "physics:hinge", "prismatic": "physics:prismatic"},
}
"""Relationships to the joints that a gear or a rack and pinion couples."""


def joint_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every joint OpenUSD reports. Bodies and frames are OpenUSD's, also of gears and racks."""
    for joint in stage.joints:
        yield _parsed(joint) | _coupling(joint)


def _parsed(joint: ParsedJoint) -> dict[str, Any]:
    parsed = joint.parsed
    return {
        "path": joint.path,
        "type": joint.type,
        "rel0": path_or_none(parsed.rel0),
        "rel1": path_or_none(parsed.rel1),
        "body0": path_or_none(parsed.body0),
        "body1": path_or_none(parsed.body1),
        "local_pos0": vector(parsed.localPose0Position),
        "local_rot0": quaternion(parsed.localPose0Orientation),
        "local_pos1": vector(parsed.localPose1Position),
        "local_rot1": quaternion(parsed.localPose1Orientation),
        "enabled": parsed.jointEnabled,
        # OpenUSD's record holds uninitialised memory where the value is blocked (26.11).
        "collision_enabled": joint.opinions.read_own(_COLLISION_ENABLED),
        "break_force": parsed.breakForce,
        "break_torque": parsed.breakTorque,
        "exclude_from_articulation": parsed.excludeFromArticulation,
        "axis": AXES[parsed.axis] if joint.type in _WITH_AXIS else None,
    }


def _coupling(joint: ParsedJoint) -> dict[str, Any]:
    """Ratio of a gear or a rack and pinion, and the joints it couples."""
    if joint.type not in _RATIOS:
        return {}
    ratio = joint.opinions.read_own(_RATIOS[joint.type])
    targets = {field: joint.opinions.first_target(name) for field, name in _COUPLED[joint.type].items()}
    return {"ratio": math.radians(ratio) if joint.type is JointType.RACK_AND_PINION else ratio, **targets}
