"""The closed sets of the descriptor tables."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["ANGULAR_AXES", "Approximation", "Axis", "CombineMode", "DriveType", "JointType", "LimitAxis", "ShapeType"]


class JointType(StrEnum):
    """What a joint does; a prim typed exactly PhysicsJoint is a D6."""

    FIXED = "fixed"
    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"
    SPHERICAL = "spherical"
    DISTANCE = "distance"
    D6 = "d6"
    GEAR = "gear"
    RACK_AND_PINION = "rack_and_pinion"
    CUSTOM = "custom"


class Axis(StrEnum):
    """An axis of a frame."""

    X = "X"
    Y = "Y"
    Z = "Z"


class LimitAxis(StrEnum):
    """A degree of freedom of a joint, under the names of USD's instances.

    `ANGULAR` is the angle of a hinge, `LINEAR` the travel of a slider, `DISTANCE` the distance of the two frames,
    `CONE0` and `CONE1` the half angles of a ball joint; the others belong to a D6. Rows stand in this order.
    """

    ANGULAR = "angular"
    LINEAR = "linear"
    TRANS_X = "transX"
    TRANS_Y = "transY"
    TRANS_Z = "transZ"
    ROT_X = "rotX"
    ROT_Y = "rotY"
    ROT_Z = "rotZ"
    DISTANCE = "distance"
    CONE0 = "cone0"
    CONE1 = "cone1"


ANGULAR_AXES = frozenset(
    {LimitAxis.ANGULAR, LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z, LimitAxis.CONE0, LimitAxis.CONE1}
)
"""Axes whose values are angles: radians here, degrees in columns."""


class DriveType(StrEnum):
    """Whether a drive's gains give a force (torque) or an acceleration."""

    FORCE = "force"
    ACCELERATION = "acceleration"


class ShapeType(StrEnum):
    """Geometry of a collision shape."""

    SPHERE = "sphere"
    CUBE = "cube"
    CAPSULE = "capsule"
    CYLINDER = "cylinder"
    CONE = "cone"
    PLANE = "plane"
    MESH = "mesh"


class Approximation(StrEnum):
    """What a mesh collider is replaced by."""

    NONE = "none"
    CONVEX_HULL = "convexHull"
    CONVEX_DECOMPOSITION = "convexDecomposition"
    BOUNDING_SPHERE = "boundingSphere"
    BOUNDING_CUBE = "boundingCube"
    MESH_SIMPLIFICATION = "meshSimplification"
    SPHERE_FILL = "sphereFill"
    SDF = "sdf"


class CombineMode(StrEnum):
    """How the values of two touching materials become one."""

    AVERAGE = "average"
    MIN = "min"
    MULTIPLY = "multiply"
    MAX = "max"
