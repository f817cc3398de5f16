"""The table of filtered pairs."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.namespace import Namespace
from columnar.parsing.shapes import shape_rows

__all__ = ["filtered_pair_columns"]

_OTHER_SHAPES: Final = ("Capsule_1", "Cylinder_1", "Points")


def filtered_pair_columns(columns: SceneColumns, names: Namespace) -> dict[str, Any]:
    """Columns of the filtered-pair table: a row for each distinct target of a prim, in path order."""
    rows = columns.rows("PhysicsFilteredPairsAPI")
    offsets, targets = rows.targets("physics:filteredPairs")
    prims = np.repeat(rows.prim, np.diff(offsets))
    if not columns.rules.filters.any_prim:
        held = np.isin(prims, _holders(columns, names))
        prims, targets = prims[held], targets[held]
    pairs = np.unique(np.stack([prims, targets], axis=1), axis=0) if len(prims) else np.zeros((0, 2), np.int64)
    return {"path": pairs[:, 0], "other": pairs[:, 1]}


def _holders(columns: SceneColumns, names: Namespace) -> Ids:
    """Bodies, shapes (those the shape table has no type for as well) and articulation roots."""
    colliders = columns.rows("PhysicsCollisionAPI").prim
    others = colliders[names.types(colliders, _OTHER_SHAPES) >= 0]
    apis = [columns.rows(name).prim for name in ("PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI")]
    return np.concatenate([shape_rows(columns, names)[0].prim, others, *apis])
