"""Mimics: joints that follow other joints."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, described
from schemas.descriptors.tokens import LimitAxis

__all__ = ["JointMimic"]


class JointMimic(DescriptorRow):
    """One relation: position = coef0 + coef1 * position of the leader. A disabled relation is a row, too."""

    joint: Path = described("The joint that follows.")
    axis: LimitAxis = described("Its axis: `angular` of a hinge, `linear` of a slider, else `rotX` to `rotZ`.")
    leader: Path | None = described("The joint that is followed, first target of the relationship; null: none.")
    leader_axis: LimitAxis = described("The leader's axis, by the same names.")
    coef0: Number = described("Constant term.", units="rad or length")
    coef1: Number = described("Factor on the leader's position.", units="none, rad/length or length/rad")
    enabled: Flag = described("Whether the relation holds.")
    natural_frequency: Number = described("Natural frequency of a soft relation; 0: hard.", units="1/s")
    damping_ratio: Number = described("Damping ratio of a soft relation; 0: hard.")
