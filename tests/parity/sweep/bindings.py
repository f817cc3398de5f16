"""Material bindings: which material reaches a collider or body, and which bindings get a prim a row."""

from __future__ import annotations

from itertools import product
from typing import Any

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter

__all__ = ["bindings"]

_MATERIALS = {
    "physics": ("Material", ("PhysicsMaterialAPI",)),
    "newton": ("Material", ("NewtonMaterialAPI",)),
    "mpm": ("Material", ("NewtonMPMMaterialAPI",)),
    "physx": ("Material", ("PhysxMaterialAPI",)),
    "deformable": ("Material", ("OmniPhysicsDeformableMaterialAPI",)),
    "plain": ("Material", ()),
    "xform": ("Xform", ("PhysicsMaterialAPI",)),
    "typeless": ("", ("PhysicsMaterialAPI",)),
    "missing": None,
}
_PURPOSES = ("material:binding", "material:binding:physics", "material:binding:preview", "material:binding:full")
_BOUND = {
    "collider": ("Cube", ("PhysicsCollisionAPI",)),
    "body": ("Xform", ("PhysicsRigidBodyAPI",)),
    "shape": ("Cube", ()),
    "scope": ("Scope", ()),
    "scene": ("PhysicsScene", ()),
    "joint": ("PhysicsFixedJoint", ()),
    "points": ("Points", ()),
}


def bindings(stage: StageWriter, contract: Contract) -> None:
    """Bindings of every purpose to every kind of material, direct, inherited, contested and through collections."""
    materials = stage.prim("materials", "Scope")
    for name, made in _MATERIALS.items():
        if made is not None:
            stage.prim(name, *made, parent=materials)
    _direct(stage)
    _inherited(stage)
    _contested(stage)
    _collections(stage)
    _subsets(stage)


def _bind(stage: StageWriter, prim: Any, purpose: str, material: str, strength: str | None = None) -> None:
    stage.relationship(prim, purpose, [f"/World/materials/{material}"])
    if strength is not None:
        prim.relationships[purpose].SetInfo("bindMaterialAs", strength)


def _label(*parts: str) -> str:
    return "_".join(part.replace(":", "_") for part in parts)


def _direct(stage: StageWriter) -> None:
    for (kind, (prim_type, apis)), material, purpose, listed in product(
        _BOUND.items(), _MATERIALS, _PURPOSES, (True, False)
    ):
        applied = (*apis, "MaterialBindingAPI") if listed else apis
        prim = stage.prim(_label("direct", kind, material, purpose, str(listed)), prim_type, applied)
        _bind(stage, prim, purpose, material)


def _inherited(stage: StageWriter) -> None:
    for purpose, listed, strength in product(_PURPOSES, (True, False), (None, "strongerThanDescendants")):
        apis = ("MaterialBindingAPI",) if listed else ()
        label = _label("inherited", purpose, str(listed), strength or "weaker")
        parent = stage.prim(label, "Xform", apis)
        _bind(stage, parent, purpose, "physics", strength)
        between = stage.prim("between", "Scope", parent=parent)
        stage.prim("collider", "Cube", ("PhysicsCollisionAPI",), parent=between)
        stage.prim("body", "Xform", ("PhysicsRigidBodyAPI",), parent=parent)
        own = stage.prim("own", "Cube", ("PhysicsCollisionAPI", "MaterialBindingAPI"), parent=parent)
        _bind(stage, own, "material:binding:physics", "newton")


def _contested(stage: StageWriter) -> None:
    for first, second in product(("physics", "plain", "missing"), repeat=2):
        prim = stage.prim(f"contested_{first}_{second}", "Cube", ("PhysicsCollisionAPI", "MaterialBindingAPI"))
        _bind(stage, prim, "material:binding:physics", first)
        _bind(stage, prim, "material:binding", second)


def _collections(stage: StageWriter) -> None:
    purposes = ("material:binding:collection", "material:binding:collection:physics")
    for purpose, expand in product(purposes, (True, False)):
        label = _label("collection", purpose, str(expand))
        parent = stage.prim(label, "Xform", ("MaterialBindingAPI", "CollectionAPI:bound"))
        stage.attribute(parent, "collection:bound:expansionRule", "token", "expandPrims" if expand else "explicitOnly")
        stage.relationship(parent, "collection:bound:includes", [f"{parent.path}/in"])
        targets = [f"{parent.path}.collection:bound", "/World/materials/physics"]
        stage.relationship(parent, f"{purpose}:bound", targets)
        for name in ("in", "out"):
            prim = stage.prim(name, "Cube", ("PhysicsCollisionAPI",), parent=parent)
            stage.prim("below", "Cube", ("PhysicsCollisionAPI",), parent=prim)


def _subsets(stage: StageWriter) -> None:
    for collider, material, listed in product((True, False), _MATERIALS, (True, False)):
        label = _label("subset", str(collider), material, str(listed))
        mesh = stage.prim(label, "Mesh", ("PhysicsCollisionAPI",) if collider else ())
        subset = stage.prim("faces", "GeomSubset", ("MaterialBindingAPI",) if listed else (), parent=mesh)
        stage.attribute(subset, "elementType", "token", "face")
        stage.attribute(subset, "familyName", "token", "materialBind")
        stage.attribute(subset, "indices", "int[]", [0, 2, 5])
        _bind(stage, subset, "material:binding:physics", material)
