"""Volume, centre and inertia of collision shapes at density 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.geometry.meshes import TriangleMesh, triangle_meshes
from columnar.geometry.rotations import matrices
from columnar.scene import Scene
from schemas.descriptors import ShapeType

__all__ = ["Solids", "shape_solids"]

Doubles = npt.NDArray[np.float64]


class Solids(NamedTuple):
    """What shapes are as solids of density 1, in the space of their body (or of the world), stage units.

    Attributes:
        volume: (n,).
        center: (n, 3), centre of volume.
        inertia: (n, 3, 3) second moments about that centre.
        known: (n,) bool; False for a mesh without usable points, all of whose values are 0.
    """

    volume: Doubles
    center: Doubles
    inertia: Doubles
    known: npt.NDArray[np.bool_]


class _Sizes(NamedTuple):
    """Sizes of shapes of one type; NaN where a type has none."""

    half: Doubles
    radius: Doubles
    height: Doubles


def shape_solids(descriptors: Descriptors, scene: Scene | None = None) -> Solids:
    """The solids of all rows of the shape table, in its order. A plane has no volume.

    Args:
        descriptors: parsed columns.
        scene: the columns, which hold the points of meshes; without it meshes are not known.
    """
    shapes = descriptors.shapes
    count = len(shapes)
    volume, center, inertia = np.zeros(count), np.zeros((count, 3)), np.zeros((count, 3, 3))
    known = np.ones(count, np.bool_)
    names = np.array([*shapes.tokens("type"), ""])[shapes.values("type")] if count else np.array([], str)
    sizes = _Sizes(*(_bounded(shapes.values(name)) for name in ("half_extents", "radius", "half_height")))
    for kind, solid in _SOLIDS.items():
        rows = np.flatnonzero(names == kind)
        volume[rows], center[rows, 2], moments = solid(_Sizes(*(size[rows] for size in sizes)))
        inertia[rows] = moments[:, :, None] * np.eye(3)
    _turn_to_axis(descriptors, center, inertia)
    _add_meshes(descriptors, scene, np.flatnonzero(names == ShapeType.MESH), Solids(volume, center, inertia, known))
    turn = matrices(shapes.values("rotation")) if count else np.zeros((0, 3, 3))
    center = np.einsum("nij,nj->ni", turn, center) + shapes.values("position").reshape(-1, 3)
    inertia = turn @ inertia @ turn.transpose(0, 2, 1)
    return Solids(volume, center, inertia, known)


def _bounded(sizes: npt.NDArray[np.float32]) -> Doubles:
    """Sizes that are finite; a shape without bound is none, and weighs nothing."""
    return np.where(np.isfinite(sizes), sizes, 0.0).astype(np.float64)


_Solid = Callable[[_Sizes], tuple[Doubles, Doubles, Doubles]]
"""Gives volume (n,), place of the centre along the long axis (n,), principal moments (n, 3), the long axis last."""


def _sphere(sizes: _Sizes) -> tuple[Doubles, Doubles, Doubles]:
    volume = 4 / 3 * np.pi * sizes.radius**3
    return volume, np.zeros(len(volume)), np.repeat((0.4 * volume * sizes.radius**2)[:, None], 3, axis=1)


def _cube(sizes: _Sizes) -> tuple[Doubles, Doubles, Doubles]:
    x, y, z = np.abs(sizes.half).T
    volume = 8 * x * y * z
    moments = np.stack([y * y + z * z, x * x + z * z, x * x + y * y], axis=1) * (volume / 3)[:, None]
    return volume, np.zeros(len(volume)), moments


def _cylinder(sizes: _Sizes) -> tuple[Doubles, Doubles, Doubles]:
    r, h = sizes.radius, sizes.height
    volume = 2 * np.pi * r * r * h
    return volume, np.zeros(len(volume)), _round(volume * (r * r / 4 + h * h / 3), volume * r * r / 2)


def _capsule(sizes: _Sizes) -> tuple[Doubles, Doubles, Doubles]:
    r, h = sizes.radius, sizes.height
    side, _, moments = _cylinder(sizes)
    caps = 4 / 3 * np.pi * r**3
    # Each half ball has its centre 3/8 of the radius beyond the end of the cylinder.
    across = caps * (0.4 * r * r + h * h + 0.75 * h * r)
    return side + caps, np.zeros(len(side)), moments + _round(across, 0.4 * caps * r * r)


def _cone(sizes: _Sizes) -> tuple[Doubles, Doubles, Doubles]:
    r, height = sizes.radius, 2 * sizes.height
    volume = np.pi * r * r * height / 3
    across = 3 / 80 * volume * (4 * r * r + height * height)
    return volume, -height / 4, _round(across, 0.3 * volume * r * r)


def _round(across: Doubles, along: Doubles) -> Doubles:
    return np.stack([across, across, along], axis=1)


_SOLIDS: Final[Mapping[ShapeType, _Solid]] = {
    ShapeType.SPHERE: _sphere,
    ShapeType.CUBE: _cube,
    ShapeType.CYLINDER: _cylinder,
    ShapeType.CAPSULE: _capsule,
    ShapeType.CONE: _cone,
}


def _turn_to_axis(descriptors: Descriptors, center: Doubles, inertia: Doubles) -> None:
    """Put the long axis, last so far, where the shape has it."""
    for code, axis in enumerate(descriptors.shapes.tokens("axis")):
        rows = np.flatnonzero(descriptors.shapes.values("axis") == code)
        lanes = np.roll([0, 1, 2], "XYZ".index(axis) + 1)
        center[rows] = center[rows][:, lanes]
        inertia[rows] = inertia[rows][:, lanes][:, :, lanes]


def _add_meshes(descriptors: Descriptors, scene: Scene | None, rows: npt.NDArray[np.intp], solids: Solids) -> None:
    paths = descriptors.shapes.array("path").take(rows).to_pylist() if len(rows) else []
    found = {} if scene is None else triangle_meshes(scene, paths)
    scales = descriptors.shapes.values("mesh_scale")
    for row, path in zip(rows.tolist(), paths, strict=True):
        mesh = found.get(path)
        solids.known[row] = mesh is not None
        if mesh is not None:
            solids.volume[row], solids.center[row], solids.inertia[row] = _mesh_solid(mesh, scales[row])


def _mesh_solid(mesh: TriangleMesh, scale: npt.NDArray[np.floating]) -> tuple[float, Doubles, Doubles]:
    """A closed mesh as the sum of signed tetrahedra over its triangles; one that is open or flat may give 0."""
    points = mesh.points * np.asarray(scale, np.float64)
    origin = points.mean(axis=0)
    corners = (points - origin)[mesh.triangles]
    signed = np.linalg.det(corners) / 6
    volume = float(signed.sum())
    if abs(volume) < 1e-12 * float(np.prod(np.ptp(points, axis=0)) or 1):
        return 0.0, np.zeros(3), np.zeros((3, 3))
    center = (signed[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / volume
    total = corners.sum(axis=1)
    second = np.einsum("t,tki,tkj->ij", signed, corners, corners) + np.einsum("t,ti,tj->ij", signed, total, total)
    second = second / 20 - volume * np.outer(center, center)
    inertia = np.eye(3) * np.trace(second) - second
    return abs(volume), center + origin, inertia * np.sign(volume)
