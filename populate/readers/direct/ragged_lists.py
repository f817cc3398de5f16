"""Lists of different lengths as one array and their offsets."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.declined import Declined

__all__ = ["list_offsets", "repeated_places"]

_LONGEST: Final = (1 << 31) - 1
"""Most elements of an Arrow list column with 32-bit offsets."""


def list_offsets(counts: NDArray[np.int64]) -> NDArray[np.int32]:
    """(n + 1,) offsets of lists of these lengths.

    Raises:
        Declined: more elements than an Arrow list column can hold.
    """
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    if ends[-1] > _LONGEST:
        raise Declined(f"lists or arrays of {ends[-1]} elements in one column")
    return ends.astype(np.int32)


def repeated_places(starts: NDArray[np.integer], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of the elements of many lists, one list after the other.

    Args:
        starts: (n,) place of each list's first element.
        counts: (n,) number of elements of each.

    Raises:
        Declined: more elements than an Arrow list column can hold.
    """
    offsets = list_offsets(counts).astype(np.int64)
    return np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], counts)
