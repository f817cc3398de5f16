"""Shapes of a Newton model."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.newton.bodies import transforms
from columnar.simulators.shapes import ShapeRow, read_shapes
from schemas.descriptors import Approximation, CombineMode, ShapeType

__all__ = ["add_shapes"]


def add_shapes(
    builder: Any,
    descriptors: Descriptors,
    scene: Scene | None,
    mechanism: Mechanism,
    rows: dict[int, int],
    findings: Findings,
) -> None:
    """Add the enabled shapes and what does not collide; bodies have their masses already."""
    newton = import_engine("newton")
    restitutions = dict(zip(*(descriptors.materials.cells(name) for name in ("path", "restitution")), strict=True))
    added: list[tuple[ShapeRow, int]] = []
    options = {"planes_move": True, "flat_meshes": True, "cones": True}
    bare = newton.ModelBuilder.ShapeConfig().mu
    for shape in read_shapes(
        descriptors, scene, mechanism, findings, combine=CombineMode.AVERAGE, bare_friction=bare, **options
    ):
        config = newton.ModelBuilder.ShapeConfig(density=0.0, mu=shape.friction, collision_group=1)
        config.restitution = float(restitutions.get(shape.material, 0.0) or 0.0)
        added.append((shape, _add(builder, newton, shape, rows, config)))
    _add_filters(builder, mechanism, added)


def _add(builder: Any, newton: Any, shape: ShapeRow, rows: dict[int, int], config: Any) -> int:
    body = rows[shape.body]
    common = {"xform": transforms(shape.pose)[0], "cfg": config, "label": shape.path}
    size = shape.size
    if shape.type is ShapeType.SPHERE:
        return int(builder.add_shape_sphere(body, radius=size[0], **common))
    if shape.type is ShapeType.CUBE:
        return int(builder.add_shape_box(body, hx=size[0], hy=size[1], hz=size[2], **common))
    if shape.type is ShapeType.PLANE:
        return int(builder.add_shape_plane(None, body=body, width=0.0, length=0.0, **common))
    round_shapes = {
        ShapeType.CAPSULE: builder.add_shape_capsule,
        ShapeType.CYLINDER: builder.add_shape_cylinder,
        ShapeType.CONE: builder.add_shape_cone,
    }
    if shape.type in round_shapes:
        return int(round_shapes[shape.type](body, radius=size[0], half_height=size[1], **common))
    assert shape.mesh is not None  # What is left here are meshes.
    mesh = newton.Mesh(shape.mesh.points, shape.mesh.triangles.ravel(), compute_inertia=False)
    hull = shape.approximation not in (Approximation.NONE, None)
    warp = import_engine("newton", "warp")
    add = builder.add_shape_convex_hull if hull else builder.add_shape_mesh
    return int(add(body, mesh=mesh, scale=warp.vec3(*shape.scale), **common))


def _add_filters(builder: Any, mechanism: Mechanism, added: list[tuple[ShapeRow, int]]) -> None:
    """Filter pairs of shapes: of bodies, of single shapes, of collision groups."""
    filters = mechanism.filters
    of_body: dict[int, list[int]] = {}
    for shape, index in added:
        of_body.setdefault(shape.body, []).append(index)
    for first, second in filters.body_pairs:
        for a in of_body.get(first, ()):
            for b in of_body.get(second, ()):
                builder.add_shape_collision_filter_pair(a, b)
    by_row = {shape.row: index for shape, index in added}
    for first, second in filters.shape_pairs:
        if first in by_row and second in by_row:
            builder.add_shape_collision_filter_pair(by_row[first], by_row[second])
    if not np.all(filters.colliding):
        for (shape, a), (other, b) in combinations(added, 2):
            if not filters.colliding[shape.group, other.group]:
                builder.add_shape_collision_filter_pair(a, b)
