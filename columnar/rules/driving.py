"""What moves joints: drives on an axis of theirs, actuators, leaders. Flags by path are (paths + 1,) bool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from columnar.inspection import ComponentRows
from columnar.rules.rule_scene import Flags, Ids, RuleScene

__all__ = ["MOVERS", "actuator_counts", "following", "gained", "idle_followers", "on_own_axis"]

_AXES: Final = {"PhysicsRevoluteJoint": ("angular",), "PhysicsPrismaticJoint": ("linear",)}
"""The instances that a joint's type has; other joints have any of `_ANY`."""

_ANY: Final = ("angular", "linear", "rotX", "rotY", "rotZ", "transX", "transY", "transZ")


def on_own_axis(scene: RuleScene, drives: ComponentRows) -> Flags:
    """(n,) drives that are applied and stand on an axis of their joint; worked out once."""
    return scene.once("on_own_axis", lambda: _on_own_axis(scene, drives))


def _on_own_axis(scene: RuleScene, drives: ComponentRows) -> Flags:
    found = np.zeros(len(drives), np.bool_)
    for joints, axes in _joint_axes(scene):
        found |= joints[drives.prims] & drives.token_in("instance", axes)
    return found & drives.listed


def _joint_axes(scene: RuleScene) -> Iterator[tuple[Flags, tuple[str, ...]]]:
    """Joints by path, and the instances of a drive that they have."""
    others = scene.joints & ~scene.is_a("PhysicsFixedJoint")
    for name, axes in _AXES.items():
        own = scene.is_a(name)
        others = others & ~own
        yield own, axes
    yield others, _ANY


def actuator_counts(scene: RuleScene) -> Ids:
    """(paths + 1,) actuators whose first target a joint is; further targets do not count, as the schema says."""
    rows = scene.rows("NewtonActuator")
    targets = rows.cells("newton:targets").filled(-1).astype(np.int64)
    counts: Ids = np.bincount(targets[rows.listed & (targets >= 0)], minlength=len(scene.scene.paths) + 1)
    return counts


def following(scene: RuleScene) -> Flags:
    """Joints with an enabled NewtonMimicAPI that has a leader, by path."""
    rows = scene.rows("NewtonMimicAPI")
    enabled = rows.cells("newton:mimicEnabled").filled(True).astype(np.bool_)
    return scene.flags(rows.prims[rows.listed & enabled & (rows.target_counts("newton:mimicJoint") > 0)])


def gained(scene: RuleScene) -> Flags:
    """Joints with a drive that has a gain, by path."""
    drives = scene.rows("PhysicsDriveAPI")
    gains = [drives.cells(f"physics:{name}").filled(0.0) != 0 for name in ("stiffness", "damping")]
    return scene.flags(drives.prims[on_own_axis(scene, drives) & (gains[0] | gains[1])])


def idle_followers(scene: RuleScene) -> Flags:
    """Joints that follow another in PhysX's way, and whose drives have no gain, by path."""
    return scene.applies("PhysxMimicJointAPI") & ~gained(scene)


def _driven(scene: RuleScene) -> Flags:
    drives = scene.rows("PhysicsDriveAPI")
    return scene.flags(drives.prims[on_own_axis(scene, drives)])


def _driven_by_axis(scene: RuleScene) -> Flags:
    """As `_driven`, but a joint of no special type has the instances of its six axes only."""
    drives = scene.rows("PhysicsDriveAPI")
    single = scene.is_a("PhysicsRevoluteJoint") | scene.is_a("PhysicsPrismaticJoint")
    generic = drives.token_in("instance", ("angular", "linear")) & ~single[drives.prims]
    return scene.flags(drives.prims[on_own_axis(scene, drives) & ~generic])


MOVERS: Final[Mapping[str, Callable[[RuleScene], Flags]]] = MappingProxyType(
    {
        "drive": _driven,
        "drive_by_axis": _driven_by_axis,
        "actuator": lambda scene: actuator_counts(scene) > 0,
        "leader": following,
        "physx_leader": lambda scene: scene.applies("PhysxMimicJointAPI"),
    }
)
"""Joints that something moves, by what it is."""
