"""Single values of one type, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.crate import Crate
from populate.readers.crate.errors import CrateError
from populate.readers.crate.stored_types import STORED_TYPES, Inlining, StoredType
from populate.readers.crate.value_reps import INLINED, Reps, ValueType, low_words, offsets, type_codes

__all__ = ["numbers", "text_indices"]

_NARROW = {"<f8": np.dtype("<f4"), "<i8": np.dtype("<i4"), "<u8": np.dtype("<u4")}


def numbers(crate: Crate, reps: Reps, value_type: ValueType) -> NDArray[Any]:
    """Numbers of reps that all have one numeric type and are no arrays.

    Returns:
        (n,) or (n, lanes) of the type's own element type; flags as uint8 0 or 1.

    Raises:
        CrateError: a value lies outside the file.
    """
    stored = STORED_TYPES[value_type]
    if stored.inlining is Inlining.BITS:
        found = _inlined(low_words(reps), stored)
        return found.astype(np.bool_).astype(np.uint8) if value_type is ValueType.BOOL else found
    inlined = (type_codes(reps) & INLINED) != 0
    if not inlined.any():
        return _out_of_line(crate, reps, stored)
    if inlined.all():
        return _inlined(low_words(reps), stored)
    found = np.empty((len(reps), stored.lanes) if stored.lanes > 1 else len(reps), stored.dtype)
    found[inlined] = _inlined(low_words(reps[inlined]), stored)
    found[~inlined] = _out_of_line(crate, reps[~inlined], stored)
    return found


def text_indices(crate: Crate, reps: Reps, value_type: ValueType) -> NDArray[np.int64]:
    """Token indices of reps that all are single tokens, strings or asset paths.

    Raises:
        CrateError: there is no such token or string.
    """
    indices = low_words(reps).astype(np.int64)
    if value_type is ValueType.STRING:
        return string_tokens(crate, indices)
    return checked_tokens(crate, indices)


def string_tokens(crate: Crate, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Token indices of string indices."""
    if len(indices) and int(indices.max()) >= len(crate.strings):
        raise CrateError(f"string {indices.max()}: the file has {len(crate.strings)}")
    return crate.strings[indices]


def checked_tokens(crate: Crate, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The token indices themselves."""
    if len(indices) and int(indices.max()) >= len(crate.tokens):
        raise CrateError(f"token {indices.max()}: the file has {len(crate.tokens)}")
    return indices


def _out_of_line(crate: Crate, reps: Reps, stored: StoredType) -> NDArray[Any]:
    size = stored.dtype.itemsize * stored.lanes
    found = crate.bytes.gather(offsets(reps), np.dtype(f"V{size}"), "a value").view(stored.dtype)
    return found.reshape(-1, stored.lanes) if stored.lanes > 1 else found


def _inlined(words: NDArray[np.uint32], stored: StoredType) -> NDArray[Any]:
    words = np.ascontiguousarray(words)
    if stored.inlining is Inlining.NARROW:
        return words.view(_NARROW[stored.dtype.str]).astype(stored.dtype)
    if stored.inlining is Inlining.BITS:
        size = stored.dtype.itemsize * stored.lanes
        lanes = np.ascontiguousarray(words.view(np.uint8).reshape(-1, 4)[:, :size]).view(stored.dtype)
        return lanes if stored.lanes > 1 else lanes.reshape(-1)
    small = words.view(np.int8).reshape(-1, 4)
    if stored.inlining is Inlining.SMALL_LANES:
        return small[:, : stored.lanes].astype(stored.dtype)
    if stored.inlining is Inlining.SMALL_DIAGONAL:
        side = int(stored.lanes**0.5)
        matrices = np.zeros((len(words), side, side), stored.dtype)
        matrices[:, range(side), range(side)] = small[:, :side]
        return matrices.reshape(len(words), -1)
    raise CrateError("an inlined value of a type that never is")
