"""Layers drawn at random from a seed: every value type, component and kind of list edit that one layer can hold."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from random import Random
from typing import Any

from pxr import Sdf

from schemas.contract import Column, Component, ComponentKind, load_contract

__all__ = [
    "COLUMNS",
    "VALUE_TYPES",
    "author",
    "draw_layer",
    "draw_property",
    "draw_schemas",
    "draw_transform",
    "relate",
    "value_of",
]

CONTRACT = load_contract()

VALUE_TYPES = tuple(
    sorted(
        str(value_type)
        for name in dir(Sdf.ValueTypeNames)
        if isinstance(value_type := getattr(Sdf.ValueTypeNames, name), Sdf.ValueTypeName)
        and str(value_type) not in {"opaque", "group", "pathExpression", "pathExpression[]", "duration", "duration[]"}
    )
)
"""Every USD value type whose values the direct reader decodes."""

NAMES = ("a", "b10", "b9", "B", "_c", "é", "名")
TYPES = tuple(c.name for c in CONTRACT.tables if c.kind is ComponentKind.PRIM_TYPE)
PLAIN_TYPES = ("", "Xform", "Scope", "Cube", "Mesh", "GeomSubset", "Material", "AcmeRobot", "PhysicsAcmeJoint")
INSTANCES = ("angular", "rotX", "left:arm")
APIS = tuple(
    f"{component.name}:{instance}" if component.multiple_apply else component.name
    for component in CONTRACT.tables
    if component.kind is ComponentKind.API_SCHEMA
    for instance in (INSTANCES if component.multiple_apply else ("",))
)
OFTEN = (
    "PhysicsRigidBodyAPI",
    "PhysicsCollisionAPI",
    "PhysicsMaterialAPI",
    "MaterialBindingAPI",
    "PhysicsDriveAPI:rotX",
)
COLUMNS = tuple(
    (component, column)
    for component in CONTRACT.tables
    for column in component.columns
    if not column.name.startswith("usd-metadata")
)
OPS = (
    "translate",
    "scale",
    "orient",
    "transform",
    "rotateX",
    "rotateZ",
    "rotateXYZ",
    "rotateZYX",
    "scaleY",
    "translateX",
)
OP_TYPES = {"orient": ("quatf", "quatd", "quath"), "transform": ("matrix4d",)}
WIDE = ("double3", "float3", "half3")
NARROW = ("double", "float", "half")
EDITS = ("explicit", "prepended", "appended", "added", "deleted")
COLLECTION = "collection:colliders"
RESOLVED = ("material:binding", "collection:")
"""Starts of properties that decide over other prims: always of their own type, or the layer is declined."""


def draw_layer(file: Path, seed: int, *, prims: int = 25) -> Path:
    """Write a layer of up to `prims` prims, the same for the same seed."""
    random = Random(seed)
    layer = Sdf.Layer.CreateAnonymous(".usda")
    for key, values in (("metersPerUnit", (0.01, 1 / 3)), ("kilogramsPerUnit", (1.0, 0.001)), ("upAxis", ("Y", "Z"))):
        if random.random() < 0.6:
            layer.pseudoRoot.SetInfo(key, random.choice(values))
    paths = [Sdf.Path.absoluteRootPath]
    with Sdf.ChangeBlock():
        for _ in range(random.randint(1, prims)):
            path = random.choice(paths[-8:]).AppendChild(random.choice(NAMES))
            if path not in paths:
                paths.append(path)
        targets = [str(path) for path in paths[1:]] + ["/gone/a", "/a/gone", f"{paths[-1]}.size", f"{paths[1]}.nothing"]
        for path in paths[1:]:
            _draw_prim(layer, path, targets, random)
    layer.defaultPrim = paths[1].name
    layer.Export(str(file))
    return file


def _draw_prim(layer: Sdf.Layer, path: Sdf.Path, targets: list[str], random: Random) -> None:
    spec = Sdf.CreatePrimInLayer(layer, path)
    spec.specifier = random.choices((Sdf.SpecifierDef, Sdf.SpecifierOver, Sdf.SpecifierClass), (14, 1, 1))[0]
    if prim_type := random.choice(PLAIN_TYPES if random.random() < 0.6 else TYPES):
        spec.typeName = prim_type
    if random.random() < 0.05:
        spec.active = False
    if random.random() < 0.1:
        spec.instanceable = True
    if random.random() < 0.2:
        spec.customData = {"physics": {"localSpaceVelocities": random.choice((True, False, 1, "yes"))}, "other": 1.5}
    if random.random() < 0.7:
        draw_schemas(spec, random)
    held = [pair for pair in COLUMNS if _holds(spec, pair[0])]
    for _ in range(random.randint(0, 6)):
        draw_property(spec, *random.choice(held if held and random.random() < 0.7 else COLUMNS), targets, random)
    if random.random() < 0.4:
        draw_transform(spec, random)
    _draw_relationships(spec, targets, random)
    for _ in range(random.randint(0, 2)):
        name = random.choice(("acme:", "physics:acme", "mjc:", "", "newton:x:")) + f"p{random.randint(0, 9)}"
        author(spec, name, random.choice(VALUE_TYPES), random)


def draw_schemas(spec: Sdf.PrimSpec, random: Random) -> None:
    """List edits of API schemas."""
    names = random.sample(APIS, random.randint(0, 2)) + random.sample(OFTEN, random.randint(0, 2))
    names += random.sample(("AcmeAPI", "AcmeAPI:x", "Acme2API"), random.randint(0, 1))
    edits = Sdf.TokenListOp()
    for kind in random.sample(EDITS[1:], 2) if random.random() < 0.3 else [random.choice(EDITS)]:
        setattr(edits, f"{kind}Items", list(dict.fromkeys(names)))
    spec.SetInfo("apiSchemas", edits)


def _holds(spec: Sdf.PrimSpec, component: Component) -> bool:
    edits = spec.GetInfo("apiSchemas") if spec.HasInfo("apiSchemas") else Sdf.TokenListOp()
    return CONTRACT.is_a(spec.typeName, component.name) or component.name in {
        name.partition(":")[0] for name in edits.GetAppliedItems()
    }


def draw_property(spec: Sdf.PrimSpec, component: Component, column: Column, targets: list[str], random: Random) -> None:
    """An opinion on a column, now and then of another type than the column's."""
    name = component.full_name(column.name, random.choice(INSTANCES))
    resolved = name.startswith(RESOLVED)
    if column.usd_type == "rel" and (resolved or random.random() < 0.95):
        relate(spec, name, [t for t in targets if not resolved or "." not in t], random)
        return
    mistyped = column.usd_type == "rel" or (not resolved and random.random() < 0.15)
    if mistyped:
        author(spec, name, random.choice(VALUE_TYPES), random)
    else:
        author(spec, name, column.usd_type, random, () if column.array else column.tokens)


