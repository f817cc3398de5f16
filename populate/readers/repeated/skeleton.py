"""Where every row goes: rows of the layer itself, and blocks of rows for each copy of a representative.

Paths sort bytewise, and every character of a name sorts behind the slash, so rows below a prim follow it without a gap:
a copy's rows stay in the order they have in the representative, and only the roots need sorting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
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
        first: (m,) final row of each copy's root.
        paths: (m,) large_utf8 path of each copy's root.
        path: path of the representative.
    """

    group: int
    source: _Index
    first: _Index
    paths: pa.Array
    path: str

    @cached_property
    def rows(self) -> _Index:
        """(m * n,) final rows, one copy after the other."""
        return (self.first[:, None] + np.arange(len(self.source))).reshape(-1)

    @property
    def start(self) -> int:
        """The representative's first row."""
        return int(self.source[0]) if len(self.source) else 0

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
    region: pa.Array, representatives: Representatives, groups: Sequence[Group], paths: Sequence[str]
) -> Skeleton:
    """Put the rows into path order.

    Args:
        region: paths of the rows of the layer itself.
        representatives: what was composed.
        groups: roots by representative.
        paths: path of each root.
    """
    shared = representatives.opinions.rows.paths.take(pa.array(representatives.shared_rows))
    roots = [pa.array([paths[root] for root in group.roots.tolist()], pa.large_string()) for group in groups]
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
