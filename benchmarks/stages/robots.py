"""Robots that simulators take as they are: drawn where their joints hold them, with inertias that bodies can have."""

from __future__ import annotations

from random import Random
from typing import Final

from pxr import Gf, Sdf

from benchmarks.stages import draws
from benchmarks.stages.specs import Attribute, add_attributes, add_prim, add_targets

__all__ = ["add_robots"]

_LINKS: Final = 10
_ROW: Final = 100
_LENGTH: Final = 0.2
_SPACING: Final = 4.0

_MASS = (
    Attribute("physics:mass", "Float", draws.positive),
    Attribute("physics:diagonalInertia", "Float3", draws.constant(Gf.Vec3f(0.02, 0.03, 0.04))),
    Attribute("physics:centerOfMass", "Point3f", draws.constant(Gf.Vec3f(_LENGTH / 2, 0, 0))),
    Attribute("physics:principalAxes", "Quatf", draws.rotation),
)
_TURN = (
    Attribute("physics:lowerLimit", "Float", lambda random: -90 * draws.positive(random)),
    Attribute("physics:upperLimit", "Float", lambda random: 90 * draws.positive(random)),
)
_SHIFT = (
    Attribute("physics:lowerLimit", "Float", lambda random: -draws.positive(random)),
    Attribute("physics:upperLimit", "Float", draws.positive),
)
_DRIVE = (
    ("type", "Token", draws.constant("force")),
    ("stiffness", "Float", draws.positive),
    ("damping", "Float", draws.positive),
    ("maxForce", "Float", lambda random: 100 * draws.positive(random)),
    ("targetPosition", "Float", draws.number),
)
_SIZES = (
    Attribute("radius", "Double", draws.constant(0.03)),
    Attribute("height", "Double", draws.constant(0.12)),
    Attribute("axis", "Token", draws.constant("X"), uniform=True),
)


def add_robots(world: Sdf.PrimSpec, count: int, random: Random) -> None:
    """Arms of ten links on a grid until there are `count` bodies: a base held by the world, driven hinges and slides.

    Every third joint is a slide; each link has its mass and inertia, and a capsule that collides.
    """
    for number in range(-(-count // _LINKS)):
        robot = add_prim(world, f"robot{number}", "Xform", apis=["PhysicsArticulationRootAPI"])
        corner = Gf.Vec3d(number % _ROW * _SPACING, number // _ROW * _SPACING, 1.0)
        previous = None
        for index in range(min(_LINKS, count - number * _LINKS)):
            link = _add_link(robot, f"link{index}", corner + Gf.Vec3d(_LENGTH * index, 0, 0), random)
            _add_joint(robot, index, (previous, link), corner, random)
            previous = link


def _add_link(robot: Sdf.PrimSpec, name: str, place: Gf.Vec3d, random: Random) -> Sdf.Path:
    link = add_prim(robot, name, "Xform", apis=["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    _place(link, place, random)
    add_attributes(link, _MASS, random)
    shape = add_prim(link, "collision", "Capsule", apis=["PhysicsCollisionAPI"])
    _place(shape, Gf.Vec3d(_LENGTH / 2, 0, 0), random)
    add_attributes(shape, _SIZES, random)
    return link.path


def _place(prim: Sdf.PrimSpec, place: Gf.Vec3d, random: Random) -> None:
    order = Attribute("xformOpOrder", "TokenArray", draws.constant(["xformOp:translate"]), uniform=True)
    add_attributes(prim, (Attribute("xformOp:translate", "Double3", draws.constant(place)), order), random)


def _add_joint(
    robot: Sdf.PrimSpec, index: int, bodies: tuple[Sdf.Path | None, Sdf.Path], corner: Gf.Vec3d, random: Random
) -> None:
    slides = index % 3 == 0
    kind, drive = ("PhysicsPrismaticJoint", "linear") if slides else ("PhysicsRevoluteJoint", "angular")
    kind = kind if index else "PhysicsFixedJoint"
    joint = add_prim(robot, f"joint{index}", kind, apis=[f"PhysicsDriveAPI:{drive}"] if index else ())
    for relationship, body in zip(("physics:body0", "physics:body1"), bodies, strict=True):
        add_targets(joint, relationship, body)
    place = Gf.Vec3f(_LENGTH, 0, 0) if index else Gf.Vec3f(corner)
    add_attributes(joint, (Attribute("physics:localPos0", "Point3f", draws.constant(place)),), random)
    if index:
        axis = Attribute("physics:axis", "Token", draws.axis, uniform=True)
        driven = (Attribute(f"drive:{drive}:physics:{base}", value, draw) for base, value, draw in _DRIVE)
        add_attributes(joint, (axis, *(_SHIFT if slides else _TURN), *driven), random)
