"""Value reps: the 64 bits that say what type a value has and where it is.

From the top: a byte of flags, a byte of type, and 48 bits that are the value itself where it is inlined and its offset
in the file where it is not.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ARRAY",
    "COMPRESSED",
    "INLINED",
    "Reps",
    "ValueType",
    "is_compressed",
    "is_inlined",
    "low_words",
    "offsets",
    "type_codes",
]

Reps = NDArray[np.uint64]


class ValueType(IntEnum):
    """Types of values, by their number in the file; only those that some reader here looks at."""

    NONE = 0
    BOOL = 1
    UCHAR = 2
    INT = 3
    UINT = 4
    INT64 = 5
    UINT64 = 6
    HALF = 7
    FLOAT = 8
    DOUBLE = 9
    STRING = 10
    TOKEN = 11
    ASSET = 12
    MATRIX2D = 13
    MATRIX3D = 14
    MATRIX4D = 15
    QUATD = 16
    QUATF = 17
    QUATH = 18
    VEC2D = 19
    VEC2F = 20
    VEC2H = 21
    VEC2I = 22
    VEC3D = 23
    VEC3F = 24
    VEC3H = 25
    VEC3I = 26
    VEC4D = 27
    VEC4F = 28
    VEC4H = 29
    VEC4I = 30
    DICTIONARY = 31
    TOKEN_LIST_OP = 32
    PATH_LIST_OP = 34
    INT64_LIST_OP = 37
    TOKEN_VECTOR = 41
    SPECIFIER = 42
    VARIABILITY = 44
    TIME_SAMPLES = 46
    DOUBLE_VECTOR = 48
    VALUE_BLOCK = 51
    TIMECODE = 56


ARRAY: Final = 1 << 15
INLINED: Final = 1 << 14
COMPRESSED: Final = 1 << 13

_OFFSET_BITS: Final = np.uint64((1 << 48) - 1)


def type_codes(reps: Reps) -> NDArray[np.uint16]:
    """(n,) the top 16 bits: flags and type, 0 where there is no value."""
    return (reps >> np.uint64(48)).astype(np.uint16)


def low_words(reps: Reps) -> NDArray[np.uint32]:
    """(n,) the lowest 32 bits, which hold inlined values."""
    return reps.astype(np.uint32)


def offsets(reps: Reps) -> NDArray[np.int64]:
    """(n,) where values that are not inlined lie in the file."""
    return (reps & _OFFSET_BITS).astype(np.int64)


def is_inlined(code: int) -> bool:
    """Whether a type code is that of an inlined value."""
    return bool(code & INLINED)


def is_compressed(code: int) -> bool:
    """Whether a type code is that of a compressed array."""
    return bool(code & COMPRESSED)
