"""The shape table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.bodies import mass_properties
from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.decompositions import Decomposition, first_row_decomposition, polar_decomposition
from columnar.parsing.densities import shape_densities
from columnar.parsing.lanes import inverse
from columnar.parsing.materials import bound_materials
from columnar.parsing.namespace import Namespace
from columnar.parsing.quaternions import quaternions_from_matrices
from columnar.parsing.sizes import shape_sizes
from columnar.scene import multiply
from schemas.descriptors import Approximation, ShapeType

__all__ = ["shape_columns", "shape_rows"]

Doubles = npt.NDArray[np.float64]

_GEOMETRY: Final = {
    "Sphere": ShapeType.SPHERE,
    "Cube": ShapeType.CUBE,
    "Capsule": ShapeType.CAPSULE,
    "Cylinder": ShapeType.CYLINDER,
    "Cone": ShapeType.CONE,
    "Plane": ShapeType.PLANE,
    "Mesh": ShapeType.MESH,
}
"""Prim types that are shapes; a collider of any other type has none."""

_TYPES: Final = tuple(ShapeType)
_APPROXIMATIONS: Final = tuple(Approximation)
_TRIANGLES: Final = (Approximation.NONE, Approximation.MESH_SIMPLIFICATION)


def shape_rows(columns: SceneColumns, names: Namespace) -> tuple[Rows, Ids]:
    """Colliders that are shapes, and the code of each one's type in `ShapeType`."""
    rows = columns.rows("PhysicsCollisionAPI")
    kinds = names.types(rows.prim, tuple(_GEOMETRY))
    codes = np.array([_TYPES.index(kind) for kind in _GEOMETRY.values()])
    return rows.take(kinds >= 0), codes[kinds[kinds >= 0]]


def shape_columns(columns: SceneColumns, names: Namespace, actors: Actors) -> dict[str, Any]:
    """Columns of the shape table."""
    rows, codes = shape_rows(columns, names)
    body = actors.of_colliders(rows.prim)
    world = names.world(rows.prim)
    own = _decomposed(columns, world)
    material = bound_materials(columns, names, rows.prim)
    position, rotation = _poses(columns, actors, rows.prim, body, world, own)
    mass, index = mass_properties(columns, rows.prim)
    return {
        "path": rows.prim,
        "type": Tokens(codes, _TYPES),
        "body": body,
        "enabled": rows.flags("physics:collisionEnabled", absent=True),
        "position": position,
        "rotation": rotation,
        **shape_sizes(columns, rows.prim, codes, own.scale),
        "mesh_scale": Maybe(own.scale, codes == _TYPES.index(ShapeType.MESH)),
        "approximation": _approximations(columns, actors, rows.prim, body, codes),
        "material": material,
        "simulation_owner": rows.first_targets("physics:simulationOwner"),
        "mass": _own_masses(mass, index, len(rows)),
        "density": shape_densities(columns, rows.prim, body, material),
        **_offsets(columns, rows.prim, codes),
    }


def _decomposed(columns: SceneColumns, matrices: Doubles) -> Decomposition:
    polar = polar_decomposition(matrices)
    return polar if columns.rules.bodies.sheared == "polar" else first_row_decomposition(matrices, polar)


def _poses(
    columns: SceneColumns, actors: Actors, prims: Ids, body: Ids, world: Doubles, own: Decomposition
) -> tuple[Doubles, Doubles]:
    """Position and rotation in the space of the body without its scale, or of the world for static shapes.

    Below a prim that resets its transform stack, the PhysX consumer takes the collider's world transform for one
    relative to the body; OpenUSD does not.
    """
    held = np.flatnonzero((body >= 0) & (body != prims))
    index = actors.index_of_path[body[held]]
    relative = multiply(world[held], inverse(actors.world[index]))
    if columns.rules.bodies.sheared == "first_row":
        reset = actors.names.nearest(prims[held], actors.names.resetting) > body[held]
        relative[reset] = world[held[reset]]
    position = world[:, 3, :3].copy()
    rotation = own.rotation.copy()
    inner = polar_decomposition(relative)
    position[held] = relative[:, 3, :3] * actors.polar.scale[index]
    rotation[held] = inner.rotation
    itself = np.flatnonzero(body == prims)
    position[itself], rotation[itself] = 0.0, np.eye(3)
    return position, quaternions_from_matrices(rotation)


def _approximations(
    columns: SceneColumns, actors: Actors, prims: Ids, body: Ids, codes: npt.NDArray[np.int64]
) -> Tokens:
    """What meshes are replaced by; null for other shapes."""
    found = np.where(codes == _TYPES.index(ShapeType.MESH), _APPROXIMATIONS.index(Approximation.NONE), -1)
    rows = columns.rows("PhysicsMeshCollisionAPI")
    spot = np.searchsorted(rows.prim, prims)
    stated = np.append(rows.tokens("physics:approximation", _APPROXIMATIONS, other=0), -1)
    applied = np.append(rows.prim, -1)[spot] == prims
    found = np.where((found >= 0) & applied, stated[spot], found)
    if columns.rules.shapes.dynamic_meshes == "convex_hull":
        index = actors.index_of_path[body]
        moving = np.append(actors.enabled & ~actors.bodies.flags("physics:kinematicEnabled"), False)[index]
        triangles = np.isin(found, [_APPROXIMATIONS.index(kind) for kind in _TRIANGLES])
        found = np.where(moving & triangles, _APPROXIMATIONS.index(Approximation.CONVEX_HULL), found)
    return Tokens(found, _APPROXIMATIONS)


def _own_masses(rows: Rows, index: Ids, count: int) -> Maybe:
    values = np.zeros(count, np.float32)
    values[index] = rows.numbers("physics:mass")
    return Maybe(values, values > 0)


def _offsets(columns: SceneColumns, prims: Ids, codes: npt.NDArray[np.int64]) -> dict[str, Any]:
    """Contact and rest offsets; -1 leaves the contact offset to the engine, and a plane has one of its own."""
    contact = np.full(len(prims), -1.0, np.float32)
    meters = np.float32(columns.scene.info["usd-metadata:metersPerUnit"])
    contact[codes == _TYPES.index(ShapeType.PLANE)] = np.float32(0.02) / meters
    rest = np.zeros(len(prims), np.float32)
    rows = columns.rows("PhysxCollisionAPI")
    spot = np.minimum(np.searchsorted(prims, rows.prim), max(len(prims) - 1, 0))
    keep = np.flatnonzero(prims[spot] == rows.prim) if len(prims) else np.zeros(0, np.int64)
    rows, spot = rows.take(keep), spot[keep]
    for values, column in ((contact, "contactOffset"), (rest, "restOffset")):
        stated = rows.numbers(f"physxCollision:{column}", absent=-np.inf)
        told = np.isfinite(stated)
        values[spot[told]] = stated[told]
    return {"contact_offset": contact, "rest_offset": rest}
