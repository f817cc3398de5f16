"""The mimic table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from populate.walker.conversions import per_axis_unit, to_axis_unit
from populate.walker.instances import MIMICS, applied_axes
from populate.walker.opinions import BOOL, FLOAT, TOKEN, Attribute
from populate.walker.parsed import ParsedJoint, ParsedStage
from schemas.descriptors import ANGULAR_AXES, JointType, LimitAxis

__all__ = ["mimic_rows"]

_NEWTON_API: Final = "NewtonMimicAPI"
_NEWTON: Final = {
    "coef0": Attribute("newton:mimicCoef0", FLOAT, fallback=0.0, unset=0.0),
    "coef1": Attribute("newton:mimicCoef1", FLOAT, fallback=1.0, unset=1.0),
    "enabled": Attribute("newton:mimicEnabled", BOOL, fallback=True, unset=True),
}
_ONLY_AXIS: Final = {JointType.REVOLUTE: LimitAxis.ANGULAR, JointType.PRISMATIC: LimitAxis.LINEAR}
_ROTATIONS: Final = {str(axis): axis for axis in (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)}


def mimic_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every relation of NewtonMimicAPI, and of PhysxMimicJointAPI on joints without that one.

    OpenUSD reads neither. PhysX writes position + gearing * leader + offset = 0; rows have Newton's signs.
    """
    joints = {joint.path: joint for joint in stage.joints}
    for joint in stage.joints:
        found = _newton(joint) if _NEWTON_API in joint.opinions.apis else _physx(joint)
        rows: dict[LimitAxis, dict[str, Any]] = {}
        for named, relation in found:
            # Several instances on a joint with one axis name the same axis; the first one stands.
            axis = _ONLY_AXIS.get(joint.type, named)
            rows.setdefault(axis, _row(joints, joint, axis, relation))
        yield from rows.values()


def _newton(joint: ParsedJoint) -> Iterator[tuple[LimitAxis, dict[str, Any]]]:
    values = {field: joint.opinions.read(attribute, api=_NEWTON_API) for field, attribute in _NEWTON.items()}
    hard = {"natural_frequency": 0.0, "damping_ratio": 0.0}
    leader = joint.opinions.first_target("newton:mimicJoint")
    yield LimitAxis.ROT_X, {"leader": leader, "leader_axis": LimitAxis.ROT_X, **values, **hard}


def _physx(joint: ParsedJoint) -> Iterator[tuple[LimitAxis, dict[str, Any]]]:
    for axis in applied_axes(joint, "PhysxMimicJointAPI", MIMICS):

        def value(name: str, fallback: Any, unset: Any, kind: Any = FLOAT, instance: LimitAxis = axis) -> Any:
            attribute = Attribute(f"physxMimicJoint:{instance}:{name}", kind, fallback, unset)
            return joint.opinions.read(attribute, api=f"PhysxMimicJointAPI:{instance}")

        # Adding 0 turns a negative zero into a plain one.
        yield (
            axis,
            {
                "leader": joint.opinions.first_target(f"physxMimicJoint:{axis}:referenceJoint"),
                "leader_axis": _ROTATIONS.get(value("referenceJointAxis", "rotX", "rotX", TOKEN), LimitAxis.ROT_X),
                "coef0": -value("offset", 0.0, 0.0) + 0.0,
                "coef1": -value("gearing", 1.0, 0.0) + 0.0,
                "enabled": True,
                "natural_frequency": value("naturalFrequency", 0.0, 0.0),
                "damping_ratio": value("dampingRatio", 0.0, 0.0),
            },
        )


def _row(
    joints: Mapping[str, ParsedJoint], joint: ParsedJoint, axis: LimitAxis, relation: Mapping[str, Any]
) -> dict[str, Any]:
    """A relation in descriptor units. Without a leader both axes count as the same."""
    leader = joints.get(relation["leader"])
    leader_axis = axis if leader is None else _ONLY_AXIS.get(leader.type, relation["leader_axis"])
    return {
        **relation,
        "joint": joint.path,
        "axis": axis,
        "leader_axis": leader_axis,
        "coef0": to_axis_unit(relation["coef0"], axis),
        "coef1": _factor(relation["coef1"], axis, leader_axis),
    }


def _factor(coef1: float, axis: LimitAxis, leader_axis: LimitAxis) -> float:
    """Follower unit per leader unit; where both turn, degrees cancel out."""
    if axis in ANGULAR_AXES and leader_axis in ANGULAR_AXES:
        return coef1
    return per_axis_unit(to_axis_unit(coef1, axis), leader_axis)
