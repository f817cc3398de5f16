"""What the generated stages look like: each layout fills a folder and says which file is the root layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from pxr import Gf, Sdf, Vt

from benchmarks.stages import draws
from benchmarks.stages.prims import SHAPE_TYPES, add_body, add_joint, add_scene, add_shape, new_robot
from benchmarks.stages.robots import add_robots
from benchmarks.stages.specs import Attribute, add_attributes, add_prim, add_targets, add_transform, new_layer

__all__ = ["LAYOUTS", "Layout"]

Layout = Callable[[int, Path, Random], None]
"""Called with a count, the root layer's path (its suffix is the format) and the random generator."""

_ROBOT = "robot.usdc"

_NESTING = 4

_CHILDREN = 3
_TILE = 10
"""Joints of the robot that `tiled` repeats."""

_OPERATIONS = (
    ("translate", "orient", "scale"),
    ("transform",),
    ("translate",),
    ("translate", "orient"),
    ("translate", "rotateXYZ", "scale"),
    ("orient",),
)

_MIXED_BODIES = ("Cube", "Sphere", "Xform")
_MIXED_JOINTS = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsFixedJoint", "PhysicsSphericalJoint")

_BODY_CHANGES = (
    Attribute("physics:mass", "Float", draws.positive),
    Attribute("physics:velocity", "Vector3f", draws.vector),
)
_LIMIT_CHANGES = (Attribute("physics:lowerLimit", "Float", draws.constant(-2.0)),)
_DRIVE_CHANGES = (Attribute("drive:angular:physics:stiffness", "Float", draws.positive),)


def _flat(count: int, root: Path, random: Random) -> None:
    """One layer with `count` bodies beside each other and as many driven joints that chain them, all authored."""
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        _fill_flat(layer, count, random)
    layer.Export(str(root))


def _fill_flat(layer: Sdf.Layer, count: int, random: Random) -> None:
    world = add_prim(layer, "World", "Xform")
    add_scene(world, random)
    bodies, joints = add_prim(world, "bodies", "Scope"), add_prim(world, "joints", "Scope")
    previous = None
    for index in range(count):
        body = add_body(bodies, f"body{index}", "Cube", random).path
        add_joint(joints, f"joint{index}", "PhysicsRevoluteJoint", random, bodies=(previous, body))
        previous = body


def _mixed(count: int, root: Path, random: Random) -> None:
    """One layer with `count` bodies of several types deep in nested Xforms, and joints of several types."""
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        world = add_prim(layer, "World", "Xform")
        add_scene(world, random)
        for index in range(count):
            if index % 8 == 0:
                group = add_prim(world, f"group{index}", "Xform")
                add_transform(group, ["translate"], random)
            _add_mixed_body(group, index, random)
    layer.Export(str(root))


def _add_mixed_body(group: Sdf.PrimSpec, index: int, random: Random) -> None:
    parent = group
    for depth in range(_NESTING):
        parent = add_prim(parent, f"nested{index}_{depth}", "Xform")
        if (index + depth) % 2:
            add_transform(parent, _OPERATIONS[(index + depth) % len(_OPERATIONS)], random)
    shape_type = _MIXED_BODIES[index % len(_MIXED_BODIES)]
    operations = _OPERATIONS[index % len(_OPERATIONS)]
    body = add_body(parent, f"body{index}", shape_type, random, operations=operations, detailed=index % 4 == 0)
    if not SHAPE_TYPES[shape_type]:
        add_shape(body, "collision", "Cylinder", random)
    joint_type = _MIXED_JOINTS[index % len(_MIXED_JOINTS)]
    add_joint(parent, f"joint{index}", joint_type, random, bodies=(None, body.path), detailed=index % 5 == 0)


def _references(count: int, root: Path, random: Random) -> None:
    """One robot in a layer of its own, referenced `count` times."""
    layer, _ = _robot_field(count, root, random)
    layer.Export(str(root))


def _overridden(count: int, root: Path, random: Random) -> None:
    """As `references`, with four local opinions on each robot."""
    layer, robots = _robot_field(count, root, random)
    with Sdf.ChangeBlock():
        for robot in robots:
            add_attributes(add_prim(robot, "link0", over=True), _BODY_CHANGES, random)
            joints = add_prim(robot, "joints", over=True)
            add_attributes(add_prim(joints, "joint3", over=True), _DRIVE_CHANGES, random)
            add_attributes(add_prim(joints, "joint5", over=True), _LIMIT_CHANGES, random)
    layer.Export(str(root))


