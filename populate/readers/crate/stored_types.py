"""How each numeric type lies in a crate file."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

import numpy as np

from populate.readers.crate.value_reps import ValueType

__all__ = ["INDEX_TYPES", "STORED_TYPES", "Inlining", "StoredType"]


class Inlining(Enum):
    """How a value of a type fits into the 32 bits of a rep, if it does."""

    BITS = "bits"
    """Always inlined, as it is: nothing larger than 4 bytes."""
    NARROW = "narrow"
    """As the number of half the width that it equals exactly."""
    SMALL_LANES = "small lanes"
    """As one signed byte per lane, where they all are such numbers."""
    SMALL_DIAGONAL = "small diagonal"
    """As one signed byte per entry of the diagonal, where all other entries are zero."""
    NEVER = "never"


class StoredType(NamedTuple):
    """Element type, lanes (1 for scalars; quaternions i, j, k, real; matrices row by row), and how it is inlined."""

    dtype: np.dtype[np.generic]
    lanes: int
    inlining: Inlining


def _stored(dtype: str, lanes: int, inlining: Inlining) -> StoredType:
    return StoredType(np.dtype(dtype), lanes, inlining)


STORED_TYPES: Final[dict[ValueType, StoredType]] = {
    ValueType.BOOL: _stored("u1", 1, Inlining.BITS),
    ValueType.UCHAR: _stored("u1", 1, Inlining.BITS),
    ValueType.INT: _stored("<i4", 1, Inlining.BITS),
    ValueType.UINT: _stored("<u4", 1, Inlining.BITS),
    ValueType.INT64: _stored("<i8", 1, Inlining.NARROW),
    ValueType.UINT64: _stored("<u8", 1, Inlining.NARROW),
    ValueType.HALF: _stored("<f2", 1, Inlining.BITS),
    ValueType.FLOAT: _stored("<f4", 1, Inlining.BITS),
    ValueType.DOUBLE: _stored("<f8", 1, Inlining.NARROW),
    ValueType.TIMECODE: _stored("<f8", 1, Inlining.NEVER),
    ValueType.MATRIX2D: _stored("<f8", 4, Inlining.SMALL_DIAGONAL),
    ValueType.MATRIX3D: _stored("<f8", 9, Inlining.SMALL_DIAGONAL),
    ValueType.MATRIX4D: _stored("<f8", 16, Inlining.SMALL_DIAGONAL),
    ValueType.QUATD: _stored("<f8", 4, Inlining.NEVER),
    ValueType.QUATF: _stored("<f4", 4, Inlining.NEVER),
    ValueType.QUATH: _stored("<f2", 4, Inlining.NEVER),
    ValueType.VEC2D: _stored("<f8", 2, Inlining.SMALL_LANES),
    ValueType.VEC2F: _stored("<f4", 2, Inlining.SMALL_LANES),
    ValueType.VEC2H: _stored("<f2", 2, Inlining.BITS),
    ValueType.VEC2I: _stored("<i4", 2, Inlining.SMALL_LANES),
    ValueType.VEC3D: _stored("<f8", 3, Inlining.SMALL_LANES),
    ValueType.VEC3F: _stored("<f4", 3, Inlining.SMALL_LANES),
    ValueType.VEC3H: _stored("<f2", 3, Inlining.SMALL_LANES),
    ValueType.VEC3I: _stored("<i4", 3, Inlining.SMALL_LANES),
    ValueType.VEC4D: _stored("<f8", 4, Inlining.SMALL_LANES),
    ValueType.VEC4F: _stored("<f4", 4, Inlining.SMALL_LANES),
    ValueType.VEC4H: _stored("<f2", 4, Inlining.SMALL_LANES),
    ValueType.VEC4I: _stored("<i4", 4, Inlining.SMALL_LANES),
}
"""Numeric types."""

INDEX_TYPES: Final = (ValueType.TOKEN, ValueType.STRING, ValueType.ASSET)
"""Types whose values are indices of texts: always inlined, 32 bits each in arrays."""
