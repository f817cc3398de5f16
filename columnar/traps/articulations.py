"""Articulations that come to be otherwise than the columns suggest, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit, Inspection
from columnar.parsing import parse
from schemas.findings import Finding

__all__ = ["kinematic_link", "moving_anchor", "nested_root", "parallel_joints", "root_on_joint"]

_ROOT = "PhysicsArticulationRootAPI"


def nested_root(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A root below another one."""
    rows = scene.rows(_ROOT)
    prims = rows.prims[rows.listed]
    roots = {scene.scene.paths[prim] for prim in prims.tolist()}
    inner = [prim for prim in prims.tolist() if _has_root_above(scene.scene.paths[prim], roots)]
    yield Hit(_ROOT, "usd-schemas", np.array(inner, np.int64))


def _has_root_above(path: str, roots: set[str]) -> bool:
    while path := path.rpartition("/")[0]:
        if path in roots:
            return True
    return False


def kinematic_link(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A kinematic body that joints make a link of an articulation."""
    if not len(scene.rows(_ROOT)):
        return
    bodies = scene.descriptors.bodies
    kinematic = bodies.values("path")[np.asarray(bodies.values("kinematic")) & np.asarray(bodies.values("enabled"))]
    _, links = parse(scene.scene, "openusd").articulations.members("links")
    yield Hit("PhysicsRigidBodyAPI", "physics:kinematicEnabled", np.intersect1d(kinematic, links))


def root_on_joint(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A root on a joint between two bodies."""
    joints = scene.descriptors.joints
    between = (joints.values("body0") >= 0) & (joints.values("body1") >= 0)
    rows = scene.rows(_ROOT)
    yield rows.hit("usd-schemas", rows.listed & np.isin(rows.prims, joints.values("path")[between]))


def moving_anchor(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A joint to the world that could move, as the root of an articulation."""
    articulations = scene.descriptors.articulations
    roots = articulations.values("root")[np.asarray(articulations.values("fixed_base"))].astype(np.int64)
    moving = scene.joints_of()[roots] & ~scene.joints_of("fixed")[roots]
    yield Hit("PhysicsJoint", "physics:body0", np.unique(roots[moving]))


def parallel_joints(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Several enabled joints between the same two links."""
    joints = scene.descriptors.joints
    _, links = scene.descriptors.articulations.members("links")
    if not len(links):
        return
    ends = np.sort(np.stack([joints.values("body0"), joints.values("body1")], axis=1), axis=1).astype(np.int64)
    linked = scene.flags(links)
    between = np.asarray(joints.values("enabled")) & (ends[:, 0] >= 0) & linked[ends].all(axis=1)
    spots = np.flatnonzero(between & (ends[:, 0] != ends[:, 1]))
    _, index, counts = np.unique(ends[spots], axis=0, return_inverse=True, return_counts=True)
    yield Hit("PhysicsJoint", "physics:body1", joints.values("path")[spots[counts[index.reshape(-1)] > 1]])
