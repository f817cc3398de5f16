"""Articulations: trees of links."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Integer, Number, Path, Paths, described

__all__ = ["Articulation"]


class Articulation(DescriptorRow):
    """One tree of links that the consumer makes of a prim with PhysicsArticulationRootAPI."""

    path: Path = described("The prim with the API.")
    root: Path = described("The elected root: the anchoring joint of a fixed base, else a body.")
    fixed_base: Flag = described("Whether the base is fixed to the world.")
    base: Path | None = described("The base link; null where the root is a joint without a body.")
    links: Paths = described("Every link, the base included, in path order.")
    joints: Paths = described("Joints of the tree, the anchoring one included, in path order.")
    loop_joints: Paths = described(
        "Other enabled joints on a link, in path order: excluded ones, ones that close a loop, further anchors."
    )
    self_collisions: Flag = described("Whether links collide with each other.")
    sleep_threshold: Number = described("Energy per mass below which it may sleep.", units="length^2/s^2")
    stabilization_threshold: Number = described("Energy per mass below which it is stabilised.", units="length^2/s^2")
    solver_position_iterations: Integer = described("Position iterations of the solver.")
    solver_velocity_iterations: Integer = described("Velocity iterations of the solver.")
