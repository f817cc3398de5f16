"""States: where a joint starts."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Number, Path, described
from schemas.descriptors.tokens import LimitAxis

__all__ = ["JointState"]


class JointState(DescriptorRow):
    """Initial state of one axis; a row for each PhysicsJointStateAPI instance that the joint's type reads."""

    joint: Path = described("The joint prim.")
    axis: LimitAxis = described("The degree of freedom.")
    position: Number = described("Initial position.", units="rad or length")
    velocity: Number = described("Initial velocity.", units="rad/s or length/s")
