"""Which cells of two columns of a type are equal; NaN equals NaN."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.values import numpy_values, valid_mask

__all__ = ["equal_cells"]

Flags = npt.NDArray[np.bool_]


def equal_cells(a: pa.Array, b: pa.Array) -> Flags:
    """(n,) whether cells are equal, absent ones being equal to one another.

    Args:
        a: (n,) of any of the contract's types.
        b: (n,) of the same type; tokens may have another dictionary.
    """
    if a is b or not len(a):
        return np.ones(len(a), np.bool_)
    if pa.types.is_list(a.type):
        return _equal_lists(a, b)
    valid_a, valid_b = valid_mask(a), valid_mask(b)
    same: Flags = (valid_a == valid_b) & (~valid_a | _equal_values(a, b))
    return same


def _equal_values(a: pa.Array, b: pa.Array) -> Flags:
    """(n,) whether values are equal, whatever lies under nulls."""
    if pa.types.is_dictionary(a.type):
        codes = {text: code for code, text in enumerate(a.dictionary.to_pylist())}
        mapped = [codes.setdefault(text, len(codes)) for text in b.dictionary.to_pylist()]
        equal: Flags = numpy_values(a) == np.array([*mapped, -1])[numpy_values(b)]
        return equal
    if pa.types.is_string(a.type) or pa.types.is_large_string(a.type):
        return _equal_values(a.dictionary_encode(), b.dictionary_encode())
    left, right = numpy_values(a), numpy_values(b)
    same: Flags = left == right
    if left.dtype.kind == "f":
        same |= (left != left) & (right != right)
    return same if same.ndim == 1 else np.asarray(same.all(axis=1))


def _equal_lists(a: pa.ListArray, b: pa.ListArray) -> Flags:
    valid = valid_mask(a)
    lengths_a, lengths_b = (_lengths(array) for array in (a, b))
    same: Flags = (valid == valid_mask(b)) & (lengths_a == lengths_b)
    rows = np.flatnonzero(same & (lengths_a > 0))
    if rows.size:
        flat_a, flat_b = a.take(pa.array(rows)).flatten(), b.take(pa.array(rows)).flatten()
        differing = np.flatnonzero(~equal_cells(flat_a, flat_b))
        ends = np.cumsum(lengths_a[rows])
        same[rows[np.searchsorted(ends, differing, side="right")]] = False
    return same


def _lengths(array: pa.ListArray) -> npt.NDArray[np.int64]:
    lengths = np.diff(numpy_values(array.offsets).astype(np.int64))
    return np.where(valid_mask(array), lengths, 0)
