"""Colliders and masses that count otherwise than the columns suggest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit, Inspection
from schemas.findings import Finding

__all__ = ["disabled_collider", "moving_triangles", "negative_mass", "shapeless_collider"]

_SHAPES: Final = ("Sphere", "Cube", "Capsule", "Cylinder", "Cone", "Plane", "Mesh")
_KEPT: Final = ("convexHull", "convexDecomposition", "boundingSphere", "boundingCube", "sphereFill", "sdf")


def negative_mass(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A mass or density below 0."""
    rows = scene.rows("PhysicsMassAPI")
    for column in ("physics:mass", "physics:density"):
        cells = rows.cells(column)
        yield rows.hit(column, rows.listed & cells.present & (cells.values < 0), values=cells.values)


def disabled_collider(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A disabled collider on a body without a mass of its own."""
    shapes, bodies = scene.descriptors.shapes, scene.descriptors.bodies
    massive = scene.flags(bodies.values("path")[bodies.values("mass") > 0].astype(np.int64))
    owner = shapes.values("body")
    where = ~np.asarray(shapes.values("enabled")) & (owner >= 0) & ~massive[owner]
    yield Hit("PhysicsCollisionAPI", "physics:collisionEnabled", shapes.values("path")[where])


def shapeless_collider(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A collider of a type that has no shape."""
    rows = scene.rows("PhysicsCollisionAPI")
    codes, names = scene.type_codes
    shaped = np.array([*(name in _SHAPES for name in names), False], np.bool_)[codes[rows.prims]]
    odd = rows.listed & ~shaped
    yield rows.hit("usd-prim-type", odd, values=scene.types(rows.prims) if odd.any() else None)


def moving_triangles(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A mesh collider of a dynamic body that is to stay a mesh of triangles."""
    shapes = scene.descriptors.shapes
    hulls = scene.token_in(shapes, "type", ("mesh",)) & scene.token_in(shapes, "approximation", ("convexHull",))
    prims = shapes.values("path")[hulls].astype(np.int64)
    rows = scene.rows("PhysicsMeshCollisionAPI")
    stated = rows.prims[rows.listed & rows.token_in("physics:approximation", _KEPT)]
    yield Hit("PhysicsMeshCollisionAPI", "physics:approximation", np.setdiff1d(prims, stated))
