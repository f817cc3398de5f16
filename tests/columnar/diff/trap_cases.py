"""Small hand-made scenes, and the trap that lies in each: finding, prim and column."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["HINGE", "TRAPPED"]

Tables = dict[str, dict[str, list[Any]]]
Place = tuple[str, str, str]

BODIES: Final[dict[str, list[Any]]] = {"prim": ["/A", "/B"]}
SCENE: Final[dict[str, list[Any]]] = {
    "prim": ["/S"],
    "physics:gravityDirection": [[0, 0, -1]],
    "physics:gravityMagnitude": [9.81],
}


def joint(component: str, base: dict[str, Any] | None = None, **columns: Any) -> Tables:
    """A joint `/J` between the bodies `/A` and `/B`, and a scene; columns of its type by name."""
    ends = {"physics:body0": [["/A"]], "physics:body1": [["/B"]]}
    base = {"prim": ["/J"], **ends, **(base or {})}
    tables: Tables = {"PhysicsRigidBodyAPI": BODIES, "PhysicsScene": SCENE, "PhysicsJoint": base}
    if component != "PhysicsJoint":
        tables[component] = {"prim": ["/J"], **columns}
    return tables


def hinge(lower: float, upper: float, base: dict[str, Any] | None = None) -> Tables:
    """A hinge `/J` with limits."""
    return joint("PhysicsRevoluteJoint", base, **{"physics:lowerLimit": [lower], "physics:upperLimit": [upper]})


def slider(lower: float, upper: float) -> Tables:
    """A slider `/J` with limits."""
    return joint("PhysicsPrismaticJoint", **{"physics:lowerLimit": [lower], "physics:upperLimit": [upper]})


def rooted(tables: Tables, **more: Any) -> Tables:
    """The same as one articulation, rooted at `/A`."""
    return {**tables, "PhysicsArticulationRootAPI": {"prim": ["/A"]}, **more}


def scene(**columns: Any) -> Tables:
    """A scene with PhysX settings."""
    return {"PhysicsScene": SCENE, "PhysxSceneAPI": {"prim": ["/S"], **columns}}


HINGE: Final = hinge(-30.0, 30.0)
"""Nothing is wrong with it."""

INF: Final = float("inf")

TRAPPED: Final[dict[str, tuple[Tables, list[Place]]]] = {
    "a hinge that absent columns lock": (
        joint("PhysicsRevoluteJoint"),
        [("OVP-003", "/J", "physics:lowerLimit"), ("OVP-003", "/J", "physics:upperLimit")],
    ),
    "a freedom that absent columns lock": (
        {**joint("PhysicsJoint"), "PhysicsLimitAPI": {"prim": ["/J"], "instance": ["rotX"], "physics:low": [-1.0]}},
        [("OVP-008", "/J", "limit:rotX:physics:high")],
    ),
    "a cube without a size": (
        {"Cube": {"prim": ["/C"]}, "PhysicsCollisionAPI": {"prim": ["/C"]}},
        [("OVP-001", "/C", "size")],
    ),
    "friction 0.5 for 0": (
        {"PhysicsMaterialAPI": {"prim": ["/M"], "physics:staticFriction": [0.2]}},
        [("OVP-009", "/M", "physics:dynamicFriction")],
    ),
    "an SDF mesh without a resolution": (
        {
            "PhysxSDFMeshCollisionAPI": {
                "prim": ["/M"],
                "physxSDFMeshCollision:sdfNarrowBandThickness": [0.01],
                "physxSDFMeshCollision:sdfMargin": [0.01],
                "physxSDFMeshCollision:sdfTriangleCountReductionFactor": [1.0],
            }
        },
        [("OVP-062", "/M", "physxSDFMeshCollision:sdfResolution")],
    ),
    "an identity written w first": (
        hinge(-30.0, 30.0, {"physics:localRot0": [[1, 0, 0, 0]]}),
        [("OVP-042", "/J", "physics:localRot0")],
    ),
    "two turned frames written w first": (
        hinge(-30.0, 30.0, {"physics:localRot0": [[0.6, 0, 0, 0.8]], "physics:localRot1": [[-0.6, 0, 0, -0.8]]}),
        [],
    ),
    "frames that meet only with w first": (
        {
            **hinge(-30.0, 30.0, {"physics:localRot0": [[0.7071068, 0, 0, 0.7071068]]}),
            # B is turned by 90 degrees about Z, so that (w x y z) = (0.7071, 0, 0, 0.7071) would meet it.
            "prim": {"prim": ["/B"], "omni:xform": [[0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]},
        },
        [("OVP-042", "/J", "physics:localRot0")],
    ),
    "a quaternion of zeros": (
        hinge(-30.0, 30.0, {"physics:localRot1": [[0, 0, 0, 0]]}),
        [("RUN-005", "/J", "physics:localRot1")],
    ),
    "a half-open hinge": (hinge(-30.0, INF), [("OVP-017", "/J", "physics:lowerLimit")]),
    "a half-open hinge of an articulation": (
        rooted(hinge(-30.0, INF)),
        [("OVP-017", "/J", "physics:lowerLimit"), ("RUN-001", "/J", "physics:upperLimit")],
    ),
    "a half-open slider": (slider(0.0, INF), [("RUN-002", "/J", "physics:upperLimit")]),
    "crossed bounds": (hinge(30.0, -30.0), [("RUN-003", "/J", "physics:lowerLimit")]),
    "more than half a turn": (hinge(-200.0, 10.0), [("RUN-004", "/J", "physics:lowerLimit")]),
    "more than half a turn in an articulation": (rooted(hinge(-200.0, 10.0)), []),
    "a missing target": (
        hinge(-30.0, 30.0, {"physics:body1": [["/gone"]]}),
        [("USD-002", "/J", "physics:body1")],
    ),
    "a property as a target": (
        hinge(-30.0, 30.0, {"physics:body1": [["/B.rel"]]}),
        [("RUN-017", "/J", "physics:body1")],
    ),
    "two targets": (
        hinge(-30.0, 30.0, {"physics:body0": [["/A", "/B"]]}),
        [("RUN-016", "/J", "physics:body0")],
    ),
    "a joint of a body with itself": (
        hinge(-30.0, 30.0, {"physics:body1": [["/A"]]}),
        [("RUN-019", "/J", "physics:body0")],
    ),
    "an unknown axis": (
        {
            **hinge(-30.0, 30.0),
            "PhysicsRevoluteJoint": {
                "prim": ["/J"],
                "physics:axis": ["q"],
                "physics:lowerLimit": [-1.0],
                "physics:upperLimit": [1.0],
            },
        },
        [("COL-007", "/J", "physics:axis")],
    ),
    "a drive that a hinge does not read": (
        {**hinge(-30.0, 30.0), "PhysicsDriveAPI": {"prim": ["/J"], "instance": ["rotX"]}},
        [("COL-005", "/J", "drive:rotX:physics:stiffness")],
    ),
    "a limit instance on a hinge": (
        {
            **hinge(-30.0, 30.0),
            "PhysicsLimitAPI": {"prim": ["/J"], "instance": ["angular"], "physics:low": [0.0], "physics:high": [1.0]},
        },
        [("COL-006", "/J", "limit:angular:physics:low")],
    ),
    "a bouncy limit": (
        {**hinge(-30.0, 30.0), "PhysxLimitAPI": {"prim": ["/J"], "instance": ["angular"], "restitution": [1.5]}},
        [("OVP-027", "/J", "physxLimit:angular:restitution")],
    ),
    "a negative mass": (
        {
            "PhysicsScene": SCENE,
            "PhysicsRigidBodyAPI": BODIES,
            "PhysicsMassAPI": {"prim": ["/A"], "physics:mass": [-1.0]},
        },
        [("RUN-012", "/A", "physics:mass")],
    ),
    "no scene": ({"PhysicsRigidBodyAPI": BODIES}, [("USD-008", "/", "usd-prim-type")]),
    "a direction that is no unit vector": (
        {"PhysicsScene": {**SCENE, "physics:gravityDirection": [[3, 0, -4]]}},
        [("USD-011", "/S", "physics:gravityDirection")],
    ),
    "a partition count of 12": (
        scene(**{"physxScene:gpuMaxNumPartitions": [12], "physxScene:minPositionIterationCount": [1]}),
        [("OVP-065", "/S", "physxScene:gpuMaxNumPartitions")],
    ),
    "no iterations at least": (scene(), [("OVP-063", "/S", "physxScene:minPositionIterationCount")]),
    "external forces with PGS": (
        scene(
            **{
                "physxScene:minPositionIterationCount": [1],
                "physxScene:solverType": ["PGS"],
                "physxScene:enableExternalForcesEveryIteration": [True],
            }
        ),
        [("OVP-064", "/S", "physxScene:enableExternalForcesEveryIteration")],
    ),
    "an armature of 0 that cannot clear Newton's": (
        {
            **hinge(-30.0, 30.0),
            "NewtonJointAPI": {"prim": ["/J"], "newton:armature": [0.5]},
            "PhysxJointAxisAPI": {"prim": ["/J"], "instance": ["angular"], "armature": [0.0]},
        },
        [("OVP-022", "/J", "physxJointAxis:angular:armature")],
    ),
    "a follower without limits": (
        {
            **hinge(-INF, INF),
            "NewtonMimicAPI": {"prim": ["/J"], "newton:mimicJoint": [["/J"]]},
        },
        [("RUN-010", "/J", "newton:mimicJoint")],
    ),
    "a collider that is a scope": (
        {"PhysicsCollisionAPI": {"prim": ["/C"]}, "prim": {"prim": ["/C"], "usd-prim-type": ["Scope"]}},
        [("COL-011", "/C", "usd-prim-type")],
    ),
    "a root on a joint between bodies": (
        {**hinge(-30.0, 30.0), "PhysicsArticulationRootAPI": {"prim": ["/J"]}},
        [("RUN-014", "/J", "usd-schemas")],
    ),
    "a threshold nobody set": (
        rooted(
            hinge(-30.0, 30.0),
            PhysxArticulationAPI={"prim": ["/A"], "physxArticulation:stabilizationThreshold": [1e-5]},
        ),
        [("OVP-011", "/A", "physxArticulation:sleepThreshold")],
    ),
    "a sheared body": (
        {
            "PhysicsScene": SCENE,
            "PhysicsRigidBodyAPI": BODIES,
            "prim": {"prim": ["/A"], "omni:xform": [[1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]},
        },
        [("USD-003", "/A", "omni:xform")],
    ),
    "a mirrored limb": (
        {
            **hinge(-30.0, 30.0),
            "prim": {"prim": ["/A"], "omni:xform": [[-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]},
        },
        [("RUN-006", "/A", "omni:xform")],
    ),
    "a merged and inverted group": (
        {
            "PhysicsCollisionGroup": {
                "prim": ["/G", "/H"],
                "physics:mergeGroup": ["one", "one"],
                "physics:invertFilteredGroups": [None, True],
            }
        },
        [
            ("USD-006", "/G", "physics:mergeGroup"),
            ("OVP-032", "/H", "physics:invertFilteredGroups"),
            ("USD-006", "/H", "physics:mergeGroup"),
        ],
    ),
}
