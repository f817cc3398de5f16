"""Where every row goes: rows of the layer itself, and blocks of rows for each copy of a representative.

Paths sort bytewise, and every character of a name sorts behind the slash, so rows below a prim follow it without a gap:
a copy's rows stay in the order they have in the representative, and only the roots need sorting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from populate.readers.repeated.grouping import Group
from populate.readers.repeated.representatives import Representatives

__all__ = ["Copies", "Skeleton", "build_skeleton"]

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class Copies:
    """The copies of one representative, itself among them.

    Attributes:
        group: number of the group.
        source: (n,) rows of the representative, in a row; none where it has none.
        first: (m,) final row of each copy's root, ascending.
        paths: (m,) large_utf8 path of each copy's root.
        path: path of the representative.
    """

    group: int
    source: _Index
    first: _Index
    paths: pa.Array
    path: str

    @property
    def start(self) -> int:
        """The representative's first row."""
        return int(self.source[0]) if len(self.source) else 0

    @cached_property
    def _step(self) -> int:
        """Distance of the copies' first rows from one another, 0 where it is not always the same."""
        steps = np.diff(self.first)
        return int(steps[0]) if len(steps) and (steps == steps[0]).all() else 0

    def rows(self, place: int, block: slice) -> slice | _Index:
        """Final rows of one row of the representative.

        Args:
            place: which of its rows.
            block: which copies, at least one.
        """
        first = self.first[block] + place
        return slice(int(first[0]), int(first[-1]) + 1, self._step) if self._step else first

    def places(self, rows: _Index) -> frozenset[int]:
        """Places in the representative of those final rows that belong to copies."""
        copy = np.searchsorted(self.first, rows, side="right") - 1
        place = rows - self.first[np.maximum(copy, 0)]
        return frozenset(np.unique(place[(copy >= 0) & (place < len(self.source))]).tolist())

    def spread(self, found: NDArray[Any], values: NDArray[Any]) -> None:
        """Write values over the final rows of the copies.

        Args:
            found: (f, ...) values by final row.
            values: (n, ...) the same for each copy, or (m, n, ...).
        """
        if not self._step:
            found[self.first[:, None] + np.arange(len(self.source))] = values
            return
        start = found[int(self.first[0]) :]
        shape = (len(self.first), len(self.source), *found.shape[1:])
        as_strided(start, shape, (self._step * start.strides[0], *start.strides))[...] = values

    def holds(self, rows: _Index) -> NDArray[np.bool_]:
        """Which rows are the representative's."""
        return (rows >= self.start) & (rows < self.start + len(self.source))


@dataclass(frozen=True)
class Skeleton:
    """Final rows.

    Attributes:
        count: their number.
        region: (a,) final row of each row of the layer itself.
        shared: (b,) final row of each row of a shared prototype.
        copies: a block of copies for each group.
    """

    count: int
    region: _Index
    shared: _Index
    copies: Sequence[Copies]


def build_skeleton(
    region: pa.Array, representatives: Representatives, groups: Sequence[Group], paths: pa.Array
) -> Skeleton:
    """Put the rows into path order.

    Args:
        region: paths of the rows of the layer itself.
        representatives: what was composed.
        groups: roots by representative.
        paths: large_utf8 path of each root.
    """
    shared = representatives.opinions.rows.paths.take(pa.array(representatives.shared_rows))
    roots = [paths.take(pa.array(group.roots)) for group in groups]
    bases = representatives.bases
    sizes = [np.full(len(group.roots), base.count) for group, base in zip(groups, bases, strict=True)]
    names = pa.concat_arrays([region, shared, *roots])
    size = np.concatenate([np.ones(len(region) + len(shared), np.int64), *sizes])
    order = np.asarray(pc.sort_indices(names)).astype(np.int64)
    first = np.empty(len(names), np.int64)
    first[order] = np.cumsum(size[order]) - size[order]
    parts = np.split(first, np.cumsum([len(region), len(shared), *map(len, roots)])[:-1])
    blocks = zip(bases, parts[2:], roots, strict=True)
    copies = [
        Copies(number, base.first + np.arange(base.count), starts, texts, base.path)
        for number, (base, starts, texts) in enumerate(blocks)
    ]
    return Skeleton(int(size.sum()), parts[0], parts[1], copies)
