"""Relationships that lead nowhere, or elsewhere than they seem to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit, Inspection
from columnar.scene import PathKind
from schemas.findings import Finding

__all__ = [
    "disabled_body",
    "extra_targets",
    "inactive_target",
    "missing_target",
    "property_target",
    "scene_owner",
    "self_joint",
]

_SIDES = ("physics:body0", "physics:body1")


def missing_target(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint to a prim that does not exist."""
    yield from _of_kind(scene, PathKind.MISSING)


def inactive_target(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint to an inactive prim."""
    yield from _of_kind(scene, PathKind.INACTIVE)


def property_target(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint to a property."""
    yield from _of_kind(scene, PathKind.PROPERTY)


def _of_kind(scene: Inspection, kind: PathKind) -> Iterator[Hit]:
    rows = scene.rows("PhysicsJoint")
    for column in _SIDES:
        targets = rows.cells(column).filled(-1).astype(np.int64)
        spots = np.flatnonzero(scene.kinds(targets, kind))
        names = [scene.scene.paths[target] for target in targets[spots].tolist()]
        yield Hit(rows.component, column, rows.prims[spots], values=names)


def extra_targets(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint with several targets on one side."""
    rows = scene.rows("PhysicsJoint")
    for column in _SIDES:
        counts = rows.target_counts(column)
        yield rows.hit(column, counts > 1, values=counts)


def self_joint(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint whose two sides are one actor."""
    joints = scene.descriptors.joints
    first, second = joints.values("body0"), joints.values("body1")
    yield Hit("PhysicsJoint", "physics:body0", joints.values("path")[(first >= 0) & (first == second)])


def disabled_body(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint or collider that belongs to a disabled body."""
    bodies = scene.descriptors.bodies
    disabled = scene.flags(bodies.values("path")[~np.asarray(bodies.values("enabled"))].astype(np.int64))
    joints, shapes = scene.descriptors.joints, scene.descriptors.shapes
    for side, column in zip("01", _SIDES, strict=True):
        yield Hit("PhysicsJoint", column, joints.values("path")[disabled[joints.values(f"body{side}")]])
    yield Hit("PhysicsCollisionAPI", "usd-schemas", shapes.values("path")[disabled[shapes.values("body")]])


def scene_owner(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A body whose owner is no scene."""
    rows = scene.rows("PhysicsRigidBodyAPI")
    owners = rows.cells("physics:simulationOwner").filled(-1).astype(np.int64)
    scenes = scene.rows("PhysicsScene")
    wrong = (owners >= 0) & ~np.isin(owners, scenes.prims[scenes.listed])
    yield rows.hit("physics:simulationOwner", rows.listed & wrong)
