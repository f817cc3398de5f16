"""Values to author in a sweep: off the fallback, of every USD value type, and at the ends of what numbers can hold."""

from __future__ import annotations

import math
from typing import Any

from pxr import Gf, Sdf, Vt

from schemas.contract import Column

__all__ = ["EDGE_NUMBERS", "VALUE_TYPES", "edge_value", "off_fallback", "value_of"]

VALUE_TYPES = (
    *("bool", "uchar", "int", "uint", "int64", "uint64", "half", "float", "double", "timecode"),
    *("half2", "half3", "half4", "float2", "float3", "float4", "double2", "double3", "double4", "int2", "int3", "int4"),
    *("point3f", "vector3f", "normal3f", "color3f", "point3d", "vector3d", "vector3h", "texCoord2f", "color4f"),
    *("quath", "quatf", "quatd", "matrix2d", "matrix3d", "matrix4d", "frame4d"),
    *("token", "string", "asset", "pathExpression"),
    *("bool[]", "int[]", "float[]", "double[]", "float3[]", "point3f[]", "quatf[]", "token[]", "string[]"),
)
"""USD value types that a column is authored with in turn."""

EDGE_NUMBERS: dict[str, tuple[Any, ...]] = {
    "bool": (False, True),
    "uchar": (0, 255),
    "int": (-(2**31), -1, 0, 2**31 - 1),
    "uint": (0, 2**31, 2**32 - 1),
    "int64": (-(2**63), -(2**31) - 1, 2**31, 2**53 + 1, 2**63 - 1),
    "uint64": (0, 2**32, 2**63, 2**64 - 1),
    "half": (-65504.0, -0.0, 5.9604645e-08, math.inf, -math.inf, math.nan),
    "float": (-3.4028234663852886e38, -0.0, 1e-45, 0.7, 2147483648.0, -1.5, math.inf, -math.inf, math.nan),
    "double": (1e300, -1e300, 3.4028235677973366e38, 1e-300, -0.0, 0.1, -0.9, 2.5e9, 1e19, math.inf, math.nan),
}
"""Numbers at the ends of each scalar type, and numbers that another type cannot hold."""


def off_fallback(name: str, column: Column) -> Any:
    """A value of the column's own type that is not its fallback, and that differs from column to column.

    Args:
        name: the property's name, from which the value is drawn.
    """
    seed = sum(name.encode()) % 89
    others = [token for token in column.tokens if token != column.fallback]
    if others:
        return Vt.TokenArray(others) if column.array else others[seed % len(others)]
    value = value_of(column.usd_type, seed)
    return not column.fallback if column.usd_type == "bool" else value


def value_of(type_name: str, seed: int = 1) -> Any:
    """A value of a USD value type. Numbers have no short binary form, so that a wrong rounding shows."""
    value_type = Sdf.ValueTypeNames.Find(type_name)
    if value_type.isArray:
        scalar = str(value_type.scalarType)
        return type(value_type.defaultValue)([value_of(scalar, seed), value_of(scalar, seed + 1)])
    kind = type(value_type.defaultValue)
    base = 0.1 * (seed + 1)
    if type_name in ("bool",):
        return True
    if kind in (int, float):
        return kind(base) if kind is float else seed + 2
    if kind is str:
        return f"sweep{seed}"
    if kind is Sdf.AssetPath:
        return Sdf.AssetPath(f"./sweep{seed}.bin")
    if kind is Sdf.TimeCode:
        return Sdf.TimeCode(base)
    if kind is Sdf.PathExpression:
        return Sdf.PathExpression("/World//")
    return _lanes(kind, base)


def _lanes(kind: Any, base: float) -> Any:
    """A vector, quaternion or matrix of growing numbers."""
    if kind in (Gf.Quath, Gf.Quatf, Gf.Quatd):
        return kind(base, base + 0.1, base + 0.2, base + 0.3)
    whole = kind in (Gf.Vec2i, Gf.Vec3i, Gf.Vec4i)
    count = kind.dimension[0] * kind.dimension[1] if isinstance(kind.dimension, tuple) else kind.dimension
    return kind(*(int(base) + i if whole else base + i / 10 for i in range(count)))


def edge_value(type_name: str, number: Any) -> Any:
    """A number of `EDGE_NUMBERS` as a value of its type."""
    return bool(number) if type_name == "bool" else number
