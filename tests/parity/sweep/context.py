"""What a row owes to the prims around it: instancers, subsets, collections, native instances, metadata."""

from __future__ import annotations

from typing import Any

from pxr import Gf, Sdf, Vt

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.subjects import TARGET

__all__ = ["collections", "instancers", "local_velocities", "native_instances", "specifiers"]

_TYPES = {
    "plain": ("Xform", ()),
    "scope": ("Scope", ()),
    "body": ("Xform", ("PhysicsRigidBodyAPI",)),
    "collider": ("Cube", ("PhysicsCollisionAPI",)),
    "shape": ("Cube", ()),
    "site": ("Sphere", ("NewtonSiteAPI",)),
    "joint": ("PhysicsFixedJoint", ()),
    "articulation": ("Xform", ("PhysicsArticulationRootAPI",)),
    "material": ("Material", ("PhysicsMaterialAPI",)),
    "mass": ("Xform", ("PhysicsMassAPI",)),
    "typeless": ("", ()),
}
"""Prims of every standing, by what they are."""


def instancers(stage: StageWriter, contract: Contract) -> None:
    """Point instancers whose prototypes are of every kind, with and without APIs of their own."""
    prototypes = stage.prim("prototypes", "Xform")
    for name, made in _TYPES.items():
        stage.prim(name, *made, parent=prototypes)
    deep = stage.prim("deep", "Xform", parent=prototypes)
    stage.prim("body", "Cube", ("PhysicsRigidBodyAPI",), parent=deep)
    targets: dict[str, list[str] | None] = {name: [f"{prototypes.path}/{name}"] for name in (*_TYPES, "deep")}
    targets |= {"missing": ["/World/nothing"], "none": None, "empty": [], "two": [f"{prototypes.path}/plain", TARGET]}
    for label, apis in (("bare", ()), ("body", ("PhysicsRigidBodyAPI",)), ("mass", ("PhysicsMassAPI",))):
        for name, paths in targets.items():
            instancer = stage.prim(f"instancer_{label}_{name}", "PointInstancer", apis)
            stage.relationship(instancer, "prototypes", paths)
            stage.attribute(instancer, "protoIndices", "int[]", Vt.IntArray([0, 0]))
            if label != "body":
                _author_instances(stage, instancer)


def _author_instances(stage: StageWriter, instancer: Any) -> None:
    stage.attribute(instancer, "positions", "point3f[]", Vt.Vec3fArray([Gf.Vec3f(1, 2, 3), Gf.Vec3f(4, 5, 6)]))
    stage.attribute(instancer, "orientations", "quath[]", Vt.QuathArray([Gf.Quath(1), Gf.Quath(0, 1, 0, 0)]))
    stage.attribute(instancer, "scales", "float3[]", Vt.Vec3fArray([Gf.Vec3f(1), Gf.Vec3f(2)]))
    stage.attribute(instancer, "velocities", "vector3f[]", Vt.Vec3fArray([Gf.Vec3f(0, 0, 1), Gf.Vec3f(0)]))
    stage.attribute(instancer, "ids", "int64[]", Vt.Int64Array([7, 9]))
    stage.attribute(instancer, "invisibleIds", "int64[]", Vt.Int64Array([9]))
    instancer.SetInfo("inactiveIds", Sdf.Int64ListOp.Create(prependedItems=[7]))


def collections(stage: StageWriter, contract: Contract) -> None:
    """Collections of groups, quasistatic scenes and merged meshes, with every rule, and collections of nobody."""
    members = stage.prim("members", "Scope")
    for name, made in _TYPES.items():
        stage.prim("below", "Cube", ("PhysicsCollisionAPI",), parent=stage.prim(name, *made, parent=members))
    holders = {
        "colliders": ("PhysicsCollisionGroup", ()),
        "quasistaticactors": ("PhysicsScene", ("PhysxSceneQuasistaticAPI",)),
        "collisionmeshes": ("Xform", ("PhysxMeshMergeCollisionAPI", "PhysicsCollisionAPI")),
        "stray": ("Xform", ("PhysicsRigidBodyAPI",)),
    }
    for collection, made in holders.items():
        for rule in ("expandPrims", "explicitOnly", "expandPrimsAndProperties"):
            prim = stage.prim(f"{collection}_{rule}", *made)
            stage.attribute(prim, f"collection:{collection}:expansionRule", "token", rule)
            stage.relationship(prim, f"collection:{collection}:includes", [str(members.path)])
            stage.relationship(prim, f"collection:{collection}:excludes", [f"{members.path}/body"])
        root = stage.prim(f"{collection}_root", *made)
        stage.attribute(root, f"collection:{collection}:includeRoot", "bool", True)
        expression = stage.prim(f"{collection}_expression", *made)
        query = Sdf.PathExpression(f"{members.path}//")
        stage.attribute(expression, f"collection:{collection}:membershipExpression", "pathExpression", query)


def local_velocities(stage: StageWriter, contract: Contract) -> None:
    """The custom data that says in which space a body's velocities are, in every type it may come in."""
    for kind, made in _TYPES.items():
        for label, value in (("true", True), ("false", False), ("number", 1), ("text", "true")):
            prim = stage.prim(f"{kind}_{label}", *made)
            prim.SetInfo("customData", {"physics:localSpaceVelocities": value})
            nested = stage.prim(f"{kind}_{label}_nested", *made)
            nested.SetInfo("customData", {"physics": {"localSpaceVelocities": value}})


def native_instances(stage: StageWriter, contract: Contract) -> None:
    """Shared prototypes of prims of every kind, instanced twice, and instances with properties of their own."""
    sources = stage.prim("sources", "Scope")
    sources.active = False
    for name, made in _TYPES.items():
        source = Sdf.PrimSpec(stage.layer, f"source_{name}", Sdf.SpecifierClass, "Xform")
        inner = stage.prim("inner", *made, parent=source)
        stage.prim("collider", "Cube", ("PhysicsCollisionAPI",), parent=inner)
        joint = stage.prim("joint", "PhysicsRevoluteJoint", parent=source)
        stage.relationship(joint, "physics:body0", [f"{source.path}/inner"])
        for place in range(2):
            _instance(stage, f"{name}_{place}", str(source.path))
        body = _instance(stage, f"{name}_body", str(source.path), ("PhysicsRigidBodyAPI",))
        stage.attribute(body, "physics:velocity", "vector3f", Gf.Vec3f(1, 2, 3))


def _instance(stage: StageWriter, name: str, source: str, apis: tuple[str, ...] = ()) -> Any:
    prim = stage.prim(name, "Xform", apis)
    prim.referenceList.prependedItems = [Sdf.Reference("", Sdf.Path(source))]
    prim.instanceable = True
    return prim


def specifiers(stage: StageWriter, contract: Contract) -> None:
    """Prims that are inactive, abstract, only overridden, below such prims, or of odd names."""
    for name, made in _TYPES.items():
        stage.prim(f"inactive_{name}", *made).active = False
        for label, specifier in (("over", Sdf.SpecifierOver), ("class", Sdf.SpecifierClass)):
            prim = stage.prim(f"{label}_{name}", *made)
            prim.specifier = specifier
            stage.prim("below", *made, parent=prim)
        hidden = stage.prim(f"hidden_{name}", *made)
        stage.attribute(hidden, "visibility", "token", "invisible")
        stage.attribute(hidden, "purpose", "token", "guide")
        stage.prim(f"körper_{name}_体", *made)
