"""One numbering for the paths of several tables, so that paths are compared as integers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["PathNumbers"]

Ids = npt.NDArray[np.int64]


class PathNumbers:
    """Numbers of paths, in byte order, over several path dictionaries.

    Args:
        dictionaries: large_utf8 each, in byte order and without duplicates.

    Attributes:
        names: every path by number.
    """

    def __init__(self, *dictionaries: pa.Array) -> None:
        first, *others = dictionaries
        self.names: pa.Array = first
        if not all(first.equals(other) for other in others):
            distinct = pa.chunked_array([*dictionaries]).unique()
            self.names = distinct.take(pc.sort_indices(distinct))

    def of(self, dictionary: pa.Array) -> Ids:
        """(n + 1,) the number of each path of a dictionary, -1 for paths that are unknown; the last entry is -1."""
        if dictionary.equals(self.names):
            return np.append(np.arange(len(dictionary), dtype=np.int64), -1)
        found = pc.index_in(dictionary, value_set=self.names).fill_null(-1)
        return np.append(np.asarray(found).astype(np.int64), -1)

    def __len__(self) -> int:
        return len(self.names)
