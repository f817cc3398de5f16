"""Materials: friction, bounce and density."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, described
from schemas.descriptors.tokens import CombineMode

__all__ = ["PhysicsMaterial"]


class PhysicsMaterial(DescriptorRow):
    """One prim with PhysicsMaterialAPI, bound or not."""

    path: Path = described("The material prim.")
    static_friction: Number = described("Coefficient of static friction.")
    dynamic_friction: Number = described("Coefficient of dynamic friction.")
    restitution: Number = described("Share of the speed kept on impact.")
    density: Number | None = described("Density; null: not stated.", units="mass/length^3")
    friction_combine_mode: CombineMode = described("How two frictions become one.")
    restitution_combine_mode: CombineMode = described("How two restitutions become one.")
    damping_combine_mode: CombineMode = described("How two compliant dampings become one.")
    compliant_stiffness: Number = described("Spring of a compliant contact; 0: rigid.", units="mass/s^2, or 1/s^2")
    compliant_damping: Number = described("Damping of a compliant contact.", units="mass/s, or 1/s")
    compliant_acceleration: Flag = described("Whether the compliant spring gives an acceleration.")
