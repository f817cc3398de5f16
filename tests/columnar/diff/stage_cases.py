"""Small stages, and the differences between their columns and what OpenUSD's parser makes of them.

The first value is the PhysX consumer's, as its engine or documentation has it; the second one is OpenUSD's own. Stages
are half a metre the unit and Y up unless they say otherwise. `...` stands for a row, whatever is in it.
"""

from __future__ import annotations

import math
from typing import Final

from difference_cases import Expected

__all__ = ["STAGES", "prim"]

INF: Final = math.inf
DEGREE: Final = math.pi / 180


def prim(kind: str, name: str, *lines: str, apis: str = "", metadata: str = "") -> str:
    """A prim; lines are properties and other prims, `apis` schema names apart from one another by spaces."""
    listed = ", ".join(f'"{api}"' for api in apis.split())
    metadata += f" prepend apiSchemas = [{listed}]" if listed else ""
    return "\n".join([f'def {kind} "{name}" ({metadata.strip()})', "{", *lines, "}\n"])


def moved(kind: str, value: str) -> tuple[str, str]:
    """One transform operation."""
    types = {"translate": "double3", "scale": "float3", "rotateZ": "float"}
    order = f'uniform token[] xformOpOrder = ["xformOp:{kind}"]'
    return f"{types[kind]} xformOp:{kind} = {value}", order


DOWN: Final = "vector3f physics:gravityDirection = (0, -1, 0)"
PULL: Final = "float physics:gravityMagnitude = 5"
SCENE: Final = prim("PhysicsScene", "S", DOWN, PULL)
X_UP: Final = '#usda 1.0\n(\n    metersPerUnit = 0.5\n    upAxis = "X"\n)\n'
BODY: Final = "PhysicsRigidBodyAPI"
COLLIDER: Final = "PhysicsCollisionAPI"


def joint(kind: str, *lines: str, apis: str = "") -> str:
    """A scene and a joint `/J`."""
    return SCENE + prim(kind, "J", *lines, apis=apis)


def hinge(lower: str, upper: str) -> str:
    """A scene and a hinge `/J`."""
    return joint("PhysicsRevoluteJoint", f"float physics:lowerLimit = {lower}", f"float physics:upperLimit = {upper}")


VALUES: Final[dict[str, tuple[str, list[Expected]]]] = {
    "one bound limits a hinge in columns only": (
        hinge("-30", "inf"),
        [Expected("limits", "/J", "enabled", True, False, "OVP-017")],
    ),
    "a blocked lower bound of a hinge leaves 90": (
        hinge("None", "120"),
        [Expected("limits", "/J", "lower", 0.0, 90 * DEGREE, "USD-015")],
    ),
    "a blocked upper bound of a slider leaves -90": (
        joint("PhysicsPrismaticJoint", "float physics:upperLimit = None"),
        [Expected("limits", "/J", "upper", 0.0, -90.0, "USD-016")],
    ),
    "a blocked half angle leaves 90": (
        joint("PhysicsSphericalJoint", "float physics:coneAngle0Limit = None", "float physics:coneAngle1Limit = 20"),
        [Expected("limits", "/J", "upper", 0.0, 90 * DEGREE, "USD-017")],
    ),
    "blocked bounds of a freedom": (
        joint(
            "PhysicsJoint",
            "float limit:transX:physics:low = None",
            "float limit:transX:physics:high = None",
            apis="PhysicsLimitAPI:transX",
        ),
        [
            Expected("limits", "/J", "locked", False, True, "USD-018"),
            Expected("limits", "/J", "lower", 0.0, 90.0, "USD-018"),
            Expected("limits", "/J", "upper", 0.0, -90.0, "USD-018"),
        ],
    ),
    "a blocked distance": (
        joint("PhysicsDistanceJoint", "float physics:minDistance = None"),
        [
            Expected("limits", "/J", "enabled", False, True, "USD-019"),
            Expected("limits", "/J", "lower", -1.0, 90.0, "USD-019"),
        ],
    ),
    "a blocked axis of a shape": (
        SCENE + prim("Capsule", "C", "uniform token axis = None", apis=COLLIDER),
        [Expected("shapes", "/C", "axis", "Z", "X", "USD-023")],
    ),
    "an authored direction of zero": (
        prim("PhysicsScene", "S", "vector3f physics:gravityDirection = (0, 0, 0)", PULL),
        [
            Expected("scenes", "/S", "gravity", [0.0, 0.0, 0.0], [0.0, -5.0, 0.0], "OVP-043"),
            Expected("scenes", "/S", "gravity_direction", [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], "OVP-043"),
        ],
    ),
    "a direction that is no unit vector": (
        prim("PhysicsScene", "S", "vector3f physics:gravityDirection = (3, 0, -4)", PULL),
        [
            Expected("scenes", "/S", "gravity", [15.0, 0.0, -20.0], [3.0, 0.0, -4.0], "USD-011"),
            Expected("scenes", "/S", "gravity_direction", [3.0, 0.0, -4.0], [0.6, 0.0, -0.8], "USD-011"),
        ],
    ),
    "a magnitude that has time samples only": (
        prim("PhysicsScene", "S", DOWN, "float physics:gravityMagnitude.timeSamples = { 1: 3 }"),
        # 9.81 / 0.5
        [
            Expected("scenes", "/S", "gravity", [math.nan, INF, math.nan], [0.0, -19.62, 0.0], "USD-010"),
            Expected("scenes", "/S", "gravity_magnitude", -INF, 19.62, "USD-010"),
        ],
    ),
    "X is up": (
        X_UP + prim("PhysicsScene", "S", PULL),
        [
            Expected("scenes", "/S", "gravity", [0.0, 0.0, -5.0], [-5.0, 0.0, 0.0], "COL-016"),
            Expected("scenes", "/S", "gravity_direction", [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], "COL-016"),
        ],
    ),
    "Newton's step rate without its API": (
        prim("PhysicsScene", "S", DOWN, PULL, "int newton:timeStepsPerSecond = 240"),
        [Expected("scenes", "/S", "time_steps_per_second", 240, 60, "USD-025")],
    ),
    "a mirrored cube": (
        SCENE + prim("Cube", "C", "double size = 3", *moved("scale", "(-2, -2, -2)"), apis=COLLIDER),
        [Expected("shapes", "/C", "half_extents", [3.0, 3.0, 3.0], [-3.0, -3.0, -3.0], "USD-012")],
    ),
    "a double for a float": (
        joint("PhysicsFixedJoint", "double physics:breakForce = 5"),
        [Expected("joints", "/J", "break_force", 5.0, INF, "COL-012")],
    ),
}

