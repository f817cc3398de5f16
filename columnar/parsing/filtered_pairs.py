"""The table of filtered pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.parsing.columns import SceneColumns

__all__ = ["filtered_pair_columns"]


def filtered_pair_columns(columns: SceneColumns) -> dict[str, Any]:
    """Columns of the filtered-pair table: a row for each distinct target of a prim, in path order."""
    rows = columns.rows("PhysicsFilteredPairsAPI")
    offsets, targets = rows.targets("physics:filteredPairs")
    prims = np.repeat(rows.prim, np.diff(offsets))
    pairs = np.unique(np.stack([prims, targets], axis=1), axis=0) if len(prims) else np.zeros((0, 2), np.int64)
    return {"path": pairs[:, 0], "other": pairs[:, 1]}
