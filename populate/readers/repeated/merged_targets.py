"""Relationship targets: those inside a representative repeated for every copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import StageOpinions
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["MergedTargets", "merge_targets"]

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class _Inside:
    """Targets inside one representative: place of each among them (-1 for others), number of the first copied one."""

    place: _Index
    first: int
    count: int


@dataclass(frozen=True)
class MergedTargets:
    """Targets of the layer itself, of the representatives, and of the copies, numbered in this order.

    Attributes:
        paths: large_utf8, null where the row is known.
        row: (t,) int64 final row of each target, -1 where it is not known.
        composed: number of the representatives' first one.
        inside: by block of copies.
    """

    paths: pa.Array
    row: _Index
    composed: int
    inside: Sequence[_Inside]

    def copied(self, block: int, copy: _Index, targets: _Index) -> _Index:
        """Numbers of representatives' targets as copies have them.

        Args:
            block: which block of copies.
            copy: (n,) number of the copy.
            targets: (n,) the representatives' number.
        """
        part = self.inside[block]
        place = part.place[targets]
        return np.where(place >= 0, part.first + copy * part.count + place, self.composed + targets)


def merge_targets(region: pa.Array, composed: StageOpinions, skeleton: Skeleton) -> MergedTargets:
    """Number the targets of all rows.

    Args:
        region: targets of the layer itself.
        composed: the representatives' opinions.
        skeleton: where rows go.
    """
    targets = composed.targets
    row = np.asarray(pc.fill_null(pc.index_in(targets, value_set=composed.rows.paths), -1)).astype(np.int64)
    first = len(region) + len(targets)
    parts, rows, inside = [region, targets], [np.full(first, -1, np.int64)], []
    for copies in skeleton.copies:
        found = np.flatnonzero(_is_inside(targets, copies.path))
        place = np.full(len(targets), -1, np.int64)
        place[found] = np.arange(len(found))
        inside.append(_Inside(place, first, len(found)))
        known = row[found] >= 0
        moved = np.where(known, copies.first[:, None] + row[found] - copies.start, -1)
        rows.append(moved.reshape(-1))
        parts.append(_joined(copies, targets.take(pa.array(found)), known))
        first += moved.size
    return MergedTargets(pa.concat_arrays(parts), np.concatenate(rows), len(region), inside)


def _is_inside(paths: pa.Array, root: str) -> NDArray[np.bool_]:
    """(n,) bool, whether a path is the root, a property of it or anything below it."""
    if not len(paths):
        return np.zeros(0, np.bool_)
    below = pc.or_(pc.starts_with(paths, f"{root}/"), pc.starts_with(paths, f"{root}."))
    return np.asarray(pc.or_(pc.equal(paths, root), below))


def _joined(copies: Copies, targets: pa.Array, known: NDArray[np.bool_]) -> pa.Array:
    """Paths of targets as each copy has them, one copy after the other; null where the row is known."""
    count = len(targets) * len(copies.first)
    if known.all():
        return pa.nulls(count, pa.large_string())
    relative = pc.utf8_slice_codeunits(targets, len(copies.path))
    left = copies.paths.take(pa.array(np.repeat(np.arange(len(copies.first)), len(targets))))
    places = np.tile(np.arange(len(targets)), len(copies.first))
    right = relative.take(pa.array(places, mask=known[places]))
    return pc.binary_join_element_wise(left, right, pa.scalar("", pa.large_string()))