def draw_transform(spec: Sdf.PrimSpec, random: Random) -> None:
    """An order of ops, and a value for each op."""
    order = ["!resetXformStack!"] if random.random() < 0.2 else []
    for kind in random.sample(OPS, random.randint(0, 4)):
        name = f"xformOp:{kind}" + random.choice(("", "", ":pivot"))
        wide = kind in ("translate", "scale") or (kind.count("rotate") and len(kind) > 7)
        type_name = random.choice(OP_TYPES.get(kind, WIDE if wide else NARROW))
        author(spec, name, type_name if random.random() < 0.95 else random.choice(VALUE_TYPES), random)
        order.append(name)
        if random.random() < 0.2:
            order.append(f"!invert!{name}")
    attribute = Sdf.AttributeSpec(spec, "xformOpOrder", Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform)
    attribute.default = Sdf.ValueBlock() if random.random() < 0.05 else order + ["xformOp:scale:none"] * (not order)


def _draw_relationships(spec: Sdf.PrimSpec, targets: list[str], random: Random) -> None:
    prims = [target for target in targets if "." not in target]
    for name in ("material:binding", "material:binding:physics"):
        if random.random() < 0.2:
            relationship = relate(spec, name, prims, random)
            if relationship and random.random() < 0.4:
                strength = random.choice(("strongerThanDescendants", "weakerThanDescendants"))
                relationship.SetInfo("bindMaterialAs", strength)
    if spec.typeName == "PhysicsCollisionGroup":
        for name in ("includes", "excludes"):
            relate(spec, f"{COLLECTION}:{name}", prims, random)


