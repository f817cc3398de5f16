"""Limits: the range of one degree of freedom."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, described
from schemas.descriptors.tokens import LimitAxis

__all__ = ["JointLimit"]


class JointLimit(DescriptorRow):
    """One limit that a joint reads, enabled or not.

    A revolute joint has one row (`angular`), a prismatic one (`linear`), a distance joint one (`distance`), a spherical
    joint two (`cone0`, `cone1`: lower 0, upper the half angle about its first and second cone axis), a D6 one for each
    PhysicsLimitAPI instance it reads. Bounds that mean "open" are passed on as they are, never converted: infinite,
    NaN, beyond 0.5e38 in their own direction; negative for a distance or a half angle.
    """

    joint: Path = described("The joint prim.")
    axis: LimitAxis = described("The degree of freedom.")
    enabled: Flag = described("Whether the consumer applies the limit.")
    locked: Flag = described("True for a D6 axis whose lower bound lies above its upper one: it cannot move.")
    lower: Number = described("Lower bound; a negative distance means none.", units="rad or length")
    upper: Number = described("Upper bound; a negative distance or half angle means none.", units="rad or length")
    restitution: Number = described("Share of the speed kept when the limit is hit.")
    bounce_threshold: Number = described(
        "Speed below which hitting the limit does not bounce; as authored, angular ones are not converted.",
        units="length/s, or as authored",
    )
    stiffness: Number = described(
        "Spring of a soft limit; as authored, angular ones are not converted.", units="mass/s^2, or as authored"
    )
    damping: Number = described(
        "Damping of a soft limit; as authored, angular ones are not converted.", units="mass/s, or as authored"
    )
