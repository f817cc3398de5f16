"""Joints that follow or couple other joints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit, Inspection
from schemas.findings import Finding

__all__ = ["broken_coupling", "collision_conflict", "free_follower"]

_COUPLINGS: Final = {
    "PhysxPhysicsGearJoint": {
        "physics:hinge0": ("revolute",),
        "physics:hinge1": ("revolute",),
    },
    "PhysxPhysicsRackAndPinionJoint": {
        "physics:hinge": ("revolute",),
        "physics:prismatic": ("prismatic",),
    },
}
"""The joint types that each relationship may lead to."""


def broken_coupling(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A gear or rack whose relationship leads to no joint of the right type."""
    for component, columns in _COUPLINGS.items():
        rows = scene.rows(component)
        for column, types in columns.items() if len(rows) else ():
            found = scene.joint_types[rows.cells(column).filled(-1).astype(np.int64)]
            yield rows.hit(column, rows.listed & ~np.isin(found, types), values=found)


def free_follower(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A hinge that follows another joint without finite limits of its own."""
    mimics, limits = scene.descriptors.mimics, scene.descriptors.limits
    closed = np.isfinite(limits.values("lower")) & np.isfinite(limits.values("upper"))
    closed &= np.asarray(limits.values("enabled"))
    limited = scene.flags(limits.values("joint")[closed].astype(np.int64))
    joints = mimics.values("joint").astype(np.int64)
    free = np.asarray(mimics.values("enabled")) & ~limited[joints] & scene.joints_of("revolute")[joints]
    yield Hit("NewtonMimicAPI", "newton:mimicJoint", joints[free])


def collision_conflict(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Joints of one pair of bodies of which some let them collide and some do not."""
    joints = scene.descriptors.joints
    collide = np.asarray(joints.values("collision_enabled"))
    if collide.all() or not collide.any():
        return
    ends = [joints.values(side).astype(np.int64) for side in ("body0", "body1")]
    spots = np.flatnonzero((ends[0] >= 0) & (ends[1] >= 0))
    collide = collide[spots]
    keys = np.minimum(*ends) * len(scene.scene.paths) + np.maximum(*ends)
    _, pair = np.unique(keys[spots], return_inverse=True)
    yes, every = np.bincount(pair, collide.astype(float)), np.bincount(pair)
    mixed = (yes[pair] > 0) & (yes[pair] < every[pair])
    yield Hit("PhysicsJoint", "physics:collisionEnabled", joints.values("path")[spots[mixed]], values=collide[mixed])
