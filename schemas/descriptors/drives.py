"""Drives: PD control of one degree of freedom."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, described
from schemas.descriptors.tokens import DriveType, LimitAxis

__all__ = ["JointDrive"]


class JointDrive(DescriptorRow):
    """One drive that a joint reads: a revolute joint `angular`, a prismatic one `linear`, a D6 its seven instances.

    The effort is stiffness * (target_position - position) + damping * (target_velocity - velocity), cut off at
    max_force; with type `acceleration` gains are per unit of mass. Having a row is what enables the drive.
    """

    joint: Path = described("The joint prim.")
    axis: LimitAxis = described("The degree of freedom.")
    type: DriveType = described("Whether the gains give an effort or an acceleration.")
    target_position: Number = described("Position the drive pulls towards.", units="rad or length")
    target_velocity: Number = described(
        "Velocity the drive pulls towards, sign as authored.", units="rad/s or length/s"
    )
    stiffness: Number = described("Proportional gain.", units="mass length^2/s^2/rad or mass/s^2")
    damping: Number = described("Derivative gain.", units="mass length^2/s/rad or mass/s")
    max_force: Number = described(
        "Largest effort; FLT_MAX or more: unlimited.", units="mass length^2/s^2 or mass length/s^2"
    )
    envelope: Flag = described("Whether a performance envelope is applied (the three fields below).")
    max_actuator_velocity: Number | None = described(
        "Largest actuator speed; FLT_MAX: unlimited; null without an envelope.", units="rad/s or length/s"
    )
    velocity_dependent_resistance: Number | None = described(
        "Loss of effort per speed; null without an envelope.", units="mass length^2/s/rad or mass/s"
    )
    speed_effort_gradient: Number | None = described(
        "Loss of speed per effort; null without an envelope.", units="rad s/(mass length^2) or s/mass"
    )
