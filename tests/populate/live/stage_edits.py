"""A small stage with one of everything, and edits of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics, UsdShade

__all__ = ["ATTRIBUTES", "PRIMS", "SCHEMAS", "TYPES", "robot_stage"]

PRIMS = (
    "/World",
    "/World/Base",
    "/World/Base/Shape",
    "/World/Base/Shape/Subset",
    "/World/Arm",
    "/World/Arm/Shape",
    "/World/Hinge",
    "/World/Scene",
    "/World/Group",
    "/World/Steel",
    "/World/Copy",
    "/World/Copy/Shape",
    "/World/Custom",
    "/Loose",
    "/Model",
    "/Model/Shape",
)
"""Paths that edits speak of; not all of them are there at any time."""

TYPES = ("", "Xform", "Scope", "Cube", "Mesh", "PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "Material", "AcmeThing")

SCHEMAS = (
    "PhysicsRigidBodyAPI",
    "PhysicsCollisionAPI",
    "PhysicsMassAPI",
    "PhysicsMaterialAPI",
    "PhysicsDriveAPI:angular",
    "PhysicsLimitAPI:rotX",
    "PhysxRigidBodyAPI",
    "NewtonMimicAPI",
    "AcmeMagnetAPI",
)

ATTRIBUTES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "physics:mass": ("float", (1.0, 2.5, float("inf"))),
    "physics:density": ("float", (0.0, 3.0)),
    "physics:velocity": ("vector3f", (Gf.Vec3f(1, 2, 3), Gf.Vec3f(0))),
    "physics:kinematicEnabled": ("bool", (True, False)),
    "physics:lowerLimit": ("float", (-10.0, 5.0)),
    "physics:axis": ("token", ("X", "Y", "sideways")),
    "drive:angular:physics:stiffness": ("float", (10.0, 20.0)),
    "drive:angular:physics:type": ("token", ("force", "acceleration")),
    "limit:rotX:physics:high": ("float", (30.0,)),
    "physxRigidBody:sleepThreshold": ("float", (0.5,)),
    "physxRigidBody:solverPositionIterationCount": ("int", (7,)),
    "physics:gravityMagnitude": ("float", (9.5,)),
    "size": ("double", (1.0, 4.0)),
    "points": ("point3f[]", ([Gf.Vec3f(0), Gf.Vec3f(1)], [])),
    "acme:power": ("double", (4.0,)),
    "physics:acme": ("string", ("hello",)),
    "collection:colliders:expansionRule": ("token", ("explicitOnly", "expandPrims")),
}
"""Type and values by property name."""


def robot_stage(*, group: bool = True) -> Usd.Stage:
    """A jointed pair of bodies with a bound material, a model that is referenced, a variant set, and maybe a group."""
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.Xform.Define(stage, "/World")
    for name in ("Base", "Arm"):
        body = UsdGeom.Xform.Define(stage, f"/World/{name}")
        UsdPhysics.RigidBodyAPI.Apply(body.GetPrim())
        body.AddTranslateOp().Set(Gf.Vec3d(1, 2, 3))
        UsdPhysics.CollisionAPI.Apply(UsdGeom.Cube.Define(stage, f"/World/{name}/Shape").GetPrim())
    UsdGeom.Subset.Define(stage, "/World/Base/Shape/Subset")
    hinge = UsdPhysics.RevoluteJoint.Define(stage, "/World/Hinge")
    hinge.CreateBody0Rel().SetTargets(["/World/Base"])
    hinge.CreateBody1Rel().SetTargets(["/World/Arm"])
    UsdPhysics.DriveAPI.Apply(hinge.GetPrim(), "angular").CreateStiffnessAttr(5.0)
    UsdPhysics.Scene.Define(stage, "/World/Scene")
    if group:
        colliders = UsdPhysics.CollisionGroup.Define(stage, "/World/Group").GetCollidersCollectionAPI()
        colliders.CreateIncludesRel().SetTargets(["/World/Arm"])
    steel = UsdShade.Material.Define(stage, "/World/Steel")
    UsdPhysics.MaterialAPI.Apply(steel.GetPrim())
    UsdShade.MaterialBindingAPI.Apply(stage.GetPrimAtPath("/World/Arm")).Bind(steel, materialPurpose="physics")
    stage.DefinePrim("/World/Custom", "AcmeThing")
    UsdGeom.Cube.Define(stage, "/Loose")
    UsdPhysics.RigidBodyAPI.Apply(UsdGeom.Xform.Define(stage, "/Model").GetPrim())
    UsdPhysics.CollisionAPI.Apply(UsdGeom.Cube.Define(stage, "/Model/Shape").GetPrim())
    stage.DefinePrim("/World/Copy", "Xform").GetReferences().AddInternalReference("/Model")
    variants = stage.GetPrimAtPath("/World").GetVariantSets().AddVariantSet("size")
    for name, size in (("small", 0.5), ("large", 5.0)):
        variants.AddVariant(name)
        variants.SetVariantSelection(name)
        with variants.GetVariantEditContext():
            UsdGeom.Cube.Define(stage, f"/World/Only{name}").CreateSizeAttr(size)
            UsdPhysics.CollisionAPI.Apply(stage.GetPrimAtPath(f"/World/Only{name}"))
    variants.SetVariantSelection("small")
    return stage


Editing = Callable[[Usd.Stage], None]


def set_schemas(prim: Usd.Prim, names: list[str]) -> None:
    """List API schemas in the edit target, known to this OpenUSD or not."""
    layer = prim.GetStage().GetEditTarget().GetLayer()
    Sdf.CreatePrimInLayer(layer, prim.GetPath()).SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(names))
