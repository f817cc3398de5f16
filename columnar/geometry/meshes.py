"""Triangles of mesh colliders, from the Mesh columns of a scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.scene import ColumnValues, Scene

__all__ = ["TriangleMesh", "triangle_meshes"]

_COLUMNS = ("points", "faceVertexCounts", "faceVertexIndices", "holeIndices", "orientation")


class TriangleMesh(NamedTuple):
    """Points and triangles of a mesh, unscaled, in the space of its prim.

    Attributes:
        points: (n, 3) float64, stage units.
        triangles: (m, 3) int32 into `points`, anticlockwise seen from outside.
    """

    points: npt.NDArray[np.float64]
    triangles: npt.NDArray[np.int32]


def triangle_meshes(scene: Scene, paths: Iterable[str]) -> dict[str, TriangleMesh]:
    """The meshes of prims, by path; polygons are cut into fans, holes left out.

    A prim without Mesh columns is left out, and so is one whose points are not finite, or whose faces name points that
    it does not have.
    """
    if "Mesh" not in scene.tables:
        return {}
    columns = {name: scene.column("Mesh", name) for name in _COLUMNS}
    row_of_prim = {int(prim): row for row, prim in enumerate(columns["points"].prim)}
    found = {}
    for path in paths:
        prim = scene.paths.find(path)
        row = None if prim is None else row_of_prim.get(prim)
        mesh = None if row is None else _mesh(columns, row)
        if mesh is not None:
            found[path] = mesh
    return found


def _mesh(columns: dict[str, ColumnValues], row: int) -> TriangleMesh | None:
    points = _list(columns["points"], row).astype(np.float64)
    counts = _list(columns["faceVertexCounts"], row).astype(np.int64)
    indices = _list(columns["faceVertexIndices"], row).astype(np.int64)
    if not len(points) or not np.isfinite(points).all():
        return None
    if (counts < 0).any() or counts.sum() != len(indices):
        return None
    if len(indices) and (indices.min() < 0 or indices.max() >= len(points)):
        return None
    holes = _list(columns["holeIndices"], row)
    kept = np.ones(len(counts), np.bool_)
    kept[holes[(holes >= 0) & (holes < len(counts))]] = False
    triangles = _fans(counts, indices, kept)
    orientation = columns["orientation"]
    if orientation.tokens and orientation.valid[row] and orientation.tokens[orientation.values[row]] == "leftHanded":
        triangles = triangles[:, ::-1]
    return TriangleMesh(points, np.ascontiguousarray(triangles, np.int32))


def _fans(
    counts: npt.NDArray[np.int64], indices: npt.NDArray[np.int64], kept: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """(m, 3) triangles of faces: each fans out from its first vertex."""
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1]
    number = np.where(kept, np.maximum(counts - 2, 0), 0)
    first = np.repeat(starts, number)
    place = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number)
    return np.stack([indices[first], indices[first + place + 1], indices[first + place + 2]], axis=1)


def _list(column: ColumnValues, row: int) -> npt.NDArray[Any]:
    offsets = column.offsets
    if offsets is None or not column.valid[row]:
        return column.values[:0]
    return column.values[offsets[row] : offsets[row + 1]]
