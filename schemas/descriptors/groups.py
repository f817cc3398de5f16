"""Collision groups, and pairs that never collide."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Path, Paths, Text, described

__all__ = ["CollisionGroup", "FilteredPair"]


class CollisionGroup(DescriptorRow):
    """One PhysicsCollisionGroup, or several that the consumer merges into one."""

    path: Path = described("The group prim; the first one of merged groups.")
    members: Paths = described("Colliders that count as members, in path order.")
    filtered_groups: Paths = described("Groups it does not collide with (or only collides with), as authored.")
    inverted: Flag = described("True: it collides with the listed groups only.")
    merge_group: Text | None = described("Name under which groups are merged; null where the consumer does not merge.")
    merged_groups: Paths = described("The groups merged into this one, itself included; empty where nothing is merged.")


class FilteredPair(DescriptorRow):
    """One target of a PhysicsFilteredPairsAPI relationship: the two, and all below them, do not collide."""

    path: Path = described("The prim with the relationship.")
    other: Path = described("The target, whether it exists or not.")