def _instances(count: int, root: Path, random: Random) -> None:
    """As `references`, with every robot instanceable."""
    layer, robots = _robot_field(count, root, random)
    with Sdf.ChangeBlock():
        for robot in robots:
            robot.instanceable = True
    layer.Export(str(root))


def _robot_field(count: int, root: Path, random: Random) -> tuple[Sdf.Layer, list[Sdf.PrimSpec]]:
    new_robot(random).Export(str(root.with_name(_ROBOT)))
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        return layer, list(_add_robots(layer, count, random))


def _add_robots(layer: Sdf.Layer, count: int, random: Random) -> Iterator[Sdf.PrimSpec]:
    world = add_prim(layer, "World", "Xform")
    add_scene(world, random)
    field = add_prim(world, "environments", "Scope")
    for index in range(count):
        environment = add_prim(field, f"environment{index}", "Xform")
        add_transform(environment, ["translate"], random)
        robot = add_prim(environment, "robot", "Xform")
        robot.referenceList.prependedItems = [Sdf.Reference(f"./{_ROBOT}")]
        add_transform(robot, ["translate", "orient"], random)
        yield robot


def _layered(count: int, root: Path, random: Random) -> None:
    """The content of `flat` in a sublayer, below one that overrides a third of the bodies and a fifth of the joints."""
    base, changes = (root.with_name(f"{name}{root.suffix}") for name in ("base", "changes"))
    _flat(count, base, random)
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        world = add_prim(layer, "World", over=True)
        bodies, joints = (add_prim(world, name, over=True) for name in ("bodies", "joints"))
        for index in range(0, count, 3):
            add_attributes(add_prim(bodies, f"body{index}", over=True), _BODY_CHANGES, random)
        for index in range(0, count, 5):
            add_attributes(add_prim(joints, f"joint{index}", over=True), _LIMIT_CHANGES, random)
    layer.Export(str(changes))
    stack = new_layer("World")
    stack.subLayerPaths = [f"./{changes.name}", f"./{base.name}"]
    stack.Export(str(root))


def _articulation(count: int, root: Path, random: Random) -> None:
    """One floating articulation of `count` hinges: a tree in which each link carries three others."""
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        world = add_prim(layer, "World", "Xform")
        add_scene(world, random)
        robot = add_prim(world, "robot", "Xform", apis=["PhysicsArticulationRootAPI"])
        links, joints = add_prim(robot, "links", "Scope"), add_prim(robot, "joints", "Scope")
        paths = [add_body(links, "base", "Xform", random, detailed=False).path]
        for index in range(count):
            paths.append(add_body(links, f"link{index}", "Xform", random, detailed=False).path)
            bodies = (paths[index // _CHILDREN], paths[-1])
            add_joint(joints, f"joint{index}", "PhysicsRevoluteJoint", random, bodies=bodies, detailed=False)
    layer.Export(str(root))


def _tiled(count: int, root: Path, random: Random) -> None:
    """A point instancer over one robot of some links: its rows repeat until there are `count` joints."""
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        world = add_prim(layer, "World", "Xform")
        add_scene(world, random)
        instancer = add_prim(world, "field", "PointInstancer")
        prototypes = add_prim(instancer, "prototypes", "Scope")
        robot = add_prim(prototypes, "robot", "Xform", apis=["PhysicsArticulationRootAPI"])
        previous = None
        for index in range(min(count, _TILE)):
            body = add_body(robot, f"link{index}", "Cube", random, detailed=False).path
            add_joint(robot, f"joint{index}", "PhysicsRevoluteJoint", random, bodies=(previous, body), detailed=False)
            previous = body
        copies = -(-count // _TILE)
        positions = Vt.Vec3fArray([Gf.Vec3f(index % 1000, index // 1000, 0.0) for index in range(copies)])
        values = (
            Attribute("protoIndices", "IntArray", draws.constant(Vt.IntArray([0] * copies))),
            Attribute("positions", "Point3fArray", draws.constant(positions)),
        )
        add_attributes(instancer, values, random)
        add_targets(instancer, "prototypes", robot.path)
    layer.Export(str(root))


def _robots(count: int, root: Path, random: Random) -> None:
    """Arms side by side, `count` bodies in all; see `add_robots`."""
    layer = new_layer("World")
    with Sdf.ChangeBlock():
        world = add_prim(layer, "World", "Xform")
        add_scene(world, random)
        add_robots(world, count, random)
    layer.Export(str(root))


LAYOUTS: dict[str, Layout] = {
    "flat": _flat,
    "mixed": _mixed,
    "references": _references,
    "overridden": _overridden,
    "instances": _instances,
    "layered": _layered,
    "articulation": _articulation,
    "tiled": _tiled,
    "robots": _robots,
}
"""Layouts by name."""
