"""World matrices of prims that moved, and of everything below them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import MATRIX, numpy_values, valid_mask, world_matrices
from columnar.store.table_rows import TableRows

__all__ = ["moved_worlds"]

Index = npt.NDArray[np.int64]
_WORLD = "omni:fabric:worldMatrix"


def moved_worlds(prims: TableRows, moved: npt.NDArray[np.uint64]) -> TableRows:
    """The prim table with the world matrices of moved prims and their descendants computed anew.

    Args:
        prims: the table.
        moved: entities whose local matrix, reset flag or parent changed; some may be gone.
    """
    rows = prims.find(moved)
    rows = rows[rows >= 0]
    if not len(rows):
        return prims
    parent = _parent_rows(prims)
    affected = _at_or_below(parent, rows)
    local = numpy_values(prims.columns["omni:xform"]).reshape(-1, 4, 4)
    xformable = valid_mask(prims.columns["omni:xform"])
    reset = numpy_values(prims.columns["omni:resetXformStack"]) & valid_mask(prims.columns["omni:resetXformStack"])
    world = np.array(numpy_values(prims.columns[_WORLD])).reshape(-1, 4, 4)
    world[affected] = _worlds(local, reset, world, parent, affected, xformable)
    world[~xformable] = 0.0
    mask = None if xformable.all() else pa.array(~xformable)
    array = pa.FixedSizeListArray.from_arrays(pa.array(world.reshape(-1)), type=MATRIX, mask=mask)
    return prims.with_columns({_WORLD: array}, prims.declared)


def _parent_rows(prims: TableRows) -> Index:
    """(n,) row of each prim's parent, -1 for none."""
    parents, valid = prims.columns["parent"], valid_mask(prims.columns["parent"])
    found = prims.find(np.where(valid, numpy_values(parents), 0).astype(np.uint64))
    return np.where(valid, found, -1)


def _at_or_below(parent: Index, rows: Index) -> Index:
    inside = np.zeros(len(parent), np.bool_)
    inside[rows] = True
    above = np.maximum(parent, 0)
    while True:
        grown = inside | (inside[above] & (parent >= 0))
        if (grown == inside).all():
            return np.flatnonzero(inside)
        inside = grown


def _marked(rows: Index, count: int) -> Index:
    """The distinct rows, ascending."""
    marks = np.zeros(count, np.bool_)
    marks[rows] = True
    return np.flatnonzero(marks)


def _worlds(
    local: npt.NDArray[np.float64],
    reset: npt.NDArray[np.bool_],
    world: npt.NDArray[np.float64],
    parent: Index,
    affected: Index,
    xformable: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """World matrices of the affected rows, computed below ancestors that stay where they are.

    A prim without transform has no world matrix of its own; the one it passes on is that of the next ancestor with one.
    """
    inside = np.zeros(len(parent), np.bool_)
    inside[affected] = True
    above = parent[affected]
    while (skipped := (above >= 0) & ~inside[above] & ~xformable[above]).any():
        above = np.where(skipped, parent[above], above)
    resting = _marked(above[(above >= 0) & ~inside[above]], len(parent))
    rows = np.concatenate([resting, affected])
    place = np.full(len(parent), -1, np.int64)
    place[rows] = np.arange(len(rows))
    start = np.empty((len(rows), 4, 4))
    start[: len(resting)] = world[resting]
    # Indices are rows by construction; unchecked, `take` fills the place it is given.
    np.take(local, affected, axis=0, out=start[len(resting) :], mode="clip")
    start[len(resting) :][~xformable[affected]] = np.eye(4)
    resets = np.concatenate([np.zeros(len(resting), np.bool_), reset[affected]])
    parents = np.concatenate([np.full(len(resting), -1), np.where(above >= 0, place[np.maximum(above, 0)], -1)])
    return world_matrices(start, resets, parents)[len(resting) :]
