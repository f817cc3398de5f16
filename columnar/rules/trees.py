"""Trees of joints: loops, anchors, the way joints run, the root that is elected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from columnar.rules.target_paths import first_targets
from columnar.rules.tree_order import outside_forest, runs_inward
from columnar.scene import PathKind
from schemas.rules import RuleCheck

__all__ = [
    "closing_joint",
    "doubled_pair",
    "elsewhere_root",
    "joint_in_tree",
    "reversed_joint",
    "second_anchor",
    "stage_loop",
]

_NO_LINK: Final = ("distance", "gear", "rack_and_pinion")


def closing_joint(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints between two links that the tree leaves out although nothing excludes them."""
    joints, ends = _left_out(scene)
    yield Hit("PhysicsJoint", "physics:body1", joints[(ends >= 0).all(axis=1) & ~scene.excluded[joints]])


def second_anchor(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints from a link to the world beside the one that anchors the tree."""
    joints, ends = _left_out(scene)
    yield Hit("PhysicsJoint", "physics:body0", joints[(ends < 0).any(axis=1) & ~scene.excluded[joints]])


def _left_out(scene: RuleScene) -> tuple[Ids, Ids]:
    """Enabled joints on a link that are not in its tree, and their two actors (n, 2)."""
    joints = np.unique(scene.descriptors.articulations.members("loop_joints")[1]).astype(np.int64)
    table = scene.descriptors.joints
    ends = np.stack([table.values("body0"), table.values("body1")], axis=1).astype(np.int64)
    of_path = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    of_path[table.values("path")] = np.arange(len(table))
    return joints, ends[of_path[joints]].reshape(-1, 2)


def doubled_pair(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints whose two targets an earlier joint connects already."""
    joints, _, repeated = _edges(scene, check)
    yield Hit(check.component, "physics:body1", joints[repeated])


def stage_loop(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints that close a loop of targets; of a loop the one that comes last."""
    joints, ends, repeated = _edges(scene, check)
    spots = np.flatnonzero((ends[:, 0] != ends[:, 1]) & ~repeated)
    yield Hit(check.component, "physics:body1", joints[spots[outside_forest(ends[spots], len(scene.scene.paths))]])


def _repeated(ends: Ids) -> Flags:
    """(n,) whether an earlier row has the same two ends, in either order."""
    found = np.zeros(len(ends), np.bool_)
    low, high = np.minimum(ends[:, 0], ends[:, 1]), np.maximum(ends[:, 0], ends[:, 1])
    keys = low * (high.max(initial=0) + 1) + high
    ordered = np.sort(keys)
    # Where no number comes twice the slower search for the first of each is spared.
    if (ordered[1:] == ordered[:-1]).any():
        _, first = np.unique(keys, return_index=True)
        found[:] = True
        found[first] = False
    return found


def _edges(scene: RuleScene, check: RuleCheck) -> tuple[Ids, Ids, Flags]:
    """Joints under the conditions of the check with a target that exists on both sides, these (n, 2), and repeats."""
    return scene.once(("edges", check.component, check.where, check.instances), lambda: _read_edges(scene, check))


def _read_edges(scene: RuleScene, check: RuleCheck) -> tuple[Ids, Ids, Flags]:
    rows = scene.rows(check.component)
    ends = [first_targets(scene, check.component, side) for side in ("physics:body0", "physics:body1")]
    there = [scene.kinds(side, PathKind.ROW, PathKind.PRIM, PathKind.INACTIVE) for side in ends]
    spots = np.flatnonzero(chosen_rows(scene, rows, check) & there[0] & there[1])
    pairs = np.stack([side[spots] for side in ends], axis=1)
    return rows.prims[spots], pairs, _repeated(pairs)


def reversed_joint(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints of a tree whose body 1 is the parent."""
    articulations, table = scene.descriptors.articulations, scene.descriptors.joints
    count = len(scene.scene.paths)
    of_path = np.full(count + 1, -1, np.int64)
    of_path[table.values("path")] = np.arange(len(table))
    members = np.unique(articulations.members("joints")[1]).astype(np.int64)
    rows = of_path[members]
    ends = np.stack([table.values("body0")[rows], table.values("body1")[rows]], axis=1).astype(np.int64)
    inner = (ends >= 0).all(axis=1)
    bases = articulations.values("base").astype(np.int64)
    inward = runs_inward(ends[inner], np.unique(bases[bases >= 0]), count)
    yield Hit("PhysicsJoint", "physics:body0", members[inner][inward])


def elsewhere_root(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Floating articulations whose marked prim is not the root that was elected; the value is that root."""
    table = scene.descriptors.articulations
    marked, root = table.values("path").astype(np.int64), table.values("root").astype(np.int64)
    floating = ~np.asarray(table.values("fixed_base"))
    spots = np.flatnonzero((marked != root) & floating)
    names: npt.NDArray[np.object_] = np.array(scene.scene.paths.arrow.take(root[spots]).to_pylist(), object)
    yield Hit("PhysicsArticulationRootAPI", "usd-schemas", marked[spots], values=names)


def joint_in_tree(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints of a kind that no tree can hold, between two links and not excluded."""
    table = scene.descriptors.joints
    links = scene.flags(scene.descriptors.articulations.members("links")[1].astype(np.int64))
    ends = [table.values(name).astype(np.int64) for name in ("body0", "body1")]
    kinds = np.isin(table.values("type"), [table.tokens("type").index(name) for name in _NO_LINK])
    paths = table.values("path").astype(np.int64)
    where = kinds & np.asarray(table.values("enabled")) & (links[ends[0]] | links[ends[1]]) & ~scene.excluded[paths]
    yield Hit("PhysicsJoint", "physics:excludeFromArticulation", paths[where])
