"""The drive table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from populate.walker.conversions import not_negative, per_axis_unit, speed_limit, to_axis_unit
from populate.walker.instances import ENVELOPES, applied_axes
from populate.walker.opinions import FLOAT, Attribute
from populate.walker.parsed import ParsedJoint, ParsedStage
from populate.walker.values import DEGREES_OF_FREEDOM
from schemas.contract import FLT_MAX
from schemas.descriptors import DriveType, JointType, LimitAxis

__all__ = ["drive_rows"]

_SINGLE: Final = {JointType.REVOLUTE: LimitAxis.ANGULAR, JointType.PRISMATIC: LimitAxis.LINEAR}
_ENVELOPE_API: Final = "PhysxDrivePerformanceEnvelopeAPI"


def drive_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every drive OpenUSD reports; the performance envelope is PhysX's."""
    for joint in stage.joints:
        enveloped = set(applied_axes(joint, _ENVELOPE_API, ENVELOPES))
        for axis, drive in _drives(joint):
            yield _row(joint, axis, drive) | (_envelope(joint, axis) if axis in enveloped else {"envelope": False})


def _drives(joint: ParsedJoint) -> Iterator[tuple[LimitAxis, Any]]:
    if joint.type in _SINGLE and joint.parsed.drive.enabled:
        yield _SINGLE[joint.type], joint.parsed.drive
    if joint.type is JointType.D6:
        yield from ((DEGREES_OF_FREEDOM[pair.first], pair.second) for pair in joint.parsed.jointDrives)


def _row(joint: ParsedJoint, axis: LimitAxis, drive: Any) -> dict[str, Any]:
    return {
        "joint": joint.path,
        "axis": axis,
        "type": DriveType.ACCELERATION if drive.acceleration else DriveType.FORCE,
        "target_position": to_axis_unit(drive.targetPosition, axis),
        "target_velocity": to_axis_unit(drive.targetVelocity, axis),
        "stiffness": per_axis_unit(drive.stiffness, axis),
        "damping": per_axis_unit(drive.damping, axis),
        "max_force": drive.forceLimit,
    }


def _envelope(joint: ParsedJoint, axis: LimitAxis) -> dict[str, Any]:
    """The three values of an envelope, none of which may be negative."""

    def value(name: str, default: float) -> float:
        attribute = Attribute(f"physxDrivePerformanceEnvelope:{axis}:{name}", FLOAT, fallback=default, unset=default)
        found: float = joint.opinions.read(attribute, api=f"{_ENVELOPE_API}:{axis}")
        return found

    return {
        "envelope": True,
        "max_actuator_velocity": speed_limit(value("maxActuatorVelocity", FLT_MAX), axis),
        "velocity_dependent_resistance": per_axis_unit(not_negative(value("velocityDependentResistance", 0.0)), axis),
        "speed_effort_gradient": to_axis_unit(not_negative(value("speedEffortGradient", 0.0)), axis),
    }
