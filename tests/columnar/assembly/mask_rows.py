"""The truth table of cells and masks as data: one opinion on one prim per line, and what it must leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["NO_ROW", "PRIMS", "ROWS", "Row"]

NO_ROW = "no row"
"""The cell of a prim that the table must not hold at all."""

PRIMS = {
    "scene": 'PhysicsScene "scene"',
    "body": 'Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])',
    "weighed": 'Xform "weighed" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])',
    "tuned": 'Xform "tuned" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysxRigidBodyAPI"])',
    "floor": 'Plane "floor" (prepend apiSchemas = ["PhysicsCollisionAPI"])',
    "box": 'Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysxCollisionAPI"])',
    "hinge": 'PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])',
    "group": 'PhysicsCollisionGroup "group"',
}
"""The prims of the stage, on which half a metre is the unit and Y is up."""

DEFAULT = (True, False, None)
UNAUTHORED = (False, False, None)
BLOCKED = (False, True, None)
SAMPLES = (False, False, "time_samples_only")
CONVERTED = (True, False, "mistyped")
DROPPED = (False, False, "mistyped")


@dataclass(frozen=True)
class Row:
    """An opinion on a prim, the column it is about, and what must come of it.

    Attributes:
        prim: a name of `PRIMS`.
        opinion: property lines of that prim.
        column: component and column.
        cell: the value, None for a null cell, or `NO_ROW`.
        marks: the column's bits of `authored` and `blocked`, and the code of the only report, None for no report.
    """

    prim: str
    opinion: str
    column: str
    cell: Any
    marks: tuple[bool, bool, str | None]


def single(value: float) -> float:
    """A number rounded to float32."""
    return float(np.float32(value))


MASS = "PhysicsMassAPI physics:mass"
INERTIA_AXES = "PhysicsMassAPI physics:principalAxes"
MAGNITUDE = "PhysicsScene physics:gravityMagnitude"
DIRECTION = "PhysicsScene physics:gravityDirection"
AXIS = "PhysicsRevoluteJoint physics:axis"
POSITION = "PhysicsJoint physics:localPos0"
ROTATION = "PhysicsJoint physics:localRot0"
BODY = "PhysicsJoint physics:body0"
GROUP = "PhysicsCollisionGroup physics:mergeGroup"
OFFSET = "PhysxCollisionAPI physxCollision:contactOffset"
DEPENETRATION = "PhysxRigidBodyAPI physxRigidBody:maxDepenetrationVelocity"
ITERATIONS = "PhysxRigidBodyAPI physxRigidBody:solverPositionIterationCount"
DAMPING = "PhysxRigidBodyAPI physxRigidBody:linearDamping"
FORCE = "PhysicsDriveAPI physics:maxForce"

ROWS = {
    "default value": Row("weighed", "float physics:mass = 3", MASS, 3.0, DEFAULT),
    "the fallback authored": Row("weighed", "float physics:mass = 0", MASS, 0.0, DEFAULT),
    "default value, rule": Row("scene", "float physics:gravityMagnitude = 1.5", MAGNITUDE, 1.5, DEFAULT),
    "zero, rule": Row("scene", "vector3f physics:gravityDirection = (0, 0, 0)", DIRECTION, [0.0, 0.0, 0.0], DEFAULT),
    "default value, no API": Row("body", "float physics:mass = 3", MASS, 3.0, DEFAULT),
    "default value and time samples": Row(
        "weighed", "float physics:mass = 3\nfloat physics:mass.timeSamples = {0: 8}", MASS, 3.0, DEFAULT
    ),
    "none": Row("weighed", "", MASS, 0.0, UNAUTHORED),
    "none, lanes": Row("weighed", "", INERTIA_AXES, [0.0, 0.0, 0.0, 0.0], UNAUTHORED),
    "none, no API": Row("body", "", MASS, NO_ROW, UNAUTHORED),
    "none, rule": Row("scene", "", MAGNITUDE, single(19.62), UNAUTHORED),
    "none, rule, no API": Row("body", "", DEPENETRATION, 6.0, UNAUTHORED),
    "none, no rule, no API": Row("body", "", DAMPING, None, UNAUTHORED),
    "none, rule of the type": Row("floor", "", OFFSET, single(0.04), UNAUTHORED),
    "none, rule of another type": Row("box", "", OFFSET, -np.inf, UNAUTHORED),
    "none, authored only": Row("group", "", GROUP, None, UNAUTHORED),
    "none, relationship": Row("hinge", "", BODY, None, UNAUTHORED),
    "declared only": Row("weighed", "float physics:mass", MASS, 0.0, UNAUTHORED),
    "block": Row("weighed", "float physics:mass = None", MASS, None, BLOCKED),
    "block, token": Row("hinge", "token physics:axis = None", AXIS, None, BLOCKED),
    "block, no API": Row("body", "float physics:mass = None", MASS, None, BLOCKED),
    "block, rule": Row("scene", "vector3f physics:gravityDirection = None", DIRECTION, [0.0, -1.0, 0.0], BLOCKED),
    "block, rule, no API": Row(
        "body", "float physxRigidBody:maxDepenetrationVelocity = None", DEPENETRATION, 6.0, BLOCKED
    ),
    "block, rule of the type": Row("floor", "float physxCollision:contactOffset = None", OFFSET, single(0.04), BLOCKED),
    "block, rule of another type": Row("box", "float physxCollision:contactOffset = None", OFFSET, None, BLOCKED),
    "samples": Row("weighed", "float physics:mass.timeSamples = {0: 8}", MASS, 0.0, SAMPLES),
    "samples, no API": Row("body", "float physics:mass.timeSamples = {0: 8}", MASS, None, SAMPLES),
    "samples, rule": Row("scene", "float physics:gravityMagnitude.timeSamples = {0: 1}", MAGNITUDE, -np.inf, SAMPLES),
    "samples, rule, lanes": Row(
        "scene", "vector3f physics:gravityDirection.timeSamples = {0: (1, 0, 0)}", DIRECTION, [0.0, 0.0, 0.0], SAMPLES
    ),
    "samples, rule, API": Row(
        "tuned", "float physxRigidBody:maxDepenetrationVelocity.timeSamples = {0: 1}", DEPENETRATION, 3.0, SAMPLES
    ),
    "samples, rule, no API": Row(
        "body", "float physxRigidBody:maxDepenetrationVelocity.timeSamples = {0: 1}", DEPENETRATION, None, SAMPLES
    ),
    "samples, authored only": Row("group", 'string physics:mergeGroup.timeSamples = {0: "a"}', GROUP, None, SAMPLES),
    "mistyped": Row("weighed", "double physics:mass = 0.1", MASS, single(0.1), CONVERTED),
    "mistyped, half": Row("weighed", "half physics:mass = 0.5", MASS, 0.5, CONVERTED),
    "mistyped, flag": Row("weighed", "bool physics:mass = true", MASS, 1.0, CONVERTED),
    "mistyped, lanes": Row(
        "hinge", "double3 physics:localPos0 = (1, 2, 0.1)", POSITION, [1.0, 2.0, single(0.1)], CONVERTED
    ),
    "mistyped, instance": Row("hinge", "int drive:angular:physics:maxForce = 40", FORCE, 40.0, CONVERTED),
    "mistyped, fraction": Row(
        "tuned", "double physxRigidBody:solverPositionIterationCount = 7.9", ITERATIONS, 7, CONVERTED
    ),
    "too large for the type": Row(
        "tuned", "double physxRigidBody:solverPositionIterationCount = 1e10", ITERATIONS, None, DROPPED
    ),
    "not a number": Row("tuned", "double physxRigidBody:solverPositionIterationCount = nan", ITERATIONS, None, DROPPED),
    "mistyped, text": Row("hinge", 'string physics:axis = "Y"', AXIS, None, DROPPED),
    "mistyped, quaternion": Row("hinge", "quatd physics:localRot0 = (1, 0, 0, 0)", ROTATION, None, DROPPED),
    "mistyped, rule": Row("scene", 'token physics:gravityMagnitude = "9"', MAGNITUDE, None, DROPPED),
    "another role": Row("hinge", "float3 physics:localPos0 = (1, 2, 3)", POSITION, [1.0, 2.0, 3.0], DEFAULT),
    "attribute for a relationship": Row("hinge", 'token physics:body0 = "/body"', BODY, None, DROPPED),
    # Measured: the reference producer publishes the fallback as if nothing were there.
    "relationship for an attribute": Row("weighed", "rel physics:mass = </body>", MASS, 0.0, DROPPED),
    "relationship": Row("hinge", "rel physics:body0 = </body>", BODY, ["/body"], DEFAULT),
    "relationship []": Row("hinge", "rel physics:body0 = []", BODY, [], DEFAULT),
    "relationship None": Row("hinge", "rel physics:body0 = None", BODY, [], DEFAULT),
    "relationship declared only": Row("hinge", "rel physics:body0", BODY, None, UNAUTHORED),
}
