"""Array values, one at a time."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.crate import Crate
from populate.readers.crate.errors import CrateError
from populate.readers.crate.file_bytes import Cursor
from populate.readers.crate.integers import decode_integers, decode_long_integers, largest_count
from populate.readers.crate.single_values import checked_tokens, string_tokens
from populate.readers.crate.stored_types import INDEX_TYPES, STORED_TYPES
from populate.readers.crate.value_reps import ValueType, is_compressed

__all__ = ["array_numbers", "array_texts"]

_INTEGERS: Final = (ValueType.INT, ValueType.UINT, ValueType.INT64, ValueType.UINT64)
_FLOATS: Final = (ValueType.HALF, ValueType.FLOAT, ValueType.DOUBLE)

_LEAST_COMPRESSED: Final = 16
"""Shorter arrays are never compressed, whatever their rep says."""

_AS_INTEGERS: Final = ord("i")
_AS_TABLE: Final = ord("t")


def array_numbers(crate: Crate, rep: int) -> NDArray[Any]:
    """A numeric array: (n,) or (n, lanes) of the type's own element type; flags as uint8 0 or 1.

    Raises:
        CrateError: the array is damaged or lies outside the file.
    """
    value_type = ValueType(rep >> 48 & 0xFF)
    stored = STORED_TYPES[value_type]
    offset = rep & (1 << 48) - 1
    shape = (-1, stored.lanes) if stored.lanes > 1 else (-1,)
    if not offset:
        return np.zeros(0, stored.dtype).reshape(shape)
    count = crate.bytes.count(offset, "an array")
    packed = is_compressed(rep >> 48) and count >= _LEAST_COMPRESSED
    if packed and value_type in _INTEGERS:
        return _packed_integers(_rest(crate, offset), count, stored.dtype, crate)
    if packed and value_type in _FLOATS:
        return _packed_floats(_rest(crate, offset), count, stored.dtype, crate)
    size = count * stored.dtype.itemsize * stored.lanes
    values = np.frombuffer(crate.bytes.span(offset + 8, size, "an array"), stored.dtype)
    crate.bytes.spend(size, "an array")
    if value_type is ValueType.BOOL:
        return values.astype(np.bool_).astype(np.uint8)
    return values.reshape(shape)


def array_texts(crate: Crate, rep: int) -> NDArray[np.int64]:
    """Token indices of an array of tokens, strings or asset paths.

    Raises:
        CrateError: the array lies outside the file, or there is no such token or string.
    """
    value_type = ValueType(rep >> 48 & 0xFF)
    if value_type not in INDEX_TYPES:
        raise CrateError(f"an array of type {value_type} holds no texts")
    offset = rep & (1 << 48) - 1
    if not offset:
        return np.zeros(0, np.int64)
    size = 4 * crate.bytes.count(offset, "an array")
    indices = np.frombuffer(crate.bytes.span(offset + 8, size, "an array"), "<u4").astype(np.int64)
    crate.bytes.spend(size, "an array")
    return checked_tokens(crate, indices) if value_type is ValueType.TOKEN else string_tokens(crate, indices)


def _rest(crate: Crate, offset: int) -> Cursor:
    """The file behind an array's size; arrays do not say where they end."""
    return Cursor(crate.bytes, offset + 8, len(crate.bytes) - offset - 8, "a compressed array")


def _packed_integers(cursor: Cursor, count: int, dtype: np.dtype[Any], crate: Crate) -> NDArray[Any]:
    block = cursor.block()
    _spend(crate, block, count)
    decode = decode_long_integers if dtype.itemsize == 8 else decode_integers
    return decode(block, count, cursor.what).view(dtype)


def _packed_floats(cursor: Cursor, count: int, dtype: np.dtype[Any], crate: Crate) -> NDArray[Any]:
    form = cursor.take(1)[0]
    if form == _AS_INTEGERS:
        block = cursor.block()
        _spend(crate, block, count)
        return decode_integers(block, count, cursor.what).astype(dtype)
    if form != _AS_TABLE:
        raise CrateError(f"{cursor.what}: form {form}, expected {_AS_INTEGERS} or {_AS_TABLE}")
    size = int.from_bytes(cursor.take(4), "little")
    table = np.frombuffer(cursor.take(size * dtype.itemsize), dtype)
    block = cursor.block()
    _spend(crate, block, count)
    places = decode_integers(block, count, cursor.what).view(np.uint32)
    if int(places.max()) >= size:
        raise CrateError(f"{cursor.what}: entry {places.max()} of a table of {size}")
    return table[places]


def _spend(crate: Crate, block: memoryview, count: int) -> None:
    """Account for a compressed array: by its size, or by a 64th of what comes out, whichever is more.

    That the block can hold as many elements is checked before anything is made of it.
    """
    if count > largest_count(len(block)):
        raise CrateError(f"a compressed array: {len(block)} compressed bytes cannot stand for {count} numbers")
    crate.bytes.spend(max(len(block), count // 8), "a compressed array")
