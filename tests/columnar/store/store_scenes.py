"""Scenes and stores that the store tests start from."""

from __future__ import annotations

from columnar.scene import Scene
from columnar.store import Store

__all__ = ["BODIES", "JOINTS", "arm_store", "arm_tables"]

BODIES = ("/World/Arm/Base", "/World/Arm/Link")
JOINTS = ("/World/Arm/Elbow",)


def arm_tables() -> Scene:
    """Two bodies, one of them with an authored mass, a driven hinge between them, and a loose cube."""
    return Scene.from_tables(
        {
            "PhysicsRigidBodyAPI": {"prim": BODIES},
            "PhysicsMassAPI": {"prim": BODIES, "physics:mass": [2.0, None]},
            "PhysicsRevoluteJoint": {"prim": JOINTS, "physics:axis": ["Z"]},
            "PhysicsJoint": {"prim": JOINTS, "physics:body0": [[BODIES[0]]], "physics:body1": [[BODIES[1]]]},
            "PhysicsDriveAPI": {"prim": JOINTS, "instance": ["angular"], "physics:stiffness": [50.0]},
            "Cube": {"prim": ["/World/Cube"], "size": [0.5]},
        }
    )


def arm_store() -> Store:
    """A store with that scene, sealed at 1."""
    store = Store()
    store.insert(arm_tables(), ordinal=1)
    store.seal(1)
    return store
