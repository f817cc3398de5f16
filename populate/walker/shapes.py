"""The shape table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pxr import UsdShade

from columnar.descriptors import Units
from populate.walker.conversions import unit_scaled
from populate.walker.masses import density, own_mass
from populate.walker.opinions import FLOAT, Attribute
from populate.walker.parsed import ParsedShape, ParsedStage
from populate.walker.values import AXES, first_path, path_or_none, quaternion, vector
from schemas.descriptors import Approximation, ShapeType

__all__ = ["shape_rows"]

_APPROXIMATIONS: Final = {str(kind): kind for kind in Approximation}
_WATER: Final = 1000.0
"""Density in kilograms per cubic metre where nobody states one."""
_PLANE_CONTACT: Final = 0.02
"""Contact offset of a plane in metres."""
_CONTACT_OFFSET: Final = Attribute("physxCollision:contactOffset", FLOAT, fallback=-math.inf, unset=-math.inf)
_REST_OFFSET: Final = Attribute("physxCollision:restOffset", FLOAT, fallback=-math.inf, unset=-math.inf)


def shape_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every shape OpenUSD reports whose geometry the table can hold, enabled or not.

    Capsules with two radii, cylinders with two radii and points have none.
    """
    densities = _stated_densities(stage)
    for shape in stage.shapes:
        if shape.type is not None:
            material = _material(shape)
            yield {
                **_parsed(shape, shape.type),
                "material": material,
                "mass": own_mass(shape.opinions),
                "density": _density(shape, material, densities, stage.units),
                **_offsets(shape, stage.units),
            }


def _parsed(shape: ParsedShape, kind: ShapeType) -> dict[str, Any]:
    parsed = shape.parsed
    return {
        "path": shape.path,
        "type": kind,
        "body": path_or_none(parsed.rigidBody),
        "enabled": parsed.collisionEnabled,
        "position": vector(parsed.localPos),
        "rotation": quaternion(parsed.localRot),
        "simulation_owner": first_path(parsed.simulationOwners),
        **_SIZES[kind](parsed),
    }


def _sphere(parsed: Any) -> dict[str, Any]:
    return {"radius": parsed.radius}


def _cube(parsed: Any) -> dict[str, Any]:
    return {"half_extents": vector(parsed.halfExtents)}


def _round(parsed: Any) -> dict[str, Any]:
    return {"radius": parsed.radius, "half_height": parsed.halfHeight, "axis": AXES[parsed.axis]}


def _plane(parsed: Any) -> dict[str, Any]:
    return {"axis": AXES[parsed.axis]}


def _mesh(parsed: Any) -> dict[str, Any]:
    """OpenUSD passes any token on; an unknown one counts as none."""
    approximation = _APPROXIMATIONS.get(str(parsed.approximation), Approximation.NONE)
    return {"mesh_scale": vector(parsed.meshScale), "approximation": approximation}


_SIZES: Final[Mapping[ShapeType, Callable[[Any], dict[str, Any]]]] = {
    ShapeType.SPHERE: _sphere,
    ShapeType.CUBE: _cube,
    ShapeType.CAPSULE: _round,
    ShapeType.CYLINDER: _round,
    ShapeType.CONE: _round,
    ShapeType.PLANE: _plane,
    ShapeType.MESH: _mesh,
}


def _material(shape: ParsedShape) -> str | None:
    """The shape's own material; OpenUSD lists those of a mesh's subsets with it, and its own last if it has one."""
    materials = [str(path) for path in shape.parsed.materials]
    if shape.type is not ShapeType.MESH or not materials:
        return materials[-1] if materials else None
    bound, _ = UsdShade.MaterialBindingAPI(shape.opinions.prim).ComputeBoundMaterial("physics")
    return materials[-1] if bound and str(bound.GetPath()) == materials[-1] else None


def _stated_densities(stage: ParsedStage) -> dict[str, float | None]:
    """Density that each body and material states."""
    found = {body.path: density(body.opinions) for body in stage.bodies}
    return found | {material.path: material.parsed.density for material in stage.materials}


def _density(shape: ParsedShape, material: str | None, densities: Mapping[str, float | None], units: Units) -> float:
    """The first density stated by the shape, its body or its material, else that of water in stage units."""
    holders = (str(shape.parsed.rigidBody), material or "")
    for stated in (density(shape.opinions), *(densities.get(holder) for holder in holders)):
        if stated is not None and stated > 0:
            return stated
    return _WATER / unit_scaled(1.0, units.meters_per_unit, 3) / units.kilograms_per_unit


def _offsets(shape: ParsedShape, units: Units) -> dict[str, float]:
    """PhysX offsets; -1 leaves the contact offset to the engine, and a plane has one of its own."""
    contact = shape.opinions.read(_CONTACT_OFFSET, api="PhysxCollisionAPI")
    rest = shape.opinions.read(_REST_OFFSET, api="PhysxCollisionAPI")
    if not math.isfinite(contact):
        plane = shape.type is ShapeType.PLANE
        contact = unit_scaled(_PLANE_CONTACT, units.meters_per_unit, 1) if plane else -1.0
    return {"contact_offset": contact, "rest_offset": rest if math.isfinite(rest) else 0.0}
