"""Numpy views of Arrow columns: read-only, without a copy where the memory allows one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["ColumnValues", "numpy_values", "taken", "unwritten", "valid_mask"]

Array = npt.NDArray[Any]

# Arrow's own answer, `to_pandas_dtype`, needs pandas in older releases.
_DTYPES = {
    pa.from_numpy_dtype(name).id: np.dtype(name)
    for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")
}


@dataclass(frozen=True)
class ColumnValues:
    """A column as numpy arrays, rows in table order.

    Attributes:
        prim: (n,) uint64 path ids of the rows.
        values: numbers (n,) or (n, lanes); booleans (n,), a copy, as Arrow packs bits; tokens (n,) int32 codes into
            `tokens`, -1 where absent; array columns the concatenated elements, row i being
            `values[offsets[i]:offsets[i + 1]]`. Read-only. Zero (empty) where not valid.
        valid: (n,) bool; False where the contract calls the column absent.
        offsets: (n + 1,) for array columns, else None.
        tokens: token strings by code for token columns, else None.
    """

    prim: npt.NDArray[np.uint64]
    values: Array
    valid: npt.NDArray[np.bool_]
    offsets: npt.NDArray[np.int64] | None = None
    tokens: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.valid)


def valid_mask(array: pa.Array) -> npt.NDArray[np.bool_]:
    """(n,) bool: True where the array is not null."""
    if array.null_count == 0:
        return np.ones(len(array), np.bool_)
    return _unpack_bits(array.buffers()[0], array.offset, len(array))


def numpy_values(array: pa.Array) -> Array:
    """The values of a number, boolean, dictionary or fixed-size-list array, read-only; whatever lies under a null.

    Numbers and lanes are views of the Arrow memory; booleans are unpacked; a dictionary gives its int32 codes with -1
    where null.
    """
    kind = array.type
    if pa.types.is_dictionary(kind):
        codes = numpy_values(array.indices)
        if array.null_count == 0:
            return codes
        return _read_only(np.where(valid_mask(array), codes, np.int32(-1)))
    if pa.types.is_fixed_size_list(kind):
        lanes = kind.list_size
        child = array.values.slice(array.offset * lanes, len(array) * lanes)
        return numpy_values(child).reshape(len(array), lanes)
    if pa.types.is_boolean(kind):
        return _read_only(_unpack_bits(array.buffers()[1], array.offset, len(array)))
    dtype = _DTYPES[kind.id]
    buffer = array.buffers()[1]
    if buffer is None or len(array) == 0:
        return _read_only(np.zeros(0, dtype))
    # Seen through read-only memory, the array cannot be made writable by whoever gets it.
    memory = memoryview(buffer).toreadonly()
    return np.frombuffer(memory, dtype, count=len(array), offset=array.offset * dtype.itemsize)


def unwritten(shape: tuple[int, ...], dtype: npt.DTypeLike) -> Array:
    """`numpy.empty` in memory of Arrow's pool, which lies in large pages: a process gets those faster."""
    buffer = pa.allocate_buffer(math.prod(shape) * np.dtype(dtype).itemsize)
    return np.frombuffer(buffer, dtype).reshape(shape)


def taken(values: Array, places: npt.NDArray[np.int64]) -> Array:
    """`values.take(places, axis=0)` in memory of Arrow's pool.

    Args:
        values: (n, ...) numbers.
        places: (k,) indices into them, none of which is checked.
    """
    found = unwritten((len(places), *values.shape[1:]), values.dtype)
    return values.take(places, axis=0, out=found, mode="clip")


def _unpack_bits(buffer: pa.Buffer | None, offset: int, count: int) -> npt.NDArray[np.bool_]:
    if buffer is None or count == 0:
        return np.zeros(count, np.bool_)
    first = offset // 8
    packed = np.frombuffer(buffer, np.uint8)[first : (offset + count + 7) // 8]
    start = offset - first * 8
    return np.unpackbits(packed, bitorder="little")[start : start + count].view(np.bool_)


def _read_only(array: Array) -> Array:
    """A read-only view of an array that was made for it: the memory is read-only, too, so that it stays one."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    owner.flags.writeable = False
    view = array.view()
    view.flags.writeable = False
    return view
