"""Joints that follow others in PhysX's way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.joint_bounds import joint_bounds
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["leader_limits", "limits_against_gearing", "reference_excluded"]

_MIMIC = "PhysxMimicJointAPI"


def leader_limits(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relations of which follower or leader is neither hinge nor slider, the types that have limits."""
    rows = scene.rows(_MIMIC)
    leaders = rows.cells("referenceJoint").filled(-1).astype(np.int64)
    limited = scene.is_a("PhysicsRevoluteJoint") | scene.is_a("PhysicsPrismaticJoint")
    yield rows.hit("referenceJoint", chosen_rows(scene, rows, check) & ~(limited[rows.prims] & limited[leaders]))


def reference_excluded(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relations of which one joint is excluded from articulations."""
    rows = scene.rows(_MIMIC)
    leaders = rows.cells("referenceJoint").filled(-1).astype(np.int64)
    out = scene.excluded[rows.prims] | scene.excluded[leaders]
    yield rows.hit("referenceJoint", chosen_rows(scene, rows, check) & out)


def limits_against_gearing(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Followers whose range does not overlap with what the leader's range times the gearing gives."""
    rows = scene.rows(_MIMIC)
    leaders = rows.cells("referenceJoint").filled(-1).astype(np.int64)
    gearing, offset = (rows.cells(name).filled(0.0).astype(np.float64) for name in ("gearing", "offset"))
    lower, upper = joint_bounds(scene)
    turns = scene.is_a("PhysicsRevoluteJoint")[rows.prims]
    offset = np.where(turns, np.radians(offset), offset)
    ends = [-gearing * bound[leaders] - offset for bound in (lower, upper)]
    least, most = np.minimum(*ends), np.maximum(*ends)
    apart = (most < lower[rows.prims]) | (least > upper[rows.prims])
    yield rows.hit("gearing", chosen_rows(scene, rows, check) & (leaders >= 0) & apart, values=gearing)
