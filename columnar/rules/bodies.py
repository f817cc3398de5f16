"""Bodies: where they stand, and how they are scaled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import ComponentRows, Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from schemas.rules import RuleCheck

__all__ = [
    "dynamic_plane",
    "nested",
    "nested_moving",
    "nested_without_reset",
    "nonuniform_scale",
    "scale_orientation",
    "zero_scale",
]

_UNIFORM: Final = 1e-5
"""Scales whose relative difference is at most this count as one, as OpenUSD's validators have it."""

_FLAT: Final = 1e-10
"""A scale below this share of the largest one leaves nothing of a body."""


def nonuniform_scale(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Prims of some types with a scale that differs from axis to axis."""
    rows = scene.rows(check.component)
    of_type = np.logical_or.reduce([scene.is_a(str(name))[rows.prims] for name in check.allowed])
    spots = np.flatnonzero(chosen_rows(scene, rows, check) & of_type)
    yield _uneven_hit(scene, rows, spots, _uneven(scene))


def scale_orientation(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Prims whose scale differs along axes that are not their own."""
    rows = scene.rows(check.component)
    spots = np.flatnonzero(chosen_rows(scene, rows, check))
    yield _uneven_hit(scene, rows, spots, _uneven(scene) & scene.stretches[1].sheared)


def zero_scale(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Prims that a scale of 0 flattens."""
    rows = scene.rows(check.component)
    spots = np.flatnonzero(chosen_rows(scene, rows, check) & scene.namespace.placed[rows.prims])
    own, found = scene.stretches
    flat = ~(np.abs(found.determinant) > _FLAT * np.maximum(_largest(found.lengths), 1e-30) ** 3)
    flat = flat[own[rows.prims[spots]]]
    yield _hit(rows, spots[flat], found.lengths[own[rows.prims[spots[flat]]]])


def _hit(rows: ComponentRows, spots: Ids, scales: npt.NDArray[Any]) -> Hit:
    return Hit("prim", "omni:fabric:worldMatrix", rows.prims[spots], values=scales)


def _uneven_hit(scene: RuleScene, rows: ComponentRows, spots: Ids, wrong: Flags) -> Hit:
    """A hit on those rows whose world transform, their own or the nearest one above, is wrong."""
    own, found = scene.stretches
    placed = own[scene.namespace.nearest(rows.prims[spots], scene.namespace.placed)]
    bad = wrong[placed]
    return _hit(rows, spots[bad], found.scale[placed[bad]])


def _uneven(scene: RuleScene) -> Flags:
    """World transforms, by row of `stretches`, whose scale as OpenUSD takes them apart differs from axis to axis."""
    return scene.once("uneven", lambda: ~_uniform(scene.stretches[1].scale))


def _uniform(scale: npt.NDArray[np.float64]) -> Flags:
    low, high = reduce(np.minimum, scale.T), _largest(scale)
    positive, negative = high - low <= _UNIFORM * low, low - high >= _UNIFORM * high
    same: Flags = np.where(high > 0, positive, negative) & (low * high >= 0)
    return same


def _largest(vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = reduce(np.maximum, vectors.T)
    return found


def nested(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Prims of a component below another one of it."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if chosen.sum() > 1:
        above = scene.namespace.nearest(_parents(scene, rows.prims), scene.applies(check.component))
        yield rows.hit("usd-schemas", chosen & (above >= 0))


def nested_without_reset(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies below an enabled one, with nothing between that resets the transforms."""
    rows = scene.rows("PhysicsRigidBodyAPI")
    parents = _parents(scene, rows.prims)
    # The search for a body above ends at the first one, enabled or not.
    above = scene.namespace.nearest(parents, scene.applies("PhysicsRigidBodyAPI"))
    stop = scene.namespace.nearest(parents, scene.namespace.resetting | scene.applies("PhysicsRigidBodyAPI"))
    reset = scene.namespace.resetting[rows.prims] | (stop != above)
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & scene.moving_bodies[above] & ~reset)


def nested_moving(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies with an enabled one above, disabled ones passed over, and nothing between that resets the transforms."""
    rows = scene.rows(check.component)
    parents = _parents(scene, rows.prims)
    above = scene.body_above(parents)
    stop = scene.namespace.nearest(parents, scene.namespace.resetting | scene.moving_bodies)
    reset = scene.namespace.resetting[rows.prims] | (stop != above)
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & (above >= 0) & ~reset)


def dynamic_plane(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Planes that move: those whose nearest enabled body is not kinematic."""
    rows = scene.rows(check.component)
    spots = np.flatnonzero(chosen_rows(scene, rows, check))
    bodies = scene.body_above(rows.prims[spots])
    kinematic = scene.columns.read("PhysicsRigidBodyAPI", "physics:kinematicEnabled", bodies).filled(False)
    where = np.zeros(len(rows), np.bool_)
    where[spots] = (bodies >= 0) & ~kinematic.astype(np.bool_)
    yield rows.hit("usd-prim-type", where)


def _parents(scene: RuleScene, prims: Ids) -> Ids:
    parents = scene.namespace.parent[prims]
    return np.where(parents < scene.namespace.count, parents, -1)
