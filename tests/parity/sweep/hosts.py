"""Which prims get a row, and which columns with it: every API schema on every kind of prim."""

from __future__ import annotations

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter

__all__ = ["apis_on_hosts"]

_HOSTS = (
    *("", "Scope", "Xform", "Cube", "Cone", "Cylinder", "Mesh", "Plane", "Points", "BasisCurves", "TetMesh"),
    *("Capsule", "Sphere", "Capsule_1", "NurbsPatch"),
    *("PhysicsJoint", "PhysicsPrismaticJoint", "PhysicsScene", "PhysicsCollisionGroup", "NewtonActuator", "Material"),
    *("Shader", "Camera", "SphereLight", "PointInstancer", "GeomSubset", "SkelRoot", "Skeleton", "NoSuchType"),
)
"""Prim types: typeless, of every branch of the type tree, and one that no schema declares."""

_OUTSIDE = ("Vehicle", "Deformable", "Particle", "PBDMaterial", "OmniPhysics")
"""Parts of API schema names that lie outside the project."""


def apis_on_hosts(stage: StageWriter, contract: Contract) -> None:
    """Every API schema of physics alone on every host, once without any, and with two."""
    names = [n for n in sorted(contract.apis) if n.startswith(("Physics", "Physx", "Newton"))]
    names = [n for n in names if not any(part in n for part in _OUTSIDE)]
    for host in _HOSTS:
        parent = stage.prim(f"on_{host or 'nothing'}", "Scope")
        stage.prim("bare", host, parent=parent)
        for name in names:
            applied = f"{name}:a" if contract.apis[name].multiple_apply else name
            stage.prim(name, host, [applied], parent=parent)
