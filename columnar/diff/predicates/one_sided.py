"""Rows that columns give and OpenUSD's parser leaves out."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import RowsAsked
from columnar.inspection import ColumnCells

__all__ = ["material_of_another_kind"]

Flags = npt.NDArray[np.bool_]

_KINDS: Final = (
    ("PhysicsRigidBodyAPI", "physics:rigidBodyEnabled"),
    ("PhysicsCollisionAPI", "physics:collisionEnabled"),
    ("PhysicsJoint", "physics:jointEnabled"),
)
"""What a prim may be besides a material, with a column of each."""


def material_of_another_kind(rows: RowsAsked) -> Flags:
    """A material that is a joint, body or collider, too: OpenUSD takes the prim for one of the two."""
    another = np.zeros(len(rows.prims), np.bool_)
    for component, column in _KINDS:
        another |= _listed(rows.columns, component, column, rows)
    return another & _listed(rows.columns, "PhysicsMaterialAPI", "physics:density", rows)


def _listed(columns: ColumnCells, component: str, column: str, rows: RowsAsked) -> Flags:
    return columns.read(component, column, rows.prims).listed
