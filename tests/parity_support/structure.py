"""Columns that are no attribute to change by itself: types, schemas, transforms, units, lists that must fit others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

__all__ = ["STRUCTURE"]


class Structure(NamedTuple):
    """How a column is changed: its other values for a prim, and how one is written."""

    values: Callable[[Usd.Prim], list[Any]]
    write: Callable[[Usd.Prim, Any], None]


def _other_types(prim: Usd.Prim) -> list[Any]:
    """Joints become fixed ones, gprims spheres; the rest keep their type."""
    if prim.IsA(UsdPhysics.Joint):
        return ["PhysicsFixedJoint"]
    return ["Sphere"] if prim.IsA(UsdGeom.Gprim) else []


def _set_type(prim: Usd.Prim, name: str) -> None:
    prim.SetTypeName(name)


def _without_apis(prim: Usd.Prim) -> list[Any]:
    return [Sdf.TokenListOp.CreateExplicit([])] if prim.HasAuthoredMetadata("apiSchemas") else []


def _set_apis(prim: Usd.Prim, value: Any) -> None:
    prim.SetMetadata("apiSchemas", value)


def _other_places(prim: Usd.Prim) -> list[Any]:
    attribute = prim.GetAttribute("xformOp:translate")
    return [Gf.Vec3d(attribute.Get()) + Gf.Vec3d(0.25, 0.5, 0.75)] if attribute.HasAuthoredValue() else []


def _place(prim: Usd.Prim, value: Any) -> None:
    prim.GetAttribute("xformOp:translate").Set(value)


def _reset(prim: Usd.Prim) -> list[Any]:
    order = prim.GetAttribute("xformOpOrder")
    return [["!resetXformStack!", *order.Get()]] if order.HasAuthoredValue() else []


def _set_order(prim: Usd.Prim, value: Any) -> None:
    prim.GetAttribute("xformOpOrder").Set(value)


def _listed(prim: Usd.Prim, name: str) -> list[int]:
    return list(prim.GetAttribute(name).Get() or ())


def _fewer_faces(prim: Usd.Prim) -> list[Any]:
    """Without the last half of the faces: engines may hang where there are more corners than the other list has."""
    counts = _listed(prim, "faceVertexCounts")
    return [counts[: len(counts) // 2]] if counts else []


def _turned_corners(prim: Usd.Prim) -> list[Any]:
    """Every corner one place further on: other faces between the same points."""
    corners = _listed(prim, "faceVertexIndices")
    return [[*corners[1:], corners[0]]] if corners else []


def _attribute(name: str, values: Callable[[Usd.Prim], list[Any]]) -> Structure:
    return Structure(values, lambda prim, given: prim.GetAttribute(name).Set(given))


def _stage_metadata(name: str, value: Any) -> Structure:
    return Structure(lambda _prim: [value], lambda prim, given: prim.GetStage().SetMetadata(name, given))


_PLACE: Final = Structure(_other_places, _place)

STRUCTURE: Final[Mapping[str, Structure]] = {
    "Mesh.faceVertexCounts": _attribute("faceVertexCounts", _fewer_faces),
    "Mesh.faceVertexIndices": _attribute("faceVertexIndices", _turned_corners),
    "prim.usd-prim-type": Structure(_other_types, _set_type),
    "prim.usd-schemas": Structure(_without_apis, _set_apis),
    "prim.omni:xform": _PLACE,
    "prim.omni:fabric:worldMatrix": _PLACE,
    "prim.omni:resetXformStack": Structure(_reset, _set_order),
    "stage_units.usd-metadata:metersPerUnit": _stage_metadata("metersPerUnit", 0.01),
    "stage_units.usd-metadata:kilogramsPerUnit": _stage_metadata("kilogramsPerUnit", 0.1),
    "stage_units.usd-metadata:upAxis": _stage_metadata("upAxis", "Y"),
}
"""Ways to change such a column, by `component.column`."""
