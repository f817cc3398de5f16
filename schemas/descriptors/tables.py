"""Every descriptor table by name, in the order they are written and compared."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from schemas.descriptors.articulations import Articulation
from schemas.descriptors.axes import JointAxis
from schemas.descriptors.bodies import RigidBody
from schemas.descriptors.drives import JointDrive
from schemas.descriptors.fields import DescriptorRow
from schemas.descriptors.groups import CollisionGroup, FilteredPair
from schemas.descriptors.joints import Joint
from schemas.descriptors.limits import JointLimit
from schemas.descriptors.materials import PhysicsMaterial
from schemas.descriptors.mimics import JointMimic
from schemas.descriptors.scenes import PhysicsScene
from schemas.descriptors.shapes import CollisionShape
from schemas.descriptors.states import JointState

__all__ = ["DESCRIPTOR_TABLES", "TABLE_KEYS"]

DESCRIPTOR_TABLES: Mapping[str, type[DescriptorRow]] = MappingProxyType(
    {
        "joints": Joint,
        "limits": JointLimit,
        "drives": JointDrive,
        "axes": JointAxis,
        "states": JointState,
        "mimics": JointMimic,
        "bodies": RigidBody,
        "shapes": CollisionShape,
        "materials": PhysicsMaterial,
        "groups": CollisionGroup,
        "filtered_pairs": FilteredPair,
        "scenes": PhysicsScene,
        "articulations": Articulation,
    }
)
"""The row class of each table; `arrow_schema` gives its columns."""

TABLE_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "limits": ("joint", "axis"),
        "drives": ("joint", "axis"),
        "axes": ("joint", "axis"),
        "states": ("joint", "axis"),
        "mimics": ("joint", "axis"),
        "filtered_pairs": ("path", "other"),
        "articulations": ("path", "root"),
    }
)
"""The fields that tell the rows of a table apart, where `path` alone does not. Rows are sorted by them."""
