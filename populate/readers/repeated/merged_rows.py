"""The row table: rows of the layer itself, of shared prototypes, and of every copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import RowTable
from columnar.scene import world_matrices
from populate.readers.repeated.overlay import Overlay
from populate.readers.repeated.representatives import Representatives
from populate.readers.repeated.skeleton import Skeleton

__all__ = ["merge_rows", "overlay_rows"]

_Index = NDArray[np.int64]


def overlay_rows(overlay: Overlay, skeleton: Skeleton) -> _Index:
    """(q,) final row of each prim of the overlay, -1 for those without."""
    found = np.full(len(overlay.row), -1, np.int64)
    for copies in skeleton.copies:
        of_group = np.flatnonzero((overlay.group == copies.group) & (overlay.row >= 0))
        found[of_group] = copies.first[overlay.place[of_group]] + overlay.row[of_group] - copies.start
    return found


def merge_rows(
    region: RowTable, representatives: Representatives, skeleton: Skeleton, parents: list[_Index], overlay: Overlay
) -> RowTable:
    """All rows in path order.

    Args:
        region: rows of the layer itself.
        representatives: what was composed.
        skeleton: where each row goes.
        parents: row of the region above each copy's root, by block of copies.
        overlay: has transforms that are not the representative's.
    """
    rows = representatives.opinions.rows
    spread = _Spread(representatives.shared_rows, skeleton)
    local = spread.over(region.local, rows.local)
    reset = spread.over(region.reset, rows.reset)
    moved = overlay_rows(overlay, skeleton)[overlay.transforms.prim]
    local[moved], reset[moved] = overlay.transforms.local, overlay.transforms.reset
    parent = _parents(region, representatives, skeleton, parents)
    return RowTable(
        paths=_paths(region, representatives, skeleton),
        parent=parent,
        archetype=spread.over(region.archetype, rows.archetype + np.int32(len(region.archetypes))),
        archetypes=(*region.archetypes, *rows.archetypes),
        local=local,
        reset=reset,
        world=world_matrices(local, reset, parent),
        from_instance=spread.over(region.from_instance, rows.from_instance),
        prototype=_prototypes(representatives, skeleton),
    )


@dataclass(frozen=True)
class _Spread:
    """Spreads values by row over the final rows."""

    shared_rows: _Index
    skeleton: Skeleton

    def over(self, region: NDArray[Any], composed: NDArray[Any]) -> NDArray[Any]:
        """Values by final row.

        Args:
            region: by row of the layer itself.
            composed: by row of the representatives.
        """
        found = np.empty((self.skeleton.count, *composed.shape[1:]), composed.dtype)
        found[self.skeleton.region] = region
        found[self.skeleton.shared] = composed[self.shared_rows]
        for copies in self.skeleton.copies:
            if len(copies.source):
                found[copies.rows.reshape(len(copies.first), -1)] = composed[copies.source]
        return found


def _paths(region: RowTable, representatives: Representatives, skeleton: Skeleton) -> pa.Array:
    """Paths of rows: those of the layer itself and of shared prototypes, or a copy's root and what follows it."""
    paths = representatives.opinions.rows.paths
    blocks = [copies for copies in skeleton.copies if len(copies.source)]
    own = pa.concat_arrays([region.paths, paths.take(pa.array(representatives.shared_rows))])
    heads = pa.concat_arrays([own, *(copies.paths for copies in blocks)])
    relative = [pc.utf8_slice_codeunits(paths.take(pa.array(c.source)), len(c.path)) for c in blocks]
    tails = pa.concat_arrays([pa.array([""], pa.large_string()), *relative])
    head, tail = np.empty(skeleton.count, np.int32), np.zeros(skeleton.count, np.int32)
    head[np.concatenate([skeleton.region, skeleton.shared])] = np.arange(len(own), dtype=np.int32)
    first_head, first_tail = len(own), 1
    for copies in blocks:
        rows = copies.rows.reshape(len(copies.first), -1)
        head[rows] = np.arange(first_head, first_head + len(copies.first))[:, None]
        tail[rows] = np.arange(first_tail, first_tail + len(copies.source))
        first_head, first_tail = first_head + len(copies.first), first_tail + len(copies.source)
    nothing = pa.scalar("", pa.large_string())
    return pc.binary_join_element_wise(heads.take(pa.array(head)), tails.take(pa.array(tail)), nothing)


def _parents(region: RowTable, representatives: Representatives, skeleton: Skeleton, parents: list[_Index]) -> _Index:
    above = representatives.opinions.rows.parent
    found = np.full(skeleton.count, -1, np.int64)
    found[skeleton.region] = np.where(region.parent < 0, -1, skeleton.region[np.maximum(region.parent, 0)])
    shared = np.full(len(above), -1, np.int64)
    shared[representatives.shared_rows] = skeleton.shared
    outer = shared[above[representatives.shared_rows]]
    found[skeleton.shared] = np.where(outer < 0, skeleton.region[0], outer)
    for copies, over in zip(skeleton.copies, parents, strict=True):
        if not len(copies.source):
            continue
        inner = above[copies.source] - copies.start
        found[copies.rows] = (copies.first[:, None] + inner).reshape(-1)
        found[copies.first] = skeleton.region[over]
    return found


def _prototypes(representatives: Representatives, skeleton: Skeleton) -> dict[int, int]:
    shared = dict(zip(representatives.shared_rows.tolist(), skeleton.shared.tolist(), strict=True))
    found: dict[int, int] = {}
    for row, root in representatives.opinions.rows.prototype.items():
        if row in shared:
            found[shared[row]] = shared[root]
        for copies in skeleton.copies:
            place = row - copies.start
            if 0 <= place < len(copies.source):
                found |= dict.fromkeys((copies.first + place).tolist(), shared[root])
    return found
