"""Scenes, bodies, joints and a robot, with the attributes that converted robots usually author."""

from __future__ import annotations

import math
from random import Random

from pxr import Gf, Sdf

from benchmarks.stages import draws
from benchmarks.stages.specs import Attribute, add_attributes, add_prim, add_targets, add_transform, new_layer

__all__ = ["JOINT_TYPES", "SHAPE_TYPES", "add_body", "add_joint", "add_scene", "add_shape", "new_robot"]

_SCENE = (
    Attribute("physics:gravityMagnitude", "Float", draws.constant(9.81)),
    Attribute("physics:gravityDirection", "Vector3f", draws.constant(Gf.Vec3f(0, 0, -1))),
)

_BODY = (Attribute("physics:mass", "Float", draws.positive),)

_BODY_DETAILS = (
    Attribute("physics:diagonalInertia", "Float3", draws.positive_vector),
    Attribute("physics:centerOfMass", "Point3f", draws.vector),
    Attribute("physics:principalAxes", "Quatf", draws.rotation),
    Attribute("physics:velocity", "Vector3f", draws.vector),
    Attribute("physics:angularVelocity", "Vector3f", draws.vector),
    Attribute("physics:rigidBodyEnabled", "Bool", draws.constant(True)),
    Attribute("physics:kinematicEnabled", "Bool", draws.constant(False)),
)

_COLLIDER_DETAILS = (Attribute("physics:collisionEnabled", "Bool", draws.constant(True)),)

_RADIUS = Attribute("radius", "Double", draws.positive)
_HEIGHT = Attribute("height", "Double", draws.positive)

SHAPE_TYPES = {
    "Cube": (Attribute("size", "Double", draws.positive),),
    "Sphere": (_RADIUS,),
    "Capsule": (_RADIUS, _HEIGHT),
    "Cylinder": (_RADIUS, _HEIGHT),
    "Xform": (),
}
"""Attributes by prim type of a body or a collision shape."""

_JOINT = (
    Attribute("physics:localPos0", "Point3f", draws.vector),
    Attribute("physics:localPos1", "Point3f", draws.vector),
    Attribute("physics:localRot0", "Quatf", draws.rotation),
    Attribute("physics:localRot1", "Quatf", draws.rotation),
)

_JOINT_DETAILS = (
    Attribute("physics:breakForce", "Float", draws.constant(math.inf)),
    Attribute("physics:breakTorque", "Float", draws.constant(math.inf)),
    Attribute("physics:jointEnabled", "Bool", draws.constant(True)),
    Attribute("physics:collisionEnabled", "Bool", draws.constant(False)),
    Attribute("physics:excludeFromArticulation", "Bool", draws.constant(False), uniform=True),
)

_AXIS = (Attribute("physics:axis", "Token", draws.axis, uniform=True),)

_LIMITS = (
    Attribute("physics:lowerLimit", "Float", lambda random: -draws.positive(random)),
    Attribute("physics:upperLimit", "Float", draws.positive),
)

_CONE_LIMITS = (
    Attribute("physics:coneAngle0Limit", "Float", draws.positive),
    Attribute("physics:coneAngle1Limit", "Float", draws.positive),
)

_DRIVE = (
    ("type", "Token", draws.constant("force")),
    ("stiffness", "Float", draws.positive),
    ("damping", "Float", draws.positive),
    ("maxForce", "Float", draws.positive),
    ("targetPosition", "Float", draws.number),
)

JOINT_TYPES = {
    "PhysicsRevoluteJoint": (*_AXIS, *_LIMITS),
    "PhysicsPrismaticJoint": (*_AXIS, *_LIMITS),
    "PhysicsSphericalJoint": (*_AXIS, *_CONE_LIMITS),
    "PhysicsFixedJoint": (),
}
"""Attributes of their own by joint type."""

_DRIVES = {
    joint_type: tuple(Attribute(f"drive:{name}:physics:{base}", kind, draw) for base, kind, draw in _DRIVE)
    for joint_type, name in {"PhysicsRevoluteJoint": "angular", "PhysicsPrismaticJoint": "linear"}.items()
}

_LINKS = 12


def add_scene(parent: Sdf.PrimSpec, random: Random) -> None:
    """A physics scene."""
    add_attributes(add_prim(parent, "scene", "PhysicsScene"), _SCENE, random)


def add_shape(parent: Sdf.PrimSpec, name: str, shape_type: str, random: Random) -> None:
    """A collision shape below a body."""
    shape = add_prim(parent, name, shape_type, apis=["PhysicsCollisionAPI"])
    add_attributes(shape, SHAPE_TYPES[shape_type], random)
    add_transform(shape, ["translate", "orient"], random)


def add_body(
    parent: Sdf.PrimSpec,
    name: str,
    shape_type: str,
    random: Random,
    *,
    operations: tuple[str, ...] = ("translate", "orient", "scale"),
    detailed: bool = True,
) -> Sdf.PrimSpec:
    """A rigid body with its mass, and its inertia and velocities if detailed; a collider too unless an Xform."""
    collider = shape_type != "Xform"
    apis = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", *(["PhysicsCollisionAPI"] if collider else [])]
    body = add_prim(parent, name, shape_type, apis=apis)
    add_transform(body, operations, random)
    add_attributes(body, (*SHAPE_TYPES[shape_type], *_BODY), random)
    if detailed:
        add_attributes(body, (*_BODY_DETAILS, *(_COLLIDER_DETAILS if collider else ())), random)
    return body


def add_joint(
    parent: Sdf.PrimSpec,
    name: str,
    joint_type: str,
    random: Random,
    *,
    bodies: tuple[Sdf.Path | None, Sdf.Path],
    detailed: bool = True,
) -> None:
    """A joint between two bodies (None is the world), driven where its type can be."""
    drive = _DRIVES.get(joint_type, ())
    joint = add_prim(parent, name, joint_type, apis=[f"PhysicsDriveAPI:{drive[0].name.split(':')[1]}"] if drive else ())
    for relationship, body in zip(("physics:body0", "physics:body1"), bodies, strict=True):
        add_targets(joint, relationship, body)
    add_attributes(joint, (*JOINT_TYPES[joint_type], *_JOINT, *drive), random)
    if detailed:
        add_attributes(joint, _JOINT_DETAILS, random)


def new_robot(random: Random) -> Sdf.Layer:
    """A layer with one articulation, `/Robot`: links in a chain, each with a collision shape and a visual one."""
    layer = new_layer("Robot")
    with Sdf.ChangeBlock():
        robot = add_prim(layer, "Robot", "Xform", apis=["PhysicsArticulationRootAPI"])
        joints = add_prim(robot, "joints", "Scope")
        previous = None
        for index in range(_LINKS):
            operations = ("translate", "orient", "scale") if index % 3 else ("transform",)
            link = add_body(robot, f"link{index}", "Xform", random, operations=operations, detailed=index % 2 == 0)
            add_shape(link, "collision", "Capsule", random)
            add_attributes(add_prim(link, "visual", "Sphere"), SHAPE_TYPES["Sphere"], random)
            joint_type = "PhysicsRevoluteJoint" if previous else "PhysicsFixedJoint"
            bodies = (previous, link.path)
            add_joint(joints, f"joint{index}", joint_type, random, bodies=bodies, detailed=index % 2 == 1)
            previous = link.path
    return layer
