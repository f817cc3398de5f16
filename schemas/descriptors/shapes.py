"""Shapes: what collides."""

from __future__ import annotations

from schemas.descriptors.fields import DescriptorRow, Flag, Number, Path, Quaternion, Vector, described
from schemas.descriptors.tokens import Approximation, Axis, ShapeType

__all__ = ["CollisionShape"]


class CollisionShape(DescriptorRow):
    """One geometry prim with PhysicsCollisionAPI, enabled or not. Sizes are in the world's scale already."""

    path: Path = described("The collider prim.")
    type: ShapeType = described("The geometry.")
    body: Path | None = described("The body it belongs to; null for a static shape.")
    enabled: Flag = described("Whether it collides.")
    position: Vector = described("Origin in the space of the body without its scale, or of the world.", units="length")
    rotation: Quaternion = described("Orientation in the body or the world; x, y, z, w, unit length.")
    half_extents: Vector | None = described("Half sizes of a cube.", units="length")
    radius: Number | None = described("Radius of a sphere, capsule, cylinder or cone.", units="length")
    half_height: Number | None = described(
        "Half the height of a capsule (without its caps), cylinder or cone.", units="length"
    )
    axis: Axis | None = described("Long axis of a capsule, cylinder or cone; normal of a plane.")
    mesh_scale: Vector | None = described("Scale to apply to the points of a mesh.")
    approximation: Approximation | None = described("What a mesh is replaced by.")
    material: Path | None = described("The physics material; null: the scene's default.")
    simulation_owner: Path | None = described("First target of physics:simulationOwner; null: that of its body.")
    mass: Number | None = described("Mass of this shape alone; null: volume times density.", units="mass")
    density: Number = described(
        "Density that holds for this shape: its own, its body's, its material's, or the default.", units="mass/length^3"
    )
    contact_offset: Number = described("Distance at which contacts begin; -1: chosen by the engine.", units="length")
    rest_offset: Number = described("Distance at which contacts rest.", units="length")
