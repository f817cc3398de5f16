"""Stages drawn at random from a seed in which the same things are brought in many times, with opinions over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pxr import Sdf

from tests.populate.readers.direct.drawn_layers import (
    COLUMNS,
    author,
    draw_layer,
    draw_property,
    draw_schemas,
    draw_transform,
    relate,
    value_of,
)

__all__ = ["draw_field"]

CLASS = "/Class"

OPS = (
    ("xformOp:translate", "double3", True),
    ("xformOp:translate", "double3", False),
    ("xformOp:orient", "quatf", True),
    ("xformOp:rotateXYZ", "float3", True),
    ("xformOp:transform", "matrix4d", True),
)
"""Ops that prims say something about: name, type, and whether they say the order too."""


@dataclass(frozen=True)
class Source:
    """What prims bring in: how, and where its specs are."""

    bring: Callable[[Sdf.PrimSpec], None]
    layer: Sdf.Layer
    root: Sdf.Path
    prim_type: str = "Xform"
    instanceable: bool = False
    op: tuple[str, str, bool] | None = None


def draw_field(folder: Path, seed: int) -> Path:
    """Write a root layer, and one that it refers to, the same for the same seed."""
    random = Random(seed)
    asset = Sdf.Layer.FindOrOpen(str(draw_layer(folder / f"asset{seed}.usdc", seed)))
    layer = Sdf.Layer.CreateAnonymous(".usda")
    root = folder / f"field{seed}.usdc"
    with Sdf.ChangeBlock():
        world = _prim(layer, "/World", "Xform")
        _draw_surroundings(layer, world, random)
        sources = _sources(layer, asset, random)
        roots = [_draw_root(layer, number, random.choice(sources), random) for number in range(random.randint(3, 9))]
        for spec, source in roots:
            if random.random() < 0.5:
                for _ in range(random.randint(1, 3)):
                    _draw_over(layer, spec, source, random)
        if random.random() < 0.2:
            joint = _prim(layer, "/World/weld", "PhysicsFixedJoint")
            relate(joint, "physics:body0", [str(spec.path) for spec, _ in roots], random)
    layer.Export(str(root))
    return root


def _prim(layer: Sdf.Layer, path: str | Sdf.Path, prim_type: str) -> Sdf.PrimSpec:
    spec = Sdf.CreatePrimInLayer(layer, path)
    spec.specifier = Sdf.SpecifierDef
    if prim_type:
        spec.typeName = prim_type
    return spec


def _draw_surroundings(layer: Sdf.Layer, world: Sdf.PrimSpec, random: Random) -> None:
    """Prims of the layer itself: a scene, materials, whatever is drawn; a class."""
    _prim(layer, "/World/scene", "PhysicsScene")
    material = _prim(layer, "/World/ice", "Material")
    material.SetInfo("apiSchemas", Sdf.TokenListOp.Create(prependedItems=["PhysicsMaterialAPI"]))
    if random.random() < 0.3:
        relate(world, "material:binding:physics", ["/World/ice"], random)
    for place, parent in enumerate(("/World/row0", "/World/row1", "/World/row0/deep")):
        spec = _prim(layer, parent, "Xform")
        if random.random() < 0.7:
            draw_transform(spec, random)
        if place and random.random() < 0.1:
            relate(spec, "material:binding:physics", ["/World/ice"], random)
        if random.random() < 0.05:
            spec.active = False
    body = _prim(layer, f"{CLASS}/body", "Cube")
    body.SetInfo("apiSchemas", Sdf.TokenListOp.Create(prependedItems=["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]))
    for _ in range(4):
        draw_property(body, *random.choice(COLUMNS), ["/World/ice", f"{CLASS}/body", CLASS], random)
    layer.GetPrimAtPath(CLASS).specifier = Sdf.SpecifierClass


def _sources(layer: Sdf.Layer, asset: Sdf.Layer, random: Random) -> list[Source]:
    tops = [spec.path for spec in asset.rootPrims]
    top = random.choice([path for path in tops if asset.GetPrimAtPath(path).nameChildren] or tops)
    reference, payload = Sdf.Reference(f"./{Path(asset.realPath).name}", top), Sdf.Payload(asset.realPath, top)
    klass = Sdf.Path(CLASS)
    return [
        Source(lambda spec: spec.referenceList.Prepend(reference), asset, top, op=random.choice(OPS)),
        Source(
            lambda spec: spec.referenceList.Prepend(reference),
            asset,
            top,
            "",
            random.random() < 0.5,
            random.choice(OPS),
        ),
        *random.sample(
            [
                Source(lambda spec: spec.payloadList.Prepend(payload), asset, top),
                Source(lambda spec: spec.inheritPathList.Prepend(klass), layer, klass),
                Source(lambda spec: spec.specializesList.Prepend(klass), layer, klass),
                Source(lambda spec: spec.referenceList.Prepend(Sdf.Reference("", klass)), layer, klass),
            ],
            1,
        ),
    ]


def _draw_root(layer: Sdf.Layer, number: int, source: Source, random: Random) -> tuple[Sdf.PrimSpec, Source]:
    parent = random.choice(("/World", "/World/row0", "/World/row1", "/World/row0/deep"))
    spec = _prim(layer, f"{parent}/{random.choice('rRé')}{number}", source.prim_type)
    if random.random() < 0.05:
        spec.specifier = Sdf.SpecifierOver
    source.bring(spec)
    if source.instanceable or random.random() < 0.1:
        spec.instanceable = True
    if source.op:
        _draw_op(spec, source.op, random)
    return spec, source


def _draw_over(layer: Sdf.Layer, root: Sdf.PrimSpec, source: Source, random: Random) -> None:
    """An opinion at or below a root: most often another value for what is brought in."""
    paths: list[Sdf.Path] = []
    source.layer.Traverse(source.root, paths.append)
    base = source.layer.GetPrimAtPath(random.choice([path for path in paths if path.IsPrimPath()]))
    spec = Sdf.CreatePrimInLayer(layer, base.path.ReplacePrefix(source.root, root.path))
    attributes = [item for item in base.properties if isinstance(item, Sdf.AttributeSpec)]
    kind = random.random()
    if kind < 0.6 and attributes:
        _draw_value(spec, random.choice(attributes), random)
    elif kind < 0.84:
        component, column = random.choice([pair for pair in COLUMNS if pair[1].usd_type != "rel"])
        draw_property(spec, component, column, [], random)
    elif kind < 0.94:
        _draw_transform(spec, random)
    else:
        _draw_odd(spec, [str(path) for path in paths if path.IsPrimPath()], random)


def _draw_value(spec: Sdf.PrimSpec, base: Sdf.AttributeSpec, random: Random) -> None:
    if base.name in spec.properties:
        return
    type_name = str(base.typeName)
    if random.random() < 0.1:
        author(spec, base.name, random.choice(("float", "double", "token", "int")), random)
    elif base.name == "xformOpOrder":
        _draw_transform(spec, random)
    else:
        attribute = Sdf.AttributeSpec(spec, base.name, base.typeName)
        attribute.default = Sdf.ValueBlock() if random.random() < 0.1 else value_of(type_name, random)


def _draw_transform(spec: Sdf.PrimSpec, random: Random) -> None:
    """Now and then odd ops; most often one that has a value, with an order or under that of what is brought in."""
    if "xformOpOrder" in spec.properties:
        return
    if random.random() < 0.2:
        draw_transform(spec, random)
        return
    _draw_op(spec, random.choice(OPS), random)


def _draw_op(spec: Sdf.PrimSpec, op: tuple[str, str, bool], random: Random) -> None:
    name, type_name, ordered = op
    if name not in spec.properties:
        Sdf.AttributeSpec(spec, name, Sdf.ValueTypeNames.Find(type_name)).default = value_of(type_name, random)
    if ordered:
        order = Sdf.AttributeSpec(spec, "xformOpOrder", Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform)
        order.default = [name]


def _draw_odd(spec: Sdf.PrimSpec, targets: Sequence[str], random: Random) -> None:
    """What is more than a value: it may change composition, or other prims."""
    kind = random.randrange(6)
    if kind == 0:
        spec.active = False
    elif kind == 1:
        draw_schemas(spec, random)
    elif kind == 2:
        name = random.choice(("physics:body0", "physics:body1", "material:binding:physics", "physics:simulationOwner"))
        relate(spec, name, [*targets, "/World/ice", str(spec.path)], random)
    elif kind == 3:
        spec.customData = {"physics": {"localSpaceVelocities": random.choice((True, False))}}
    elif kind == 4:
        child = _prim(spec.layer, spec.path.AppendChild("extra"), "Cube")
        child.SetInfo("apiSchemas", Sdf.TokenListOp.Create(prependedItems=["PhysicsCollisionAPI"]))
    else:
        spec.typeName = random.choice(("Xform", "Cube", "Scope"))
