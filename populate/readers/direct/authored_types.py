"""USD type names against the types that values are stored with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from populate.readers.crate.value_reps import ARRAY, COMPRESSED, INLINED, ValueType
from populate.readers.declined import Declined
from populate.readers.placement import ROLE_FREE

__all__ = ["FLOATS", "NUMBERS", "TYPE_BITS", "stored_code"]

TYPE_BITS: Final = 0xFFFF & ~(INLINED | COMPRESSED)
"""The bits of a type code that say what type a value has, not how it is stored."""

FLOATS: Final = (ValueType.HALF, ValueType.FLOAT, ValueType.DOUBLE)
"""Floating-point numbers."""

NUMBERS: Final = (*FLOATS, ValueType.BOOL, ValueType.UCHAR, ValueType.INT, ValueType.UINT)
"""Numbers that a double holds exactly."""

_STORED: Final = {
    "bool": ValueType.BOOL,
    "uchar": ValueType.UCHAR,
    "int": ValueType.INT,
    "uint": ValueType.UINT,
    "int64": ValueType.INT64,
    "uint64": ValueType.UINT64,
    "half": ValueType.HALF,
    "float": ValueType.FLOAT,
    "double": ValueType.DOUBLE,
    "timecode": ValueType.TIMECODE,
    "token": ValueType.TOKEN,
    "string": ValueType.STRING,
    "asset": ValueType.ASSET,
    "half2": ValueType.VEC2H,
    "half3": ValueType.VEC3H,
    "half4": ValueType.VEC4H,
    "float2": ValueType.VEC2F,
    "float3": ValueType.VEC3F,
    "float4": ValueType.VEC4F,
    "double2": ValueType.VEC2D,
    "double3": ValueType.VEC3D,
    "double4": ValueType.VEC4D,
    "int2": ValueType.VEC2I,
    "int3": ValueType.VEC3I,
    "int4": ValueType.VEC4I,
    "quath": ValueType.QUATH,
    "quatf": ValueType.QUATF,
    "quatd": ValueType.QUATD,
    "matrix2d": ValueType.MATRIX2D,
    "matrix3d": ValueType.MATRIX3D,
    "matrix4d": ValueType.MATRIX4D,
}
"""Stored type by USD type name without role."""


@lru_cache(maxsize=512)
def stored_code(type_name: str) -> int:
    """Type code, as far as `TYPE_BITS`, of values of attributes authored as `type_name`.

    Raises:
        Declined: an unknown type name, or a type whose values this reader does not decode.
    """
    base = type_name.removesuffix("[]")
    stored = _STORED.get(ROLE_FREE.get(base, base))
    if stored is None:
        raise Declined(f"values of type {type_name or 'unknown'}")
    return int(stored) if base == type_name else stored | ARRAY
