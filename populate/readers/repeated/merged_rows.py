"""The row table: rows of the layer itself, of shared prototypes, and of every copy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from columnar.assembly import RowTable
from columnar.scene import taken
from populate.readers.repeated.copied_worlds import LocalTransforms, copied_worlds
from populate.readers.repeated.overlay import Overlay
from populate.readers.repeated.representatives import Representatives
from populate.readers.repeated.skeleton import Skeleton

__all__ = ["PlacedRows", "merge_rows", "overlay_rows", "place_rows"]

_Index = NDArray[np.int64]


class PlacedRows(NamedTuple):
    """Where rows are.

    Attributes:
        source: (n,) what each is copied from: a row of the layer itself, or that many more than a representative's.
        transforms: local transforms, and what they are relative to.
        world: (n, 4, 4) float64.
    """

    source: _Index
    transforms: LocalTransforms
    world: NDArray[np.float64]


def overlay_rows(overlay: Overlay, skeleton: Skeleton) -> _Index:
    """(q,) final row of each prim of the overlay, -1 for those without."""
    found = np.full(len(overlay.row), -1, np.int64)
    for copies in skeleton.copies:
        of_group = np.flatnonzero((overlay.group == copies.group) & (overlay.row >= 0))
        found[of_group] = copies.first[overlay.place[of_group]] + overlay.row[of_group] - copies.start
    return found


def place_rows(
    region: RowTable, representatives: Representatives, skeleton: Skeleton, parents: list[_Index], overlay: Overlay
) -> PlacedRows:
    """Where all rows are in the world.

    Args:
        region: rows of the layer itself.
        representatives: what was composed.
        skeleton: where each row goes.
        parents: row of the region above each copy's root, by block of copies.
        overlay: has transforms that are not the representative's.
    """
    rows = representatives.opinions.rows
    source = _sources(len(region), representatives.shared_rows, skeleton)
    local = _picked(region.local, rows.local, source)
    reset = _picked(region.reset, rows.reset, source)
    moved = overlay_rows(overlay, skeleton)[overlay.transforms.prim]
    local[moved], reset[moved] = overlay.transforms.local, overlay.transforms.reset
    transforms = LocalTransforms(local, reset, _parents(region, representatives, skeleton, parents), moved)
    return PlacedRows(source, transforms, copied_worlds(transforms, rows, skeleton))


def merge_rows(
    region: RowTable, representatives: Representatives, skeleton: Skeleton, paths: pa.Array, placed: PlacedRows
) -> RowTable:
    """All rows in path order.

    Args:
        region: rows of the layer itself.
        representatives: what was composed.
        skeleton: where each row goes.
        paths: path of each row.
        placed: where they are.
    """
    rows = representatives.opinions.rows
    return RowTable(
        paths=paths,
        parent=placed.transforms.parent,
        archetype=_picked(region.archetype, rows.archetype + np.int32(len(region.archetypes)), placed.source),
        archetypes=(*region.archetypes, *rows.archetypes),
        local=placed.transforms.local,
        reset=placed.transforms.reset,
        world=placed.world,
        from_instance=_picked(region.from_instance, rows.from_instance, placed.source),
        prototype=_prototypes(representatives, skeleton),
    )


def _sources(region: int, shared_rows: _Index, skeleton: Skeleton) -> _Index:
    """`PlacedRows.source`."""
    found = np.empty(skeleton.count, np.int64)
    found[skeleton.region] = np.arange(region)
    found[skeleton.shared] = region + shared_rows
    for copies in skeleton.copies:
        copies.spread(found, region + copies.source)
    return found


def _picked(region: NDArray[Any], composed: NDArray[Any], source: _Index) -> NDArray[Any]:
    """Values by final row of values by row of the layer itself and of the representatives."""
    return taken(np.concatenate([region, composed]), source)


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
        copies.spread(found, copies.first[:, None] + inner)
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
