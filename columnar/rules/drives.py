"""Drives: joints that nothing drives, instances that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import ComponentRows, Hit
from columnar.rules.actuators import actuator_counts
from columnar.rules.cells import outside, unauthored, wrong_cell
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import Flags, RuleScene
from schemas.rules import RuleCheck

__all__ = ["drive_blocked", "drive_outside", "drive_unauthored", "driven_twice", "undriven"]

_AXES: Final = {"PhysicsRevoluteJoint": ("angular",), "PhysicsPrismaticJoint": ("linear",)}
"""The instances that a joint's type has; other joints have any of `_ANY`."""

_ANY: Final = ("angular", "linear", "rotX", "rotY", "rotZ", "transX", "transY", "transZ")


def undriven(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints without a drive on an axis of theirs, an actuator that targets them, or a leader to follow."""
    rows = scene.rows(check.component)
    drives = scene.rows("PhysicsDriveAPI")
    driven = scene.flags(drives.prims[_of_joint(scene, drives)]) | (actuator_counts(scene) > 0) | _following(scene)
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & ~driven[rows.prims])


def drive_unauthored(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Columns that nobody authored, of drives on an axis of their joint."""
    yield from (_kept(scene, hit) for hit in unauthored(scene, check))


def drive_outside(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Numbers outside an interval, of drives on an axis of their joint."""
    yield from (_kept(scene, hit) for hit in outside(scene, check))


def drive_blocked(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Cells under the conditions of the check, of drives on an axis of their joint."""
    yield from (_kept(scene, hit) for hit in wrong_cell(scene, check))


def driven_twice(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints of which two of these move one axis: a drive with a gain, an actuator, another actuator, a leader."""
    rows = scene.rows(check.component)
    drives = scene.rows("PhysicsDriveAPI")
    gains = [drives.cells(f"physics:{name}").filled(0.0) != 0 for name in ("stiffness", "damping")]
    strong = scene.flags(drives.prims[_of_joint(scene, drives) & (gains[0] | gains[1])])
    movers = strong.astype(np.int64) + _following(scene) + actuator_counts(scene)
    where = chosen_rows(scene, rows, check) & (movers[rows.prims] > 1)
    yield rows.hit("usd-schemas", where, values=movers[rows.prims])


def _kept(scene: RuleScene, hit: Hit) -> Hit:
    """The part of a hit that stands on drives on an axis of their joint."""
    if not len(hit.prims) or hit.instances is None:
        return hit
    keep = np.zeros(len(hit.prims), np.bool_)
    instances = hit.instances.astype(str)
    for name, axes in _joint_axes(scene):
        keep |= name[hit.prims] & np.isin(instances, axes)
    values = None if hit.values is None else np.asarray(hit.values)[keep]
    return Hit(hit.component, hit.column, hit.prims[keep], hit.instances[keep], values)


def _of_joint(scene: RuleScene, drives: ComponentRows) -> Flags:
    """Drives on an axis of the joint they stand on."""
    found = np.zeros(len(drives), np.bool_)
    for name, axes in _joint_axes(scene):
        found |= name[drives.prims] & drives.token_in("instance", axes)
    return found & drives.listed


def _joint_axes(scene: RuleScene) -> Iterator[tuple[Flags, tuple[str, ...]]]:
    """Joints by path, and the instances of a drive that they have."""
    others = scene.joints & ~scene.is_a("PhysicsFixedJoint")
    for name, axes in _AXES.items():
        own = scene.is_a(name)
        others = others & ~own
        yield own, axes
    yield others, _ANY


def _following(scene: RuleScene) -> Flags:
    """Joints with an enabled mimic that has a leader, by path."""
    rows = scene.rows("NewtonMimicAPI")
    enabled = rows.cells("newton:mimicEnabled").filled(True).astype(np.bool_)
    return scene.flags(rows.prims[rows.listed & enabled & (rows.target_counts("newton:mimicJoint") > 0)])
