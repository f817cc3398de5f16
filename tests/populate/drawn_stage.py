"""A stage as plain data, and the layers it makes: what hypothesis draws and shrinks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pxr import Sdf

__all__ = ["BLOCK", "LAYERS", "Arc", "Choice", "Opinion", "Prim", "Stage", "TargetEdits", "write_stage"]

LAYERS = ("strong.usda", "weak.usda")
"""The sublayers of a drawn stage, the stronger one first."""

BLOCK = Sdf.ValueBlock()


@dataclass(frozen=True)
class TargetEdits:
    """A relationship opinion: what is listed, and how it edits weaker opinions."""

    edit: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Opinion:
    """One opinion on one property in one layer.

    Attributes:
        name: the property's name.
        type_name: USD value type; "rel" for a relationship.
        value: the default value, `BLOCK`, None for a bare declaration, or `TargetEdits`.
        samples: values from time 0 on.
        layer: index into `LAYERS`.
    """

    name: str
    type_name: str
    value: Any = None
    samples: tuple[Any, ...] = ()
    layer: int = 1


@dataclass(frozen=True)
class Arc:
    """Composition with a prim of the library: "references", "payload", "inherits" or "specializes"."""

    kind: str
    source: str


@dataclass(frozen=True)
class Choice:
    """A variant set "size" with the variants "small" and "large", and which of them is selected (None for neither)."""

    selected: str | None
    small: tuple[Opinion, ...]
    large: tuple[Opinion, ...]


@dataclass(frozen=True)
class Prim:
    """A prim at a path below its parent. `order` is its xformOpOrder, whose ops are among the opinions."""

    path: str
    specifier: str = "def"
    prim_type: str = ""
    apis: tuple[str, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    order: tuple[str, ...] = ()
    active: bool = True
    arc: Arc | None = None
    instanceable: bool = False
    choice: Choice | None = None


@dataclass(frozen=True)
class Stage:
    """Prims, parents before children, and the units (None for unauthored ones)."""

    prims: tuple[Prim, ...]
    meters_per_unit: float | None = None
    kilograms_per_unit: float | None = None
    up_axis: str | None = None
    instancing: bool = field(default=True, repr=False)


SPECIFIERS = {"def": Sdf.SpecifierDef, "over": Sdf.SpecifierOver, "class": Sdf.SpecifierClass}


def write_stage(stage: Stage, folder: Path) -> Path:
    """Write the layers of a stage into a folder; the root layer's file."""
    layers = [Sdf.Layer.CreateNew(str(folder / name)) for name in LAYERS]
    root = Sdf.Layer.CreateNew(str(folder / "stage.usda"))
    root.subLayerPaths = [f"./{name}" for name in LAYERS]
    units = {
        "metersPerUnit": stage.meters_per_unit,
        "kilogramsPerUnit": stage.kilograms_per_unit,
        "upAxis": stage.up_axis,
    }
    for key, value in units.items():
        if value is not None:
            root.pseudoRoot.SetInfo(key, value)
    with Sdf.ChangeBlock():
        for prim in stage.prims:
            _write_prim(prim, layers, stage.instancing)
    for layer in (*layers, root):
        layer.Save()
    return folder / "stage.usda"


def _write_prim(prim: Prim, layers: list[Sdf.Layer], instancing: bool) -> None:
    spec = Sdf.CreatePrimInLayer(layers[1], prim.path)
    spec.specifier = SPECIFIERS[prim.specifier]
    if prim.prim_type:
        spec.typeName = prim.prim_type
    if prim.apis:
        listed = Sdf.TokenListOp()
        listed.prependedItems = list(prim.apis)
        spec.SetInfo("apiSchemas", listed)
    if not prim.active:
        spec.active = False
    if prim.arc is not None:
        _write_arc(spec, prim.arc)
    if prim.instanceable and instancing:
        spec.instanceable = True
    if prim.order:
        order = Sdf.AttributeSpec(spec, "xformOpOrder", Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform)
        order.default = list(prim.order)
    _write_opinions(prim.opinions, prim.path, layers)
    if prim.choice is not None:
        _write_choice(spec, prim.choice)


def _write_arc(spec: Sdf.PrimSpec, arc: Arc) -> None:
    if arc.kind == "references":
        spec.referenceList.Prepend(Sdf.Reference("", arc.source))
    elif arc.kind == "payload":
        spec.payloadList.Prepend(Sdf.Payload("", arc.source))
    else:
        paths = spec.inheritPathList if arc.kind == "inherits" else spec.specializesList
        paths.Prepend(arc.source)


def _write_choice(spec: Sdf.PrimSpec, choice: Choice) -> None:
    variants = Sdf.VariantSetSpec(spec, "size")
    spec.variantSetNameList.prependedItems = ["size"]
    if choice.selected is not None:
        spec.variantSelections["size"] = choice.selected
    for name, opinions in (("small", choice.small), ("large", choice.large)):
        inner = Sdf.VariantSpec(variants, name).primSpec
        _write_opinions(opinions, str(inner.path), [inner.layer, inner.layer])


def _write_opinions(opinions: Iterable[Opinion], path: str, layers: list[Sdf.Layer]) -> None:
    for opinion in opinions:
        layer = layers[opinion.layer]
        prim = layer.GetPrimAtPath(path) or Sdf.CreatePrimInLayer(layer, path)
        if opinion.name in prim.properties:
            continue
        if isinstance(opinion.value, TargetEdits):
            _write_targets(Sdf.RelationshipSpec(prim, opinion.name), opinion.value)
            continue
        attribute = Sdf.AttributeSpec(prim, opinion.name, Sdf.ValueTypeNames.Find(opinion.type_name))
        if opinion.value is not None:
            attribute.default = opinion.value
        for time, value in enumerate(opinion.samples):
            layer.SetTimeSample(attribute.path, time, value)


def _write_targets(relationship: Sdf.RelationshipSpec, edits: TargetEdits) -> None:
    paths = relationship.targetPathList
    if edits.edit == "explicit" and not edits.targets:
        paths.ClearEditsAndMakeExplicit()
        return
    items = {
        "explicit": paths.explicitItems,
        "prepend": paths.prependedItems,
        "append": paths.appendedItems,
        "delete": paths.deletedItems,
    }[edits.edit]
    for target in edits.targets:
        items.append(Sdf.Path(target))
