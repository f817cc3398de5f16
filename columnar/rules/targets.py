"""Relationships that lead nowhere, or to the wrong thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import RuleScene
from columnar.rules.target_paths import first_targets, target_names
from columnar.scene import PathKind
from schemas.rules import RuleCheck

__all__ = ["bodiless", "crossing_scenes", "dangling", "target_kind", "target_without_body", "unplaced_target"]

_SIDES: Final = ("physics:body0", "physics:body1")


def target_kind(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relationships whose first target is of one of the kinds of path that `allowed` names."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    kinds = [PathKind(str(name)) for name in check.allowed]
    for column in check.columns if chosen.any() else ():
        targets = first_targets(scene, check.component, column)
        where = chosen & scene.kinds(targets, *kinds)
        yield rows.hit(column, where, values=target_names(scene, targets, where))


def unplaced_target(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relationships whose first target is a prim that can have no transform."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        targets = first_targets(scene, check.component, column)
        prims = scene.kinds(targets, PathKind.ROW, PathKind.PRIM)
        where = chosen & prims & ~scene.is_a("Xformable")[targets]
        yield rows.hit(column, where, values=target_names(scene, targets, where))


def bodiless(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints that lead to an enabled body on neither side."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if chosen.any():
        moved = np.zeros(len(rows), np.bool_)
        for column in _SIDES:
            targets = first_targets(scene, check.component, column)
            there = scene.kinds(targets, PathKind.ROW, PathKind.PRIM)
            moved |= scene.body_above(np.where(there, targets, -1)) >= 0
        yield rows.hit("physics:body0", chosen & ~moved)


def dangling(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints without any target that exists, on either side."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    held = np.zeros(len(rows), np.bool_)
    for column in _SIDES if chosen.any() else ():
        targets, owners = rows.elements(column)
        ids = targets.astype(np.int64)
        there = ~scene.kinds(ids, PathKind.MISSING, PathKind.PROPERTY)
        held[owners[there]] = True
    yield rows.hit("physics:body0", chosen & ~held)


def target_without_body(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints with a side that leads to a prim, and no enabled body at or above it, although the other side has one."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if not chosen.any():
        return
    targets = {column: first_targets(scene, check.component, column) for column in _SIDES}
    bodies = {column: scene.body_above(found) >= 0 for column, found in targets.items()}
    for column, other in (_SIDES, _SIDES[::-1]):
        there = scene.kinds(targets[column], PathKind.ROW, PathKind.PRIM)
        where = chosen & there & ~bodies[column] & bodies[other]
        yield rows.hit(column, where, values=target_names(scene, targets[column], where))


def crossing_scenes(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints between bodies of two scenes."""
    bodies, joints = scene.descriptors.bodies, scene.descriptors.joints
    owner = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    owner[bodies.values("path")] = bodies.values("simulation_owner")
    ends = [joints.values(name).astype(np.int64) for name in ("body0", "body1")]
    apart = (ends[0] >= 0) & (ends[1] >= 0) & (owner[ends[0]] != owner[ends[1]])
    yield Hit("PhysicsJoint", "physics:body0", joints.values("path")[apart].astype(np.int64))
