"""Shapes of a MuJoCo model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mujoco.parts import Parts
from columnar.simulators.shapes import ShapeRow, read_shapes
from schemas.descriptors import ShapeType

__all__ = ["add_geoms"]

_LOOSE: Final = (0.005, 0.0001)
"""MuJoCo's own torsional and rolling friction, of which columns say nothing."""

_KINDS: Final = {
    ShapeType.SPHERE: "mjGEOM_SPHERE",
    ShapeType.CUBE: "mjGEOM_BOX",
    ShapeType.CAPSULE: "mjGEOM_CAPSULE",
    ShapeType.CYLINDER: "mjGEOM_CYLINDER",
    ShapeType.PLANE: "mjGEOM_PLANE",
}
"""Forms that MuJoCo has; what is left are meshes."""


def add_geoms(
    engine: Any,
    spec: Any,
    bodies: Parts,
    descriptors: Descriptors,
    scene: Scene | None,
    mechanism: Mechanism,
    findings: Findings,
) -> None:
    """Add the enabled shapes; the mass of a body is its own, shapes have none."""
    affinities = [_affinity(mechanism, group) for group in range(len(mechanism.filters.colliding))]
    kinds = {kind: getattr(engine.mjtGeom, name) for kind, name in _KINDS.items()}
    for shape in read_shapes(descriptors, scene, mechanism, findings):
        x, y, z, w = shape.pose.rotation[0].tolist()
        bodies[shape.body].add_geom(
            name=bodies.name(shape.body, shape.path),
            pos=shape.pose.position[0].tolist(),
            quat=(w, x, y, z),
            mass=0.0,
            friction=(shape.friction, *_LOOSE),
            contype=1 << shape.group if shape.group < 31 else 1,
            conaffinity=affinities[shape.group],
            **(_form(shape, kinds) if shape.type in kinds else _mesh(engine, spec, shape, bodies)),
        )


def _affinity(mechanism: Mechanism, group: int) -> int:
    colliding = mechanism.filters.colliding
    if group >= 31:
        return 0x7FFFFFFF
    return sum(1 << other for other in np.flatnonzero(colliding[group][:31]).tolist())


def _form(shape: ShapeRow, kinds: Mapping[ShapeType, Any]) -> dict[str, Any]:
    """Arguments of a form that MuJoCo has."""
    size = (0.0, 0.0, 1.0) if shape.type is ShapeType.PLANE else (*shape.size, 0.0, 0.0)[:3]
    return {"type": kinds[shape.type], "size": size}


def _mesh(engine: Any, spec: Any, shape: ShapeRow, bodies: Parts) -> dict[str, Any]:
    """Arguments of a mesh, which is added. Without faces MuJoCo takes the hull, which is what collides anyway."""
    spec.add_mesh(name=shape.path, uservert=np.ascontiguousarray(shape.points, np.float64).ravel())
    return {"type": engine.mjtGeom.mjGEOM_MESH, "meshname": bodies.name(shape.body, shape.path)}
