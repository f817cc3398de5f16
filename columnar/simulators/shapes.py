"""Shapes as engines with contacts are given them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.geometry import TriangleMesh, triangle_meshes
from columnar.scene import Scene
from columnar.simulators.findings import Findings
from columnar.simulators.frictions import Frictions, read_frictions
from columnar.simulators.mechanism import BodyMotion, Frames, Mechanism
from schemas.descriptors import Approximation, CombineMode, ShapeType

__all__ = ["ShapeRow", "read_shapes"]

Doubles = npt.NDArray[np.float64]

_TO_AXIS: Final = {"X": (0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)), "Y": (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))}
"""Rotations that take Z, the long axis in most engines, to the shape's."""

_SIZE_COLUMNS: Final = dict.fromkeys(ShapeType, "radius") | {ShapeType.CUBE: "size", ShapeType.MESH: "points"}
"""Columns that sizes come from, scales aside."""

_READ: Final = (
    "path",
    "type",
    "enabled",
    "radius",
    "half_height",
    "half_extents",
    "mesh_scale",
    "approximation",
    "material",
)
_UNSCALED: Final = np.ones(3)

_CONE_EDGES: Final = 32
_FLAT: Final = 1e-6
"""A mesh thinner than this share of its extent has no thickness."""


class ShapeRow(NamedTuple):
    """One enabled shape.

    Attributes:
        path: its prim.
        row: its row in the shape table.
        type: its form; a mesh replaced by its bounds is a cube or a sphere.
        body: row of its body, -1 for the world.
        pose: one frame in the body or the world, Z along the long axis or the plane's normal.
        size: radius; radius and half the height; or half sizes.
        points: (n, 3) of a mesh, scaled; None for other forms.
        mesh: the mesh itself, unscaled.
        approximation: token of what a mesh is replaced by; None for none, and for other forms.
        material: path of its material; None for none.
        scale: (3,) of the mesh; 1 for other forms.
        friction: coefficient of sliding friction.
        group: class of collision groups.
    """

    path: str
    row: int
    type: ShapeType
    body: int
    pose: Frames
    size: tuple[float, ...]
    points: Doubles | None
    mesh: TriangleMesh | None
    scale: Doubles
    approximation: str | None
    material: str | None
    friction: float
    group: int


def read_shapes(
    descriptors: Descriptors,
    scene: Scene | None,
    mechanism: Mechanism,
    findings: Findings,
    *,
    planes_move: bool = False,
    flat_meshes: bool = False,
    cones: bool = False,
    bare_friction: float = 0.5,
    combine: CombineMode = CombineMode.MAX,
) -> Iterator[ShapeRow]:
    """The shapes that collide, in path order, in the units of the mechanism.

    Args:
        descriptors: parsed columns.
        scene: the columns, for points.
        mechanism: gives units and bodies.
        findings: takes what cannot be expressed.
        planes_move: whether the engine takes planes on bodies that move.
        flat_meshes: whether the engine takes meshes without thickness.
        cones: whether the engine has cones; otherwise they become meshes.
        bare_friction: friction of shapes without a material, by default PhysX's.
        combine: how the engine makes one friction of two.
    """
    rows = descriptors.shapes.rows(*_READ)
    length = descriptors.units.meters_per_unit / mechanism.length
    meshes = triangle_meshes(scene, [row["path"] for row in rows if row["type"] == "mesh"]) if scene else {}
    frictions = read_frictions(descriptors, findings, bare=bare_friction, combine=combine)
    owners = mechanism.bodies.row_of_path[descriptors.shapes.values("body")].tolist()
    groups, poses = mechanism.filters.group_of_shape.tolist(), _poses(descriptors, length)
    for place, row in enumerate(rows):
        if not row["enabled"]:
            continue
        pose = Frames(poses.position[place : place + 1], poses.rotation[place : place + 1])
        made = _shape(row, place, owners[place], groups[place], pose, length, frictions, meshes, cones=cones)
        moving = made.body >= 0 and mechanism.bodies.motion[made.body] == BodyMotion.DYNAMIC
        if made.type is ShapeType.PLANE and moving and not planes_move:
            findings.add("moving_plane", made.path)
        elif not all(0.0 < size < np.inf for size in made.size):
            findings.add("empty_shape", made.path, column=_size_column(row))
        elif made.type is ShapeType.MESH and made.points is None:
            findings.add("mesh_points", made.path)
        elif made.points is not None and not flat_meshes and _is_flat(made.points):
            findings.add("flat_mesh", made.path)
        else:
            yield made


