"""MuJoCo's actuators and joints."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["actuator_range", "actuator_target", "untargeted_joint"]

_ACTUATOR = "MjcActuator"
_RANGES = ("mjc:ctrlRange", "mjc:forceRange")


def actuator_target(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Actuators whose one target is no moving joint of an articulation with MjcJointAPI."""
    rows = scene.rows(_ACTUATOR)
    targets = rows.cells("mjc:target").filled(-1).astype(np.int64)
    right = scene.joints & ~scene.is_a("PhysicsFixedJoint") & ~scene.excluded & scene.applies("MjcJointAPI")
    yield rows.hit("mjc:target", chosen_rows(scene, rows, check) & (targets >= 0) & ~right[targets])


def actuator_range(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Ranges with one bound, with a bound that is not finite, or with crossed bounds."""
    rows = scene.rows(_ACTUATOR)
    chosen = chosen_rows(scene, rows, check)
    for name in _RANGES:
        low, high = rows.cells(f"{name}:min"), rows.cells(f"{name}:max")
        one = low.authored ^ high.authored
        finite = np.isfinite(low.values) & np.isfinite(high.values)
        both = low.authored & high.authored
        yield rows.hit(f"{name}:min", chosen & (one | (both & ~(finite & (low.values <= high.values)))))


def untargeted_joint(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints that no actuator targets."""
    rows, actuators = scene.rows(check.component), scene.rows(_ACTUATOR)
    targets = actuators.cells("mjc:target").filled(-1).astype(np.int64)
    single = actuators.listed & (actuators.target_counts("mjc:target") == 1)
    aimed = scene.flags(targets[single])
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & ~aimed[rows.prims])
