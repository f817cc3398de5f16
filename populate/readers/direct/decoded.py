"""Values decoded into Arrow arrays and, where single values need care, into Python values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from columnar.assembly import plain_type
from populate.readers.crate import Crate
from populate.readers.crate.arrays import array_numbers, array_texts
from populate.readers.crate.single_values import numbers, text_indices
from populate.readers.crate.stored_types import INDEX_TYPES
from populate.readers.crate.value_reps import ARRAY, Reps, ValueType
from populate.readers.direct.factorize import factorize
from populate.readers.direct.ragged_lists import list_offsets, repeated_places
from schemas.contract import Column

__all__ = ["column_values", "python_values"]


def column_values(crate: Crate, reps: Reps, code: int, column: Column) -> pa.Array:
    """Values of exactly a column's type, as an array of its plain type.

    Args:
        crate: the file.
        reps: (n,) reps of values, all of the type `code` says.
        code: stored type, an array or not.
        column: the column.

    Raises:
        CrateError: a value lies outside the file or is damaged.
    """
    kind = plain_type(column)
    value_type = ValueType(code & ~ARRAY)
    if code & ARRAY:
        return _lists(crate, reps, value_type, kind)
    if value_type in INDEX_TYPES:
        return crate.tokens.arrow.take(pa.array(text_indices(crate, reps, value_type)))
    return _flat(numbers(crate, reps, value_type), kind)


def python_values(crate: Crate, reps: Reps, code: int) -> list[Any]:
    """Values as Python numbers, tuples of lanes, numpy arrays or texts; quaternions x, y, z, w, asset paths as text.

    Args:
        crate: the file.
        reps: (n,) reps of values, all of the type `code` says.
        code: stored type, an array or not.
    """
    value_type = ValueType(code & ~ARRAY)
    if code & ARRAY:
        codes, distinct = factorize(reps)
        read: Callable[[Crate, int], Any] = _texts if value_type in INDEX_TYPES else _numbers
        values = [read(crate, rep) for rep in distinct.tolist()]
        return [values[place] for place in codes.tolist()]
    if value_type in INDEX_TYPES:
        return list(crate.tokens.texts(text_indices(crate, reps, value_type).tolist()))
    found: list[Any] = _flags(numbers(crate, reps, value_type), value_type).tolist()
    return found


def _texts(crate: Crate, rep: int) -> list[str]:
    return list(crate.tokens.texts(array_texts(crate, rep).tolist()))


def _numbers(crate: Crate, rep: int) -> NDArray[Any]:
    return _flags(array_numbers(crate, rep), ValueType(rep >> 48 & 0xFF))


def _flags(values: NDArray[Any], value_type: ValueType) -> NDArray[Any]:
    return values.astype(np.bool_) if value_type is ValueType.BOOL else values


def _lists(crate: Crate, reps: Reps, value_type: ValueType, kind: pa.DataType) -> pa.Array:
    """Arrays as lists; one that several prims share is decoded once."""
    codes, distinct = factorize(reps)
    texts = value_type in INDEX_TYPES
    parts = [array_texts(crate, rep) if texts else array_numbers(crate, rep) for rep in distinct.tolist()]
    pool = np.concatenate(parts)
    sizes = np.array([len(part) for part in parts], np.int64)
    counts = sizes[codes]
    if len(distinct) < len(reps):
        pool = pool[repeated_places((np.cumsum(sizes) - sizes)[codes], counts)]
    flat = crate.tokens.arrow.take(pa.array(pool)) if texts else _flat(pool, kind.value_type)
    return pa.ListArray.from_arrays(pa.array(list_offsets(counts)), flat, type=kind)


def _flat(values: NDArray[Any], kind: pa.DataType) -> pa.Array:
    """Numbers, flags or rows of lanes as an Arrow array of this type; half floats widen."""
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(_flat(values.reshape(-1), kind.value_type), type=kind)
    if values.dtype == np.float16:
        values = values.astype(np.float32)
    if pa.types.is_boolean(kind):
        values = values.astype(np.bool_)
    array = pa.array(values)
    return array if array.type == kind else array.cast(kind, safe=False)
