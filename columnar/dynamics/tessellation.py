"""Shapes as triangles, by trimesh."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles, quaternion_matrices, unit_quaternions
from columnar.dynamics.shapes import Shape
from columnar.geometry import TriangleMesh

__all__ = ["MissingExtraError", "tessellated"]

_TURNS = MappingProxyType(
    {
        "X": np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
        "Y": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
        "Z": np.eye(3),
    }
)
"""From the Z axis, along which trimesh builds, to the long axis."""


class MissingExtraError(ImportError):
    """trimesh is not installed; the message says how to."""


def tessellated(shape: Shape) -> TriangleMesh:
    """Vertices and triangles of a shape in the space of its link.

    Round shapes become polyhedra with their corners on the surface, meshes stay what they are, whatever a consumer
    replaces them by. A plane, which has no end, and a mesh whose points are not known have no triangles.

    Raises:
        MissingExtraError: a round shape or a box, and trimesh is not installed.
    """
    found = shape.mesh if shape.kind == "mesh" else _primitive(shape)
    if found is None:
        return TriangleMesh(np.zeros((0, 3)), np.zeros((0, 3), np.int32))
    rotation = quaternion_matrices(unit_quaternions(np.asarray(shape.frame.rotation, np.float64)[:, None]))[..., 0]
    points = found.points @ rotation.T + np.asarray(shape.frame.position, np.float64)
    return TriangleMesh(points, found.triangles)


def _primitive(shape: Shape) -> TriangleMesh | None:
    if shape.kind not in _BUILDERS:
        return None
    try:
        from trimesh import creation
    except ImportError as error:
        raise MissingExtraError(
            f"{shape.name}: a {shape.kind} becomes triangles by trimesh, which is not installed; "
            "install it with: pip install 'arrowstage[links]'"
        ) from error
    built = _BUILDERS[shape.kind](creation, shape)
    points: Doubles = np.asarray(built.vertices, np.float64) @ _TURNS[shape.axis].T
    return TriangleMesh(points, np.asarray(built.faces, np.int32))


def _cone(creation: Any, shape: Shape) -> Any:
    # trimesh stands a cone on the origin; a shape's origin is half way up.
    built = creation.cone(radius=shape.radius, height=2.0 * shape.half_height)
    built.apply_translation([0.0, 0.0, -shape.half_height])
    return built


_BUILDERS: Mapping[str, Callable[[Any, Shape], Any]] = MappingProxyType(
    {
        "cube": lambda creation, shape: creation.box(extents=2.0 * np.asarray(shape.half_extents, np.float64)),
        "sphere": lambda creation, shape: creation.icosphere(subdivisions=3, radius=shape.radius),
        "capsule": lambda creation, shape: creation.capsule(height=2.0 * shape.half_height, radius=shape.radius),
        "cylinder": lambda creation, shape: creation.cylinder(radius=shape.radius, height=2.0 * shape.half_height),
        "cone": _cone,
    }
)
