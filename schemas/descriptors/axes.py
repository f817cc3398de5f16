"""Axis properties: inertia, speed limit and friction of one degree of freedom."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Number, Path, described
from schemas.descriptors.tokens import LimitAxis

__all__ = ["JointAxis"]


class JointAxis(DescriptorRow):
    """Properties of one axis: a row for each axis that can have them, applied or not.

    Revolute joints have `angular`, prismatic `linear`, spherical and D6 joints `rotX`, `rotY` and `rotZ`; the other
    types have none. PhysxJointAxisAPI gives the values, NewtonJointAPI wherever that one is neutral.
    """

    joint: Path = described("The joint prim.")
    axis: LimitAxis = described("The degree of freedom.")
    armature: Number = described("Inertia added to the axis.", units="mass length^2 or mass")
    max_velocity: Number = described("Largest velocity; FLT_MAX: unlimited.", units="rad/s or length/s")
    static_friction: Number = described("Effort to get moving.", units="mass length^2/s^2 or mass length/s^2")
    dynamic_friction: Number = described(
        "Effort against the motion, whatever its speed.", units="mass length^2/s^2 or mass length/s^2"
    )
    viscous_friction: Number = described("Effort against the motion per speed.", units="mass length^2/s/rad or mass/s")