def relate(spec: Sdf.PrimSpec, name: str, targets: list[str], random: Random) -> Sdf.RelationshipSpec | None:
    """A relationship with list edits, unless the name is taken."""
    if name in spec.properties:
        return None
    relationship = Sdf.RelationshipSpec(spec, name)
    if random.random() < 0.1:
        relationship.targetPathList.ClearEditsAndMakeExplicit()
    for kind in random.sample(EDITS[1:], 2) if random.random() < 0.2 else [random.choice(EDITS)]:
        items = getattr(relationship.targetPathList, f"{kind}Items")
        for target in random.sample(targets, min(len(targets), random.choice((1, 1, 1, 2, 3)))):
            if kind != "explicit" or random.random() < 0.9:
                items.append(Sdf.Path(target))
    return relationship


def author(spec: Sdf.PrimSpec, name: str, type_name: str, random: Random, tokens: tuple[str, ...] = ()) -> None:
    """An attribute with a value, a block, time samples or nothing, unless the name is taken."""
    if name in spec.properties:
        return
    attribute = Sdf.AttributeSpec(spec, name, Sdf.ValueTypeNames.Find(type_name))
    state = random.choices(("value", "block", "none", "samples", "both"), (16, 1, 1, 1, 1))[0]
    if state in ("value", "both"):
        attribute.default = random.choice(tokens) if tokens and random.random() < 0.8 else value_of(type_name, random)
    if state == "block":
        attribute.default = Sdf.ValueBlock()
    if state in ("samples", "both"):
        spec.layer.SetTimeSample(attribute.path, 1.0, value_of(type_name, random))


def value_of(type_name: str, random: Random) -> Any:
    """A value of a USD type: small whole numbers, which crates inline, as often as any others."""
    value_type = Sdf.ValueTypeNames.Find(type_name)
    if value_type.isArray:
        scalar = str(value_type.scalarType)
        return _array(type(value_type.defaultValue), scalar, random)
    default = value_type.defaultValue
    if isinstance(default, str):
        return random.choice(("", "X", "Y", "é", "force", "a longer text"))
    if isinstance(default, Sdf.AssetPath):
        return Sdf.AssetPath(random.choice(("a.usd", "textures/b.png", "")))
    if isinstance(default, Sdf.TimeCode):
        return Sdf.TimeCode(_number("double", random))
    if isinstance(default, bool):
        return random.random() < 0.5
    if isinstance(default, int | float):
        return _number(type_name, random)
    return _lanes(type(default), random)


def _array(kind: Any, scalar: str, random: Random) -> Any:
    """An array: empty, short, or long enough to be compressed, of one value, of few, or of all different ones."""
    length = random.choice((0, 1, 3, 16, 40))
    pool = [value_of(scalar, random) for _ in range(random.choice((1, 3, max(length, 1))))]
    return kind([random.choice(pool) for _ in range(length)])


def _number(type_name: str, random: Random) -> float | int:
    limits = {"uchar": (0, 8), "uint": (0, 32), "uint64": (0, 64), "int": (1, 31), "int64": (1, 63)}
    if type_name in limits:
        sign, bits = limits[type_name]
        return random.choice((random.getrandbits(bits), random.randint(0, 3))) - sign * random.getrandbits(bits)
    value = random.choice(
        (random.uniform(-10, 10), float(random.randint(-130, 130)), math.inf, -math.inf, math.nan, -0.0, 1e-40, 60000.0)
    )
    form = {"float": "f", "half": "e"}.get(type_name, "d")
    return float(struct.unpack(form, struct.pack(form, value))[0])


def _lanes(kind: Any, random: Random) -> Any:
    """A vector, quaternion or matrix."""
    if hasattr(kind, "GetReal"):
        return kind(*(random.choice((random.uniform(-2, 2), 1.0)) for _ in range(4)))
    dimension = kind.dimension
    size = dimension[0] * dimension[1] if isinstance(dimension, tuple) else dimension
    whole = kind.__name__.endswith("i") or random.random() < 0.5
    lanes = [random.randint(-130, 130) if whole else random.uniform(-9, 9) for _ in range(size)]
    if isinstance(dimension, tuple) and random.random() < 0.5:
        lanes = [lane if place % (dimension[0] + 1) == 0 else 0 for place, lane in enumerate(lanes)]
    return kind(*lanes)
