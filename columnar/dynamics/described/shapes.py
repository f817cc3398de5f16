"""Shapes of all links of a scene, from shape and material rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.dynamics.links import Frame
from columnar.dynamics.shapes import Shape
from columnar.geometry import TriangleMesh, triangle_meshes
from columnar.scene import Scene
from schemas.descriptors import ShapeType

__all__ = ["described_shapes"]

_FRICTION = 0.5
"""Dynamic friction of a shape without a material, PhysX's default."""


def described_shapes(descriptors: Descriptors, scene: Scene | None) -> list[Shape]:
    """Shapes that belong to a body, in path order; points of meshes come from the scene."""
    rows = [row for row in descriptors.shapes.rows() if row["body"] is not None]
    frictions = {row["path"]: row["dynamic_friction"] for row in descriptors.materials.rows()}
    meshed = [row["path"] for row in rows if row["type"] == ShapeType.MESH]
    meshes = triangle_meshes(scene, meshed) if scene is not None and meshed else {}
    return [_shape(row, frictions, meshes.get(row["path"])) for row in rows]


def _shape(row: dict[str, Any], frictions: dict[str, float], mesh: TriangleMesh | None) -> Shape:
    friction = frictions.get(row["material"], _FRICTION)
    return Shape(
        row["path"],
        row["body"],
        str(row["type"]),
        Frame(row["position"], row["rotation"]),
        half_extents=row["half_extents"] or (0.0, 0.0, 0.0),
        radius=row["radius"] or 0.0,
        half_height=row["half_height"] or 0.0,
        axis=str(row["axis"] or "Z"),
        mesh=None if mesh is None else _scaled(mesh, row["mesh_scale"]),
        collides=row["enabled"],
        friction=float(friction) if np.isfinite(friction) and friction >= 0.0 else _FRICTION,
    )


def _scaled(mesh: TriangleMesh, scale: Any) -> TriangleMesh:
    return TriangleMesh(mesh.points * np.asarray(scale or (1.0, 1.0, 1.0), np.float64), mesh.triangles)
