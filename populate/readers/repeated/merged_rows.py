"""The row table: rows of the layer itself, of shared prototypes, and of every copy."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import RowTable
from columnar.scene import world_matrices
from populate.readers.repeated.overlay import Overlay
from populate.readers.repeated.representatives import Representatives
from populate.readers.repeated.skeleton import Copies, Skeleton

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
    rows, shared = representatives.opinions.rows, representatives.shared_rows
    tiled = [copies.tiled for copies in skeleton.copies]
    place = np.empty(skeleton.count, np.int64)
    place[np.concatenate([skeleton.region, skeleton.shared, *(copies.rows for copies in skeleton.copies)])] = np.arange(
        skeleton.count
    )
    behind = np.concatenate([shared, *tiled]).astype(np.int64)
    local = np.concatenate([region.local, rows.local[behind]])[place]
    reset = np.concatenate([region.reset, rows.reset[behind]])[place]
    moved = overlay_rows(overlay, skeleton)[overlay.transforms.prim]
    local[moved], reset[moved] = overlay.transforms.local, overlay.transforms.reset
    parent = _parents(region, representatives, skeleton, parents)
    return RowTable(
        paths=_paths(region, representatives, skeleton).take(pa.array(place)),
        parent=parent,
        archetype=np.concatenate([region.archetype, rows.archetype[behind] + len(region.archetypes)])[place].astype(
            np.int32
        ),
        archetypes=(*region.archetypes, *rows.archetypes),
        local=local,
        reset=reset,
        world=world_matrices(local, reset, parent),
        from_instance=np.concatenate([region.from_instance, rows.from_instance[behind]])[place],
        prototype=_prototypes(representatives, skeleton),
    )


def _paths(region: RowTable, representatives: Representatives, skeleton: Skeleton) -> pa.Array:
    paths = representatives.opinions.rows.paths
    copied = [_joined(copies, paths) for copies in skeleton.copies]
    return pa.concat_arrays([region.paths, paths.take(pa.array(representatives.shared_rows)), *copied])


def _joined(copies: Copies, paths: pa.Array) -> pa.Array:
    """Paths of a block: every root with every relative path, relative paths running fastest."""
    relative = pc.utf8_slice_codeunits(paths.take(pa.array(copies.source)), len(copies.path))
    left = copies.paths.take(pa.array(np.repeat(np.arange(len(copies.first)), len(relative))))
    right = relative.take(pa.array(np.tile(np.arange(len(relative)), len(copies.first))))
    return pc.binary_join_element_wise(left, right, pa.scalar("", pa.large_string()))


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
