"""What OpenUSD's own physics parser finds on a stage, sorted by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from columnar.descriptors import Units
from populate.walker.opinions import PrimOpinions
from populate.walker.working_stage import WorkingStage
from schemas.descriptors import JointType, ShapeType

__all__ = ["ParsedJoint", "ParsedPrim", "ParsedShape", "ParsedStage", "parse_stage"]

_JOINTS: Final[Mapping[Any, JointType]] = {
    UsdPhysics.ObjectType.FixedJoint: JointType.FIXED,
    UsdPhysics.ObjectType.RevoluteJoint: JointType.REVOLUTE,
    UsdPhysics.ObjectType.PrismaticJoint: JointType.PRISMATIC,
    UsdPhysics.ObjectType.SphericalJoint: JointType.SPHERICAL,
    UsdPhysics.ObjectType.DistanceJoint: JointType.DISTANCE,
    UsdPhysics.ObjectType.D6Joint: JointType.D6,
    UsdPhysics.ObjectType.CustomJoint: JointType.CUSTOM,
}

_COUPLINGS: Final[Mapping[str, JointType]] = {
    "PhysxPhysicsGearJoint": JointType.GEAR,
    "PhysxPhysicsRackAndPinionJoint": JointType.RACK_AND_PINION,
}
"""Joint types that OpenUSD takes for plain joints, by the type name of their prims."""

_SHAPES: Final[Mapping[Any, ShapeType | None]] = {
    UsdPhysics.ObjectType.SphereShape: ShapeType.SPHERE,
    UsdPhysics.ObjectType.CubeShape: ShapeType.CUBE,
    UsdPhysics.ObjectType.CapsuleShape: ShapeType.CAPSULE,
    UsdPhysics.ObjectType.CylinderShape: ShapeType.CYLINDER,
    UsdPhysics.ObjectType.ConeShape: ShapeType.CONE,
    UsdPhysics.ObjectType.PlaneShape: ShapeType.PLANE,
    UsdPhysics.ObjectType.MeshShape: ShapeType.MESH,
    UsdPhysics.ObjectType.Capsule1Shape: None,
    UsdPhysics.ObjectType.Cylinder1Shape: None,
    UsdPhysics.ObjectType.SpherePointsShape: None,
    UsdPhysics.ObjectType.CustomShape: None,
}
"""Shapes that OpenUSD reports; None for those the shape table has no type for."""


@dataclass(frozen=True)
class ParsedPrim:
    """An object of OpenUSD's parser and the prim it was made from.

    Attributes:
        path: path of the prim.
        parsed: OpenUSD's record, read-only.
        opinions: what the prim says on its own.
    """

    path: str
    parsed: Any
    opinions: PrimOpinions


@dataclass(frozen=True)
class ParsedJoint(ParsedPrim):
    """A joint, with the type the joint table gives it."""

    type: JointType


@dataclass(frozen=True)
class ParsedShape(ParsedPrim):
    """A collision shape; type None is one the shape table cannot hold."""

    type: ShapeType | None


@dataclass(frozen=True)
class ParsedStage:
    """Everything OpenUSD's parser reports of a stage, invalid articulations and shapes of points included."""

    stage: Usd.Stage
    units: Units
    joints: list[ParsedJoint]
    bodies: list[ParsedPrim]
    shapes: list[ParsedShape]
    materials: list[ParsedPrim]
    groups: list[ParsedPrim]
    scenes: list[ParsedPrim]
    articulations: list[ParsedPrim]


def parse_stage(working: WorkingStage, root: str) -> ParsedStage:
    """Run OpenUSD's parser over a stage, or over the subtree of `root`."""
    stage = working.stage
    found = UsdPhysics.UsdPhysicsLoadStageFromPrimRange(stage, [root])
    kinds = UsdPhysics.ObjectType
    return ParsedStage(
        stage=stage,
        units=_units(stage),
        joints=[
            ParsedJoint(*fields, type=_joint_type(working.types, fields[0], kind))
            for key, kind in _JOINTS.items()
            for fields in _records(stage, found, key)
        ],
        bodies=[ParsedPrim(*fields) for fields in _records(stage, found, kinds.RigidBody)],
        shapes=[
            ParsedShape(*fields, type=kind) for key, kind in _SHAPES.items() for fields in _records(stage, found, key)
        ],
        materials=[ParsedPrim(*fields) for fields in _records(stage, found, kinds.RigidBodyMaterial)],
        groups=[ParsedPrim(*fields) for fields in _records(stage, found, kinds.CollisionGroup)],
        scenes=[ParsedPrim(*fields) for fields in _records(stage, found, kinds.Scene)],
        articulations=[ParsedPrim(*fields) for fields in _records(stage, found, kinds.Articulation)],
    )


def _records(stage: Usd.Stage, found: Mapping[Any, Any], key: Any) -> Iterator[tuple[str, Any, PrimOpinions]]:
    """Path, record and opinions of every object of one kind."""
    if key not in found:
        return
    for path, record in zip(*found[key], strict=True):
        yield str(path), record, PrimOpinions(stage.GetPrimAtPath(path))


def _joint_type(types: Mapping[Sdf.Path, str], path: str, kind: JointType) -> JointType:
    return _COUPLINGS.get(types.get(Sdf.Path(path), ""), kind)


def _units(stage: Usd.Stage) -> Units:
    return Units(
        meters_per_unit=UsdGeom.GetStageMetersPerUnit(stage),
        kilograms_per_unit=UsdPhysics.GetStageKilogramsPerUnit(stage),
        up_axis=str(UsdGeom.GetStageUpAxis(stage)),
    )
