"""Strategies for stages over the whole contract: every component and column, in every state an opinion can be in."""

from __future__ import annotations

from functools import cache
from typing import Any

from drawn_stage import BLOCK, Arc, Choice, Opinion, Prim, Stage, TargetEdits
from drawn_transforms import transforms
from drawn_values import MISTYPED, value_of
from hypothesis import strategies as st

from schemas.contract import ComponentKind, ProducerRule, load_contract

__all__ = ["stages"]

ARC_KINDS = ("references", "payload", "inherits", "specializes")
CONTRACT = load_contract()
NAMES = ("a", "b", "c", "d", "e", "é")
INSTANCES = ("rotX", "angular", "linear", "left")
PLAIN_TYPES = ("", "Xform", "Scope", "AcmeRobot", "GeomSubset", "Camera")
TYPES = (
    *PLAIN_TYPES,
    *(c.name for c in CONTRACT.tables if c.kind is ComponentKind.PRIM_TYPE and c.name != "PointInstancer"),
)
COMMON_TYPES = (
    "Xform",
    "Xform",
    "Xform",
    "Cube",
    "Mesh",
    "PhysicsRevoluteJoint",
    "PhysicsJoint",
    "PhysicsScene",
    "Material",
    "",
)
COMMON_APIS = (
    "PhysicsRigidBodyAPI",
    "PhysicsCollisionAPI",
    "PhysicsMassAPI",
    "PhysicsDriveAPI:rotX",
    "PhysicsMaterialAPI",
)
APIS = (
    "AcmeMagnetAPI",
    *(
        f"{component.name}:{instance}" if component.multiple_apply else component.name
        for component in CONTRACT.tables
        if component.kind is ComponentKind.API_SCHEMA
        for instance in (INSTANCES if component.multiple_apply else ("",))
    ),
)
COLUMNS = tuple(
    (component, column)
    for component in CONTRACT.tables
    if component.name != "PointInstancer"
    for column in component.columns
    if column.producer is not ProducerRule.DERIVED or column.name == "material:binding:physics"
    if not column.name.startswith("usd-metadata:")
)
EVERY_COLUMN = tuple(range(len(COLUMNS)))
LIBRARY = ("/Library/A", "/Library/B")


@st.composite
def stages(draw: st.DrawFn) -> Stage:
    """A small stage: a library of classes, and prims that use it."""
    library = [prim for root in LIBRARY for prim in draw(trees(root, arcs=False, specifier="class"))]
    world = draw(trees("/World", arcs=True, specifier="def"))
    return Stage(
        prims=(Prim("/Library", "class"), *library, *world),
        meters_per_unit=draw(st.sampled_from([None, 1.0, 0.01, 0.0254, 12.3])),
        kilograms_per_unit=draw(st.sampled_from([None, 1.0, 0.001])),
        up_axis=draw(st.sampled_from([None, "Y", "Z"])),
    )


@st.composite
def trees(draw: st.DrawFn, root: str, *, arcs: bool, specifier: str) -> list[Prim]:
    """A prim and a few below it, parents first."""
    paths = [root]
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=7 if arcs else 3)):
        path = f"{draw(st.sampled_from(paths))}/{name}"
        if path not in paths:
            paths.append(path)
    targets = [*paths, *LIBRARY, "/World/a", "/World/a/b", "/Library/A/a", "/gone", "/World/a.physics:mass"]
    leaves = {path for path in paths if not any(other.startswith(f"{path}/") for other in paths)}
    found = []
    for path in paths:
        kind = specifier if path == root else draw(st.sampled_from(["def"] * 14 + ["over", "class"]))
        found.append(draw(prims(path, kind, targets, arcs=arcs, leaf=path in leaves)))
    return found


@st.composite
def prims(draw: st.DrawFn, path: str, specifier: str, targets: list[str], *, arcs: bool, leaf: bool) -> Prim:
    """A prim of any type with any APIs and opinions, most often a common one."""
    prim_type = draw(st.sampled_from(COMMON_TYPES) | st.sampled_from(TYPES)) if path != "/World" else "Xform"
    apis = tuple(
        draw(st.lists(st.sampled_from(COMMON_APIS) | st.sampled_from(APIS), min_size=1, max_size=3, unique=True))
    )
    order, ops = draw(transforms())
    some = st.lists(opinions(held_columns(prim_type, apis), targets), max_size=5).map(tuple)
    bring = st.builds(Arc, st.sampled_from(ARC_KINDS), st.sampled_from(LIBRARY))
    arc = draw(st.none() | bring | bring) if arcs and leaf else None
    choice = st.none() | st.builds(Choice, st.sampled_from(["small", "large", None]), some, some)
    return Prim(
        path=path,
        specifier=specifier,
        prim_type=prim_type,
        apis=apis,
        opinions=(*ops, *draw(some)),
        order=order,
        active=path.count("/") == 1 or draw(st.sampled_from([True] * 14 + [False])),
        arc=arc,
        instanceable=arc is not None and draw(st.booleans()),
        choice=draw(choice),
    )


@cache
def held_columns(prim_type: str, apis: tuple[str, ...]) -> tuple[int, ...]:
    """Indices of the columns of the components that a prim of this type with these APIs holds; all of them if none."""
    names = {api.partition(":")[0] for api in apis}
    held = [i for i, (c, _) in enumerate(COLUMNS) if c.name in names or CONTRACT.is_a(prim_type, c.name)]
    return tuple(held) or EVERY_COLUMN


@st.composite
def opinions(draw: st.DrawFn, held: tuple[int, ...], targets: list[str]) -> Opinion:
    """An opinion on one of these columns, now and then on any other."""
    component, column = COLUMNS[draw(st.sampled_from(held if draw(st.integers(0, 3)) else EVERY_COLUMN))]
    name = component.full_name(column.name, draw(st.sampled_from(INSTANCES)) if component.multiple_apply else "")
    layer = draw(st.integers(0, 1))
    state = draw(st.sampled_from(["value"] * 5 + ["block", "samples", "mistyped", "declared", "swapped"]))
    if column.relationship != (state == "swapped"):
        edit = draw(st.sampled_from(["explicit", "prepend", "append", "delete"]))
        listed = draw(st.lists(st.sampled_from(targets), max_size=3, unique=True))
        return Opinion(name, "rel", TargetEdits(edit, tuple(listed)), layer=layer)
    type_name = "token" if column.relationship else draw(MISTYPED) if state == "mistyped" else column.usd_type
    value: Any = draw(value_of(type_name, column.tokens))
    if state == "samples":
        return Opinion(name, type_name, samples=(value, value), layer=layer)
    return Opinion(name, type_name, {"block": BLOCK, "declared": None}.get(state, value), layer=layer)
