"""Collision groups that do not what they say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit, Inspection
from schemas.findings import Finding

__all__ = ["inverted_group", "merged_groups", "several_groups"]

_GROUP = "PhysicsCollisionGroup"


def inverted_group(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A group with invertFilteredGroups."""
    rows = scene.rows(_GROUP)
    name = "physics:invertFilteredGroups"
    yield rows.hit(name, rows.listed & rows.cells(name).filled(False).astype(np.bool_))


def merged_groups(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Groups that share a merge name."""
    rows = scene.rows(_GROUP)
    names = rows.tokens("physics:mergeGroup")
    _, index, counts = np.unique(names.astype(str), return_inverse=True, return_counts=True)
    yield rows.hit("physics:mergeGroup", rows.listed & (names != "") & (counts[index] > 1), values=names)


def several_groups(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A collider that is a member of several groups."""
    if not len(scene.rows(_GROUP)):
        return
    values = scene.scene.column(_GROUP, "collection:colliders")
    colliders = scene.rows("PhysicsCollisionAPI")
    members, counts = np.unique(values.values.astype(np.int64), return_counts=True)
    twice = members[counts > 1]
    yield Hit(_GROUP, "collection:colliders", np.intersect1d(twice, colliders.prims[colliders.listed]))