def _size_column(row: Mapping[str, Any]) -> str:
    """The column that makes a shape have no size: the height of a round one whose radius is sound."""
    kind = ShapeType(row["type"])
    tall = kind in (ShapeType.CYLINDER, ShapeType.CONE, ShapeType.CAPSULE)
    return "height" if tall and 0.0 < abs(row["radius"]) < np.inf else _SIZE_COLUMNS[kind]


def _shape(
    row: Mapping[str, Any],
    place: int,
    body: int,
    group: int,
    pose: Frames,
    length: float,
    frictions: Frictions,
    meshes: Mapping[str, TriangleMesh],
    *,
    cones: bool,
) -> ShapeRow:
    kind = ShapeType(row["type"])
    scale, mesh, points = _UNSCALED, None, None
    if kind is ShapeType.MESH:
        mesh = meshes.get(row["path"])
        scale = np.array(row["mesh_scale"] or (1.0, 1.0, 1.0), np.float64) * length
        points = None if mesh is None else mesh.points * scale
        kind, pose, size, points = _replaced(row["approximation"], pose, points)
    else:
        size = tuple(length * value for value in _size(row, kind))
        if kind is ShapeType.CAPSULE and size[1] == 0.0:
            # As PhysX takes it; others refuse a capsule without height.
            kind, size = ShapeType.SPHERE, size[:1]
    if kind is ShapeType.CONE and not cones:
        kind, points = ShapeType.MESH, _cone(*size)
    return ShapeRow(
        path=row["path"],
        row=place,
        type=kind,
        body=body,
        pose=pose,
        size=size,
        points=points,
        mesh=mesh,
        scale=scale,
        approximation=row["approximation"],
        material=row["material"],
        friction=frictions.of(row["material"]),
        group=group,
    )


def _poses(descriptors: Descriptors, length: float) -> Frames:
    """Poses of all shapes, turned to their axes; lengths times `length`."""
    table = descriptors.shapes
    position = table.values("position").astype(np.float64).reshape(-1, 3) * length
    found = Frames(position, table.values("rotation").astype(np.float64).reshape(-1, 4))
    tokens, codes = table.tokens("axis"), table.values("axis")
    for axis, turn in _TO_AXIS.items():
        along = np.flatnonzero(codes == tokens.index(axis)) if axis in tokens else np.zeros(0, np.int64)
        if along.size:
            turned = Frames(np.zeros((along.size, 3)), np.tile(turn, (along.size, 1)))
            found.position[along], found.rotation[along] = found.take(along).times(turned)
    return found


def _size(row: Mapping[str, Any], kind: ShapeType) -> tuple[float, ...]:
    if kind is ShapeType.CUBE:
        return tuple(abs(float(half)) for half in row["half_extents"])
    if kind is ShapeType.SPHERE:
        return (abs(row["radius"]),)
    return () if kind is ShapeType.PLANE else (abs(row["radius"]), abs(row["half_height"]))


def _replaced(
    approximation: str | None, pose: Frames, points: Doubles | None
) -> tuple[ShapeType, Frames, tuple[float, ...], Doubles | None]:
    """A mesh, or the box or ball around its points."""
    if points is None or approximation not in (Approximation.BOUNDING_CUBE, Approximation.BOUNDING_SPHERE):
        return ShapeType.MESH, pose, (), points
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    pose = pose.times(Frames(middle[None], np.array([[0.0, 0.0, 0.0, 1.0]])))
    if approximation == Approximation.BOUNDING_CUBE:
        return ShapeType.CUBE, pose, tuple((np.ptp(points, axis=0) / 2).tolist()), None
    return ShapeType.SPHERE, pose, (float(np.linalg.norm(points - middle, axis=1).max()),), None


def _cone(radius: float, half_height: float) -> Doubles:
    angles = np.arange(_CONE_EDGES) * (2 * np.pi / _CONE_EDGES)
    rim = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(_CONE_EDGES, -half_height)], axis=1)
    return np.vstack([rim, [0.0, 0.0, half_height]])


def _is_flat(points: Doubles) -> bool:
    if len(points) < 4:
        return True
    widths = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(widths[-1] <= _FLAT * widths[0])
