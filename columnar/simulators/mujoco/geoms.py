"""Shapes of a MuJoCo model."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mujoco.bodies import WXYZ, Bodies
from columnar.simulators.shapes import ShapeRow, read_shapes
from schemas.descriptors import ShapeType

__all__ = ["add_geoms"]

_LOOSE: Final = (0.005, 0.0001)
"""MuJoCo's own torsional and rolling friction, of which columns say nothing."""


def add_geoms(
    engine: Any,
    spec: Any,
    bodies: Bodies,
    descriptors: Descriptors,
    scene: Scene | None,
    mechanism: Mechanism,
    findings: Findings,
) -> None:
    """Add the enabled shapes; the mass of a body is its own, shapes have none."""
    for shape in read_shapes(descriptors, scene, mechanism, findings):
        geom = bodies[shape.body].add_geom(name=shape.path, pos=shape.pose.position[0], mass=0.0)
        geom.quat = shape.pose.rotation[0][WXYZ]
        geom.friction = [shape.friction, *_LOOSE]
        class_bit = 1 << shape.group if shape.group < 31 else 1
        geom.contype = class_bit
        geom.conaffinity = _affinity(mechanism, shape.group)
        _give_form(engine, spec, geom, shape)


def _affinity(mechanism: Mechanism, group: int) -> int:
    colliding = mechanism.filters.colliding
    if group >= 31:
        return 0x7FFFFFFF
    return sum(1 << other for other in np.flatnonzero(colliding[group][:31]).tolist())


def _give_form(engine: Any, spec: Any, geom: Any, shape: ShapeRow) -> None:
    kinds = engine.mjtGeom
    if shape.type is ShapeType.SPHERE:
        geom.type, geom.size = kinds.mjGEOM_SPHERE, [shape.size[0], 0.0, 0.0]
    elif shape.type is ShapeType.CUBE:
        geom.type, geom.size = kinds.mjGEOM_BOX, shape.size
    elif shape.type is ShapeType.CAPSULE:
        geom.type, geom.size = kinds.mjGEOM_CAPSULE, [shape.size[0], shape.size[1], 0.0]
    elif shape.type is ShapeType.CYLINDER:
        geom.type, geom.size = kinds.mjGEOM_CYLINDER, [shape.size[0], shape.size[1], 0.0]
    elif shape.type is ShapeType.PLANE:
        geom.type, geom.size = kinds.mjGEOM_PLANE, [0.0, 0.0, 1.0]
    else:
        geom.type, geom.meshname = kinds.mjGEOM_MESH, shape.path
        # Without faces MuJoCo takes the hull, which is what collides anyway.
        spec.add_mesh(name=shape.path, uservert=np.ascontiguousarray(shape.points, np.float64).ravel())
