"""The descriptor tables: what a consumer makes of physics columns. One class a table; Arrow schemas come from them."""

from schemas.descriptors.arrow import arrow_schema
from schemas.descriptors.articulations import Articulation
from schemas.descriptors.axes import JointAxis
from schemas.descriptors.bodies import RigidBody
from schemas.descriptors.drives import JointDrive
from schemas.descriptors.fields import PATH, DescriptorRow
from schemas.descriptors.groups import CollisionGroup, FilteredPair
from schemas.descriptors.joints import Joint
from schemas.descriptors.limits import JointLimit
from schemas.descriptors.materials import PhysicsMaterial
from schemas.descriptors.mimics import JointMimic
from schemas.descriptors.scenes import PhysicsScene
from schemas.descriptors.shapes import CollisionShape
from schemas.descriptors.states import JointState
from schemas.descriptors.tables import DESCRIPTOR_TABLES, TABLE_KEYS
from schemas.descriptors.tokens import (
    ANGULAR_AXES,
    Approximation,
    Axis,
    CombineMode,
    DriveType,
    JointType,
    LimitAxis,
    ShapeType,
)

__all__ = [
    "ANGULAR_AXES",
    "DESCRIPTOR_TABLES",
    "PATH",
    "TABLE_KEYS",
    "Approximation",
    "Articulation",
    "Axis",
    "CollisionGroup",
    "CollisionShape",
    "CombineMode",
    "DescriptorRow",
    "DriveType",
    "FilteredPair",
    "Joint",
    "JointAxis",
    "JointDrive",
    "JointLimit",
    "JointMimic",
    "JointState",
    "JointType",
    "LimitAxis",
    "PhysicsMaterial",
    "PhysicsScene",
    "RigidBody",
    "ShapeType",
    "arrow_schema",
]
