"""What a consumer makes of a scene: one table for each kind of object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from columnar.descriptors.table import DescriptorTable
from columnar.scene import Paths, json_value
from schemas.descriptors import (
    DESCRIPTOR_TABLES,
    Articulation,
    CollisionGroup,
    CollisionShape,
    FilteredPair,
    Joint,
    JointAxis,
    JointDrive,
    JointLimit,
    JointMimic,
    JointState,
    PhysicsMaterial,
    PhysicsScene,
    RigidBody,
)

__all__ = ["Descriptors", "Units"]


@dataclass(frozen=True)
class Units:
    """The stage's units, in which lengths and masses of descriptors are given."""

    meters_per_unit: float = 0.01
    kilograms_per_unit: float = 1.0
    up_axis: str = "Y"


@dataclass(frozen=True)
class Descriptors:
    """The descriptor tables of one scene. Rows are in path order, rows of one path in the order of their axis.

    Attributes:
        profile: the consumer whose rules were followed.
        units: the stage's units.
        paths: every path a table speaks of (and possibly others), in byte order; ids of path columns count into it.
    """

    profile: str
    units: Units
    paths: Paths
    joints: DescriptorTable[Joint]
    limits: DescriptorTable[JointLimit]
    drives: DescriptorTable[JointDrive]
    axes: DescriptorTable[JointAxis]
    states: DescriptorTable[JointState]
    mimics: DescriptorTable[JointMimic]
    bodies: DescriptorTable[RigidBody]
    shapes: DescriptorTable[CollisionShape]
    materials: DescriptorTable[PhysicsMaterial]
    groups: DescriptorTable[CollisionGroup]
    filtered_pairs: DescriptorTable[FilteredPair]
    scenes: DescriptorTable[PhysicsScene]
    articulations: DescriptorTable[Articulation]

    @classmethod
    def from_tables(cls, tables: Mapping[str, pa.Table], *, profile: str, units: Units, paths: pa.Array) -> Descriptors:
        """Descriptors over finished Arrow tables, one for each name of `DESCRIPTOR_TABLES`.

        Args:
            tables: each of schema `arrow_schema`, path columns over the dictionary `paths`.
            profile: name of the consumer.
            units: the stage's units.
            paths: large_utf8 in byte order, without duplicates.

        Raises:
            KeyError: a table is missing.
        """
        views: Any = {name: DescriptorTable(tables[name], row) for name, row in DESCRIPTOR_TABLES.items()}
        return cls(profile=profile, units=units, paths=Paths(paths), **views)

    def table(self, name: str) -> DescriptorTable[Any]:
        """A table by name.

        Raises:
            KeyError: no such table.
        """
        if name not in DESCRIPTOR_TABLES:
            raise KeyError(f"no descriptor table {name!r}; there are: {', '.join(DESCRIPTOR_TABLES)}")
        found: DescriptorTable[Any] = getattr(self, name)
        return found

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        """Every table as a list of rows in JSON's types; non-finite numbers are the strings "inf", "-inf", "nan"."""
        return {
            name: [
                {field: json_value(value) for field, value in row.items()} for row in self.table(name).arrow.to_pylist()
            ]
            for name in DESCRIPTOR_TABLES
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {len(self.table(name))}" for name in DESCRIPTOR_TABLES if len(self.table(name)))
        return f"<Descriptors ({self.profile}): {counts or 'empty'}>"
