"""Mimics: joints that follow others, taken together as a graph."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit
from columnar.rules.joint_bounds import joint_bounds
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from columnar.rules.target_paths import target_names
from schemas.rules import RuleCheck

__all__ = [
    "mimic_apart",
    "mimic_chain",
    "mimic_cycle",
    "mimic_degrees",
    "mimic_excluded",
    "mimic_kind",
    "mimic_out_of_range",
    "mimic_radians",
    "mimic_unlimited",
]

_WHOLE: Final = 1e-3
"""Degrees that a value in degrees may be off a whole number of them and still look deliberate."""


class _Relations(NamedTuple):
    """Enabled relations of joints with a leader that is another joint, by row of the mimic table."""

    follower: Ids
    leader: Ids
    axis: npt.NDArray[Any]
    coef0: npt.NDArray[np.float32]
    coef1: npt.NDArray[np.float32]

    def hit(self, scene: RuleScene, where: Flags, values: npt.NDArray[Any] | None = None) -> Iterator[Hit]:
        """Hits on followers, by the relationship to their leader; its path is the value if there are no others."""
        shown = target_names(scene, self.leader, where) if values is None else values
        newton = scene.applies("NewtonMimicAPI")[self.follower]
        for component, column, own in (
            ("NewtonMimicAPI", "newton:mimicJoint", newton),
            ("PhysxMimicJointAPI", "referenceJoint", ~newton),
        ):
            spots = np.flatnonzero(where & own)
            instances = None if component == "NewtonMimicAPI" else self.axis[spots]
            yield Hit(component, column, self.follower[spots], instances, shown[spots])


def _relations(scene: RuleScene) -> _Relations:
    table = scene.descriptors.mimics
    follower, leader = (table.values(name).astype(np.int64) for name in ("joint", "leader"))
    keep = np.asarray(table.values("enabled")) & scene.joints[leader] & (leader != follower)
    columns = (follower, leader, scene.tokens(table, "axis"), table.values("coef0"), table.values("coef1"))
    return _Relations(*(column[keep] for column in columns))


def _single(scene: RuleScene, joints: Ids) -> Flags:
    """Joints with one degree of freedom."""
    found: Flags = scene.is_a("PhysicsRevoluteJoint")[joints] | scene.is_a("PhysicsPrismaticJoint")[joints]
    return found


def mimic_degrees(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relations of NewtonMimicAPI whose follower, or else leader, is neither hinge nor slider."""
    relations = _relations(scene)
    newton = scene.applies("NewtonMimicAPI")[relations.follower]
    wrong = {
        "follower": ~_single(scene, relations.follower),
        "leader": _single(scene, relations.follower) & ~_single(scene, relations.leader),
    }
    yield from relations.hit(scene, newton & wrong[str(check.allowed[0])])


def mimic_kind(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """A hinge that follows a slider, or the other way round."""
    relations = _relations(scene)
    both = _single(scene, relations.follower) & _single(scene, relations.leader)
    hinges = scene.is_a("PhysicsRevoluteJoint")
    yield from relations.hit(scene, both & (hinges[relations.follower] != hinges[relations.leader]))


def mimic_chain(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Followers whose leader follows another joint itself, without a circle."""
    relations = _relations(scene)
    following = scene.flags(relations.follower)
    on_cycle = _on_cycle(scene, relations)
    yield from relations.hit(scene, following[relations.leader] & ~on_cycle[relations.follower])


def mimic_cycle(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints that follow themselves in the end."""
    relations = _relations(scene)
    yield from relations.hit(scene, _on_cycle(scene, relations)[relations.follower])


def _on_cycle(scene: RuleScene, relations: _Relations) -> Flags:
    """Joints on a circle of relations, by path.

    Whoever is reached after as many steps as there are joints stands on a circle, and everyone on a circle is reached;
    doubling the step gets there in the logarithm of their number.
    """
    joints = np.unique(relations.follower)
    place = np.full(len(scene.scene.paths) + 1, len(joints), np.int64)
    place[joints] = np.arange(len(joints))
    leader = np.full(len(joints) + 1, len(joints), np.int64)
    leader[place[relations.follower]] = place[relations.leader]
    for _ in range(len(joints).bit_length()):
        leader = leader[leader]
    reached = leader[leader < len(joints)]
    return scene.flags(joints[reached])


def mimic_apart(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Relations between joints that are not in one articulation: in two, in one and none, or both in none."""
    relations = _relations(scene)
    offsets, joints = scene.descriptors.articulations.members("joints")
    owner = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    owner[joints] = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    unlike = (owner[relations.follower] != owner[relations.leader]) | (owner[relations.follower] < 0)
    excluded = scene.excluded[relations.follower] | scene.excluded[relations.leader]
    yield from relations.hit(scene, unlike & ~excluded)


def mimic_excluded(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Relations of which one joint is excluded from articulations."""
    relations = _relations(scene)
    yield from relations.hit(scene, scene.excluded[relations.follower] | scene.excluded[relations.leader])


def mimic_unlimited(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Relations of which a hinge, follower or leader, has no two finite limits."""
    relations = _relations(scene)
    lower, upper = joint_bounds(scene)
    turning = scene.is_a("PhysicsRevoluteJoint") & ~(np.isfinite(lower) & np.isfinite(upper))
    yield from relations.hit(scene, turning[relations.follower] | turning[relations.leader])


def mimic_out_of_range(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Followers that some position of the leader within its limits takes out of their own."""
    relations = _relations(scene)
    lower, upper = joint_bounds(scene)
    ends = [relations.coef0 + relations.coef1 * bound[relations.leader] for bound in (lower, upper)]
    least, most = np.minimum(*ends), np.maximum(*ends)
    known = np.isfinite(least) & np.isfinite(most) & _single(scene, relations.follower)
    slack = 1e-4 + 1e-4 * (most - least)
    beyond = (least < lower[relations.follower] - slack) | (most > upper[relations.follower] + slack)
    yield from relations.hit(scene, known & beyond)


def mimic_radians(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Constant terms of hinges that are odd numbers of degrees and whole ones if they were meant as radians."""
    rows = scene.rows("NewtonMimicAPI")
    cells = rows.cells("newton:mimicCoef0")
    degrees = cells.values.astype(np.float64)
    hinges = scene.is_a("PhysicsRevoluteJoint")[rows.prims] & rows.listed & cells.authored & cells.present
    whole = partial(np.isclose, atol=_WHOLE, rtol=0)
    turned = np.degrees(degrees)
    odd = ~whole(degrees * 10, np.round(degrees * 10)) & whole(turned, np.round(turned))
    yield rows.hit("newton:mimicCoef0", hinges & odd & (np.abs(degrees) <= 2 * np.pi), values=cells.values)
