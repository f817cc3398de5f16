"""World transforms of all rows; those of many copies together, as their local transforms are mostly the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import RowTable
from columnar.scene import unwritten, world_matrices
from columnar.scene.matrix_lanes import from_lanes, multiply_lanes, row_blocks, settle_nan, to_lanes
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["LocalTransforms", "copied_worlds"]

_Index = NDArray[np.int64]

_MANY: Final = 64
"""Copies from which on a few array operations for each row of their representative are worth it."""

_ABOVE: Final = -1
"""Place of what stands above a representative."""


@dataclass(frozen=True)
class LocalTransforms:
    """Local transforms by final row.

    Attributes:
        local: (n, 4, 4) float64.
        reset: (n,) bool.
        parent: (n,) final row of the parent, -1 for none.
        own: final rows of copies whose transform may be another than the representative's.
    """

    local: NDArray[np.float64]
    reset: NDArray[np.bool_]
    parent: _Index
    own: _Index


def copied_worlds(rows: LocalTransforms, composed: RowTable, skeleton: Skeleton) -> NDArray[np.float64]:
    """(n, 4, 4) world transforms by final row, equal to `world_matrices` bit for bit where a row is xformable.

    Args:
        rows: local transforms.
        composed: the representatives' rows.
        skeleton: where rows go.
    """
    blocks = [copies for copies in skeleton.copies if len(copies.source) and len(copies.first) >= _MANY]
    if not blocks:
        return world_matrices(rows.local, rows.reset, rows.parent)
    world = unwritten(rows.local.shape, np.float64)
    others = np.ones(len(world), np.bool_)
    for copies in blocks:
        copies.spread(others, np.zeros(len(copies.source), np.bool_))
    kept = np.flatnonzero(others)
    parent = rows.parent[kept]
    parent = np.where(parent < 0, -1, np.searchsorted(kept, parent))
    world[kept] = world_matrices(rows.local[kept], rows.reset[kept], parent)
    for copies in blocks:
        _place(world, rows, composed, copies)
    return world


def _place(world: NDArray[np.float64], rows: LocalTransforms, composed: RowTable, copies: Copies) -> None:
    """Place the rows of copies, row by row of their representative; what stands above them is placed."""
    inner = composed.parent[copies.source] - copies.start
    inner[0] = _ABOVE
    moving = _moving(composed, copies, inner).tolist()
    own, holders, parents = copies.places(rows.own), set(inner.tolist()), rows.parent[copies.first]
    for block in row_blocks(len(copies.first)):
        placed = {_ABOVE: to_lanes(world[parents[block]])}
        for place, moves in enumerate(moving):
            final, first = copies.rows(place, block), copies.start + place
            if not moves:
                world[final] = 0.0
                continue
            local, reset = composed.local[first : first + 1], composed.reset[first : first + 1]
            if place in own:
                local, reset = rows.local[final], rows.reset[final]
            lanes = _below(to_lanes(local), reset, placed[int(inner[place])])
            world[final] = from_lanes(lanes)
            if place in holders:
                placed[place] = lanes


@np.errstate(all="ignore")
def _below(local: NDArray[np.float64], reset: NDArray[np.bool_], above: NDArray[np.float64]) -> NDArray[np.float64]:
    """World transforms of one row of many copies, all as (4, 4, n) lanes."""
    lanes = multiply_lanes(local, above)
    if reset.any():
        np.copyto(lanes, local, where=reset)
    return settle_nan(lanes)


def _moving(composed: RowTable, copies: Copies, inner: _Index) -> NDArray[np.bool_]:
    """(n,) bool, which rows of a representative are xformable or stand above one that is."""
    xformable = np.array([archetype.xformable for archetype in composed.archetypes], np.bool_)
    moving = xformable[composed.archetype[copies.source]]
    for place in range(len(moving) - 1, 0, -1):
        moving[inner[place]] |= moving[place]
    return moving
