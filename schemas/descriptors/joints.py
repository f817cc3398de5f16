"""Joints: what is connected, where, and as what."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, Quaternion, Vector, described
from schemas.descriptors.tokens import Axis, JointType

__all__ = ["Joint"]


class Joint(DescriptorRow):
    """One joint prim, enabled or not.

    Frames, the order of sides and signs are as authored: no rotation that brings `axis` to X, no exchange of sides
    where body 0 is the child, no negated velocity.
    """

    path: Path = described("The joint prim.")
    type: JointType = described("What the joint does.")
    rel0: Path | None = described("First target of physics:body0 as authored, whether it exists or not.")
    rel1: Path | None = described("First target of physics:body1 as authored, whether it exists or not.")
    body0: Path | None = described("The actor on side 0, as the consumer resolves it; null for the world.")
    body1: Path | None = described("The actor on side 1, as the consumer resolves it; null for the world.")
    local_pos0: Vector = described(
        "Origin of the joint frame in the space of body 0 without its scale, or of the world.", units="length"
    )
    local_rot0: Quaternion = described(
        "Orientation of the joint frame in body 0 or the world; x, y, z, w, unit length."
    )
    local_pos1: Vector = described(
        "Origin of the joint frame in the space of body 1 without its scale, or of the world.", units="length"
    )
    local_rot1: Quaternion = described(
        "Orientation of the joint frame in body 1 or the world; x, y, z, w, unit length."
    )
    enabled: Flag = described("False: the joint is not simulated and takes no part in an articulation.")
    collision_enabled: Flag = described("Whether the two joined bodies may collide with each other.")
    break_force: Number = described("Force that breaks the joint; FLT_MAX or more: none does.", units="mass length/s^2")
    break_torque: Number = described(
        "Torque that breaks the joint; FLT_MAX or more: none does.", units="mass length^2/s^2"
    )
    exclude_from_articulation: Flag = described("True keeps the joint out of the articulation's tree.")
    axis: Axis | None = described(
        "Axis of a revolute, prismatic or spherical joint in its own frame; null for the other types."
    )
    ratio: Number | None = described(
        "Gear ratio (a pure number), or angle per travel of a rack and pinion; null for the other types.",
        units="gear: none; rack: rad/length",
    )
    hinge0: Path | None = described("First hinge of a gear, or the hinge of a rack and pinion.")
    hinge1: Path | None = described("Second hinge of a gear.")
    prismatic: Path | None = described("The sliding joint of a rack and pinion.")