ACTORS: Final[dict[str, tuple[str, list[Expected]]]] = {
    "a disabled body in between": (
        joint("PhysicsFixedJoint", "rel physics:body0 = </A/B>")
        + prim(
            "Xform",
            "A",
            prim("Xform", "B", "bool physics:rigidBodyEnabled = 0", *moved("translate", "(1, 0, 0)"), apis=BODY),
            apis=BODY,
        ),
        [
            Expected("joints", "/J", "body0", "/A/B", "/A", "USD-001"),
            Expected("joints", "/J", "local_pos0", [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], "USD-001"),
        ],
    ),
    "a missing prim below a body": (
        joint("PhysicsFixedJoint", "rel physics:body0 = </A/gone>") + prim("Xform", "A", apis=BODY),
        [Expected("joints", "/J", "body0", "/A", None, "USD-002")],
    ),
    "an inactive body": (
        joint("PhysicsFixedJoint", "rel physics:body0 = </A>") + prim("Xform", "A", apis=BODY, metadata="active = 0\n"),
        [Expected("joints", "/J", "body0", None, "/A", "COL-015")],
    ),
    "a gear takes the bodies of its hinges": (
        SCENE
        + prim("Xform", "A", apis=BODY)
        + prim("PhysicsRevoluteJoint", "H", "rel physics:body1 = </A>")
        + prim("PhysxPhysicsGearJoint", "G", "rel physics:hinge0 = </H>", "rel physics:hinge1 = </H>"),
        [
            Expected("joints", "/G", "body0", "/A", None, "USD-020"),
            Expected("joints", "/G", "body1", "/A", None, "USD-020"),
        ],
    ),
    "a moving mesh": (
        SCENE + prim("Xform", "A", prim("Mesh", "M", apis=COLLIDER), apis=BODY),
        [Expected("shapes", "/A/M", "approximation", "convexHull", "none", "USD-004")],
    ),
    # Water: 1000 kg/m^3, in units of half a metre.
    "a material without the binding API": (
        SCENE
        + prim("Material", "M", "float physics:density = 7", apis="PhysicsMaterialAPI")
        + prim("Cube", "C", "rel material:binding:physics = </M>", apis=COLLIDER),
        [
            Expected("shapes", "/C", "material", "/M", None, "USD-005"),
            Expected("shapes", "/C", "density", 7.0, 125.0, "USD-005"),
        ],
    ),
    "a physics binding to a missing material above": (
        SCENE
        + prim("Material", "M", "float physics:density = 7", apis="PhysicsMaterialAPI")
        + prim(
            "Xform",
            "A",
            "rel material:binding:physics = </gone>",
            prim("Cube", "C", "rel material:binding = </M>", apis=f"{COLLIDER} MaterialBindingAPI"),
            apis=f"{BODY} MaterialBindingAPI",
        ),
        [
            Expected("shapes", "/A/C", "material", "/M", None, "USD-029"),
            Expected("shapes", "/A/C", "density", 7.0, 125.0, "USD-029"),
        ],
    ),
    "no scene": (prim("Xform", "A", apis=BODY), [Expected("scenes", None, "row", ..., None, "USD-008")]),
    "a material that is a scene": (
        prim("PhysicsScene", "S", DOWN, PULL, apis="PhysicsMaterialAPI"),
        [Expected("materials", "/S", "row", ..., None, "USD-027")],
    ),
    "filtered pairs of a scene": (
        prim("PhysicsScene", "S", DOWN, PULL, "rel physics:filteredPairs = </A>", apis="PhysicsFilteredPairsAPI")
        + prim("Xform", "A", apis=BODY),
        [Expected("filtered_pairs", "/S", "row", ..., None, "USD-028")],
    ),
    "a material that is a body": (
        SCENE + prim("Xform", "A", apis=f"PhysicsMaterialAPI {BODY}"),
        [
            Expected("bodies", "/A", "row", ..., None, "COL-017"),
        ],
    ),
    "a physics binding above a general one": (
        SCENE
        + prim("Material", "M", "float physics:density = 7", apis="PhysicsMaterialAPI")
        + prim("Material", "P")
        + prim(
            "Xform",
            "A",
            "rel material:binding:physics = </P>",
            prim("Cube", "C", "rel material:binding = </M>", apis=f"{COLLIDER} MaterialBindingAPI"),
            apis=f"{BODY} MaterialBindingAPI",
        ),
        [
            Expected("shapes", "/A/C", "material", "/M", None, "USD-029"),
            Expected("shapes", "/A/C", "density", 7.0, 125.0, "USD-029"),
        ],
    ),
    "a general binding that gets no row": (
        SCENE
        + prim("Material", "M", "float physics:density = 7", apis="PhysicsMaterialAPI")
        + prim("Material", "P")
        + prim(
            "Xform",
            "A",
            "rel material:binding = </M>",
            prim(
                "Xform",
                "B",
                "rel material:binding = </P>",
                prim("Cube", "C", apis=f"{COLLIDER} MaterialBindingAPI"),
            ),
            apis=f"{BODY} MaterialBindingAPI",
        ),
        [
            Expected("shapes", "/A/B/C", "material", "/M", None, "COL-018"),
            Expected("shapes", "/A/B/C", "density", 7.0, 125.0, "COL-018"),
        ],
    ),
    "a general binding without its API": (
        SCENE
        + prim("Material", "M", "float physics:density = 7", apis="PhysicsMaterialAPI")
        + prim("Material", "P")
        + prim(
            "Xform",
            "A",
            "rel material:binding = </M>",
            prim(
                "Xform",
                "B",
                "rel material:binding = </P>",
                prim("Cube", "C", apis=f"{COLLIDER} MaterialBindingAPI"),
                apis=BODY,
            ),
            apis=f"{BODY} MaterialBindingAPI",
        ),
        [
            Expected("shapes", "/A/B/C", "material", "/M", None, "USD-029"),
            Expected("shapes", "/A/B/C", "density", 7.0, 125.0, "USD-029"),
        ],
    ),
    "a height beyond single precision": (
        SCENE + prim("Capsule", "C", "double height = 5e38", apis=COLLIDER),
        [Expected("shapes", "/C", "half_height", 2.5e38, INF, "USD-030")],
    ),
    # Scale (2, 1, 1) above a turn of 45 degrees about Z: rows (sqrt 2, sqrt 0.5, 0), (-sqrt 2, sqrt 0.5, 0), (0, 0, 1).
    # Gram-Schmidt keeps the first one's length, sqrt 2.5, and leaves 2 / sqrt 2.5; OpenUSD has the singular values.
    "a blocked size in a shear": (
        SCENE
        + prim(
            "Xform",
            "A",
            *moved("scale", "(2, 1, 1)"),
            prim("Cube", "C", "double size = None", *moved("rotateZ", "45"), apis=COLLIDER),
        ),
        [
            Expected("shapes", "/A/C", "rotation", ..., ..., "USD-003"),
            Expected("shapes", "/A/C", "half_extents", [2.5**0.5 / 2, 2.5**-0.5, 0.5], [1.0, 2.0, 1.0], "USD-022"),
        ],
    ),
}

STAGES: Final = {**VALUES, **ACTORS}
