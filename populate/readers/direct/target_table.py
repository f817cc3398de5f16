"""Relationship targets, numbered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from populate.readers.direct.path_kinds import require_paths
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.prims import NO_PRIM, PrimTable

__all__ = ["TargetTable"]

_NONE: Final = -1


@dataclass
class TargetTable:
    """Numbers target nodes; relationship values hold these numbers.

    Attributes:
        prims: the layer's prims.
    """

    prims: PrimTable
    _pieces: list[NDArray[np.int32]] = field(default_factory=list)
    _count: int = 0

    def __post_init__(self) -> None:
        self._number = np.full(len(self.prims.crate.paths), _NONE, np.int32)

    def add(self, nodes: NDArray[np.int32]) -> NDArray[np.int64]:
        """Numbers of target nodes.

        Raises:
            Declined: a node that is neither a prim's path nor a prim property's.
        """
        fresh = nodes[self._number[nodes] == _NONE]
        if len(fresh):
            # Whichever of equal nodes writes last gives the number; the others find it there.
            places = np.arange(len(fresh), dtype=np.int32)
            self._number[fresh] = places
            fresh = fresh[self._number[fresh] == places]
            require_paths(self.prims, fresh)
            self._number[fresh] = np.arange(self._count, self._count + len(fresh))
            self._count += len(fresh)
            self._pieces.append(fresh)
        return self._number[nodes].astype(np.int64)

    @property
    def nodes(self) -> NDArray[np.int32]:
        """(t,) int32 node of each target."""
        return np.concatenate([np.zeros(0, np.int32), *self._pieces])

    def texts(self, rows: pa.Array, row_of_prim: NDArray[np.int64]) -> pa.Array:
        """(t,) path strings as large_utf8; those of rows are there already.

        Args:
            rows: path strings by row.
            row_of_prim: (p,) row of each prim, negative for none.
        """
        nodes = self.nodes
        prim = self.prims.of_node[nodes]
        row = np.where(prim == NO_PRIM, -1, row_of_prim[prim])
        others = np.flatnonzero(row < 0)
        row[others] = len(rows) + np.arange(len(others))
        pool = pa.concat_arrays([rows, path_texts(self.prims.crate, nodes[others])]) if len(others) else rows
        return pool.take(pa.array(row))
