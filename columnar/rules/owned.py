"""What belongs to a body: colliders and masses below it, down to the next body."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.intervals import within
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from schemas.rules import RuleCheck

__all__ = ["bare_body", "body_count", "massless_body", "massless_collider", "unjointed_nested"]

_BODY = "PhysicsRigidBodyAPI"
_SIDES = ("physics:body0", "physics:body1")


def body_count(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """A default prim with too few bodies, itself among them."""
    rows = scene.rows(_BODY)
    count = int((chosen_rows(scene, rows, check) & ~scene.instance_proxies[rows.prims]).sum())
    if check.interval is not None and not within(np.array(count), check.interval):
        yield Hit(_BODY, "usd-schemas", np.zeros(1, np.int64), values=[count])


def massless_collider(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Colliders without an authored mass, of bodies without one."""
    rows = scene.rows("PhysicsCollisionAPI")
    chosen = chosen_rows(scene, rows, check)
    owners, stated = _owners(scene, rows.prims), _authored_masses(scene)
    yield rows.hit("usd-schemas", chosen & (owners >= 0) & ~stated[owners] & ~stated[rows.prims])


def massless_body(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies that have a positive mass neither themselves nor on a collider of theirs."""
    rows, masses, colliders = scene.rows(_BODY), scene.rows("PhysicsMassAPI"), scene.applies("PhysicsCollisionAPI")
    cells = masses.cells("physics:mass")
    counting = masses.listed & (scene.applies(_BODY) | colliders)[masses.prims]
    owners = _owners(scene, masses.prims)
    said = masses.listed & cells.present & (((cells.values > 0) & counting) | (cells.values < 0))
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & ~scene.flags(owners[said])[rows.prims])


def bare_body(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies with no collider at or anywhere below them."""
    rows, colliders = scene.rows(_BODY), scene.rows("PhysicsCollisionAPI")
    covered = np.zeros(len(scene.scene.paths) + 1, np.bool_)
    bodies = _distinct_owners(scene, colliders.prims[colliders.listed])
    # From body to body upwards, as a collider counts for every body above it; each body is met once.
    while (bodies := bodies[~covered[bodies]]).size:
        covered[bodies] = True
        above = scene.namespace.parent[bodies]
        bodies = _distinct_owners(scene, np.where(above < scene.namespace.count, above, -1))
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & ~covered[rows.prims])


def unjointed_nested(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies below another one that no joint connects with it; a collider mesh as target stands for its parent."""
    rows = scene.rows(_BODY)
    parents = scene.namespace.parent[rows.prims]
    outer = _owners(scene, np.where(parents < scene.namespace.count, parents, -1))
    nested = np.flatnonzero(chosen_rows(scene, rows, check) & (outer >= 0))
    if not len(nested):
        return
    joints = scene.rows("PhysicsJoint")
    ends = np.stack([_joined(scene, joints.cells(side).filled(-1).astype(np.int64)) for side in _SIDES], axis=1)
    ends = ends[joints.listed & (ends >= 0).all(axis=1) & scene.below_default[joints.prims]]
    count = len(scene.scene.paths)
    known = ends.min(axis=1, initial=count) * count + ends.max(axis=1, initial=0)
    pairs = np.stack([rows.prims[nested], outer[nested]], axis=1)
    wanted = pairs.min(axis=1) * count + pairs.max(axis=1)
    where = np.zeros(len(rows), np.bool_)
    where[nested[~np.isin(wanted, known)]] = True
    yield rows.hit("usd-schemas", where)


def _joined(scene: RuleScene, targets: Ids) -> Ids:
    meshes = scene.is_a("Mesh")[targets] & scene.applies("PhysicsCollisionAPI")[targets]
    return np.where(meshes, scene.namespace.parent[targets], targets)


def _owners(scene: RuleScene, prims: Ids) -> Ids:
    """(n,) nearest body at or above each prim, enabled or not; -1 for none."""
    return scene.namespace.nearest(prims, scene.applies(_BODY))


def _distinct_owners(scene: RuleScene, prims: Ids) -> Ids:
    """Nearest bodies at or above some prims, each once."""
    return np.flatnonzero(scene.flags(_owners(scene, prims))[:-1])


def _authored_masses(scene: RuleScene) -> Flags:
    rows = scene.rows("PhysicsMassAPI")
    cells = rows.cells("physics:mass")
    return scene.flags(rows.prims[rows.listed & cells.authored & cells.present])
