"""Rows of a table in their order, prim then instance name, and rows picked out of a column."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.values import numpy_values, valid_mask

__all__ = ["instance_ranks", "row_keys", "take_rows"]


def instance_ranks(instances: pa.DictionaryArray) -> tuple[npt.NDArray[np.int64], tuple[str, ...]]:
    """Each row's place among the instance names in byte order, and these names.

    Args:
        instances: (n,) tokens without nulls.
    """
    names: list[str] = instances.dictionary.to_pylist()
    order = sorted(range(len(names)), key=lambda code: names[code].encode())
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    return rank[numpy_values(instances)], tuple(names[code] for code in order)


def row_keys(prims: npt.NDArray[Any], instances: pa.DictionaryArray | None) -> npt.NDArray[np.int64]:
    """(n,) numbers in the order of (prim, instance name), equal where both are equal.

    Args:
        prims: (n,) path ids.
        instances: (n,) tokens of a multiple-apply table, else None.
    """
    numbers = prims.astype(np.int64)
    if instances is None:
        return numbers
    ranks, names = instance_ranks(instances)
    return numbers * max(len(names), 1) + ranks


def take_rows(array: pa.Array, rows: npt.NDArray[np.int64]) -> pa.Array:
    """The given rows of a column of any of the contract's types, nulls kept, zeros below them.

    Arrow's own `take` leaves nulls in the lanes of a null cell, which the format forbids.
    """
    if not pa.types.is_fixed_size_list(array.type):
        return array.take(pa.array(rows))
    lanes = pa.array(numpy_values(array)[rows].reshape(-1), array.type.value_type)
    mask = pa.array(~valid_mask(array)[rows]) if array.null_count else None
    return pa.FixedSizeListArray.from_arrays(lanes, type=array.type, mask=mask)
