"""Scenes: gravity and the settings of a simulation."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Integer, Number, Path, Vector, described

__all__ = ["PhysicsScene"]


class PhysicsScene(DescriptorRow):
    """One PhysicsScene prim, or the scene that a consumer makes up where the stage has none.

    ovphysx makes up one with Earth's gravity downwards. No prim stands for it and none may be invented, since another
    stage could have a prim of that name: its path is null.
    """

    path: Path | None = described("The scene prim; null for a scene made up by the consumer.")
    gravity: Vector = described("Acceleration of gravity in world axes: magnitude times direction.", units="length/s^2")
    gravity_direction: Vector = described("Direction of gravity, as the consumer resolves it.")
    gravity_magnitude: Number = described("Magnitude of gravity, as the consumer resolves it.", units="length/s^2")
    time_steps_per_second: Integer = described("Steps per second.", units="1/s")
    bounce_threshold: Number = described("Relative speed below which contacts do not bounce.", units="length/s")
    friction_offset_threshold: Number = described("Gap at which friction begins.", units="length")
    friction_correlation_distance: Number = described("Distance within which contacts share friction.", units="length")
    invert_collision_group_filter: Flag = described("True: groups collide only with the groups they list.")
