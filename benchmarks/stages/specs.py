"""Prim specs with attributes from tables, written through Sdf: a stage that composes meanwhile takes minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pxr import Sdf, Vt

from benchmarks.stages import draws

__all__ = ["Attribute", "add_attributes", "add_prim", "add_targets", "add_transform", "new_layer"]


@dataclass(frozen=True)
class Attribute:
    """An attribute that a kind of prim authors.

    Attributes:
        name: property name.
        value_type: name in `Sdf.ValueTypeNames`.
        draw: gives the default value.
        uniform: variability.
    """

    name: str
    value_type: str
    draw: draws.Draw
    uniform: bool = False


_TRANSFORM_OPERATIONS = {
    "translate": Attribute("xformOp:translate", "Double3", draws.point),
    "orient": Attribute("xformOp:orient", "Quatf", draws.rotation),
    "rotateXYZ": Attribute("xformOp:rotateXYZ", "Float3", draws.vector),
    "scale": Attribute("xformOp:scale", "Float3", draws.positive_vector),
    "transform": Attribute("xformOp:transform", "Matrix4d", draws.matrix),
}


def new_layer(default_prim: str) -> Sdf.Layer:
    """An anonymous layer, Z up, in metres and kilograms."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.defaultPrim = default_prim
    for name, value in {"metersPerUnit": 1.0, "kilogramsPerUnit": 1.0, "upAxis": "Z"}.items():
        layer.pseudoRoot.SetInfo(name, value)
    return layer


def add_prim(
    parent: Sdf.PrimSpec | Sdf.Layer, name: str, prim_type: str = "", *, apis: Sequence[str] = (), over: bool = False
) -> Sdf.PrimSpec:
    """A prim spec, by default a definition, with API schemas prepended."""
    spec = Sdf.PrimSpec(parent, name, Sdf.SpecifierOver if over else Sdf.SpecifierDef, prim_type)
    if apis:
        applied = Sdf.TokenListOp()
        applied.prependedItems = list(apis)
        spec.SetInfo("apiSchemas", applied)
    return spec


def add_attributes(prim: Sdf.PrimSpec, attributes: Sequence[Attribute], random: Random) -> None:
    """Author each attribute with a value drawn for it."""
    for attribute in attributes:
        variability = Sdf.VariabilityUniform if attribute.uniform else Sdf.VariabilityVarying
        value_type = getattr(Sdf.ValueTypeNames, attribute.value_type)
        Sdf.AttributeSpec(prim, attribute.name, value_type, variability).default = attribute.draw(random)


def add_targets(prim: Sdf.PrimSpec, name: str, target: Sdf.Path | None) -> None:
    """A relationship with one explicit target, or nothing."""
    if target is not None:
        Sdf.RelationshipSpec(prim, name).targetPathList.explicitItems.append(target)


def add_transform(prim: Sdf.PrimSpec, operations: Sequence[str], random: Random) -> None:
    """Transform operations by their name without namespace, and their order."""
    chosen = [_TRANSFORM_OPERATIONS[operation] for operation in operations]
    names = Vt.TokenArray([operation.name for operation in chosen])
    order = Attribute("xformOpOrder", "TokenArray", draws.constant(names), uniform=True)
    add_attributes(prim, [*chosen, order], random)
