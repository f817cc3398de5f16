"""Arguments of a call as they were when it was made: what the caller does to them afterwards changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["frozen"]


def frozen(given: Any) -> Any:
    """A copy of arrays and sequences, at any depth; everything else as it is."""
    if isinstance(given, np.ndarray):
        return given.copy()
    if isinstance(given, str | bytes | pa.Array | pa.ChunkedArray) or not isinstance(given, Iterable):
        return given
    items = tuple(given)
    return (
        tuple(map(frozen, items)) if any(isinstance(i, Iterable) and not isinstance(i, str) for i in items) else items
    )
