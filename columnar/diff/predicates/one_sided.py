"""Rows that columns give and OpenUSD's parser leaves out."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import RowsAsked
from columnar.inspection import ColumnCells

__all__ = ["material_of_another_kind", "unread_filter"]

Flags = npt.NDArray[np.bool_]

_KINDS: Final = (
    ("PhysicsRigidBodyAPI", "physics:rigidBodyEnabled"),
    ("PhysicsCollisionAPI", "physics:collisionEnabled"),
    ("PhysicsJoint", "physics:jointEnabled"),
    ("PhysicsScene", "physics:gravityMagnitude"),
    ("PhysicsCollisionGroup", "physics:mergeGroup"),
)
"""What a prim may be besides a material, with a column of each."""

_HOLDERS: Final = ("bodies", "shapes", "articulations")


def material_of_another_kind(rows: RowsAsked) -> Flags:
    """A material that is a joint, body, collider, scene or group, too: OpenUSD takes the prim for one of the two."""
    another = np.zeros(len(rows.prims), np.bool_)
    for component, column in _KINDS:
        another |= _listed(rows.columns, component, column, rows)
    return another & _listed(rows.columns, "PhysicsMaterialAPI", "physics:density", rows)


def unread_filter(rows: RowsAsked) -> Flags:
    """Filtered pairs of a prim that is no body, shape or articulation: OpenUSD does not ask it for them."""
    numbers = rows.reading.numbers.of(rows.columns.scene.paths.arrow)[rows.prims]
    held = [rows.reading.values(table, "path").values for table in _HOLDERS]
    return ~np.isin(numbers, np.concatenate(held))


def _listed(columns: ColumnCells, component: str, column: str, rows: RowsAsked) -> Flags:
    return columns.read(component, column, rows.prims).listed
