"""Numbering equal things: hash tables over whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["factorize"]


def factorize(keys: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Number the distinct keys in the order they are first seen.

    Returns:
        (n,) int32 number of each key, and the (k,) distinct keys by number.
    """
    if len(keys) and (keys == keys[0]).all():
        return np.zeros(len(keys), np.int32), keys[:1]
    # Arrow's own pool would keep the memory of the hash table for later.
    encoded = pc.dictionary_encode(pa.array(keys), memory_pool=pa.system_memory_pool())
    return np.asarray(encoded.indices), np.asarray(encoded.dictionary)
