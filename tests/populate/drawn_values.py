"""Strategies for values of USD types, the odd numbers among them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from pxr import Gf, Sdf

__all__ = ["MISTYPED", "value_of"]

MISTYPED = st.sampled_from(
    (
        *("bool", "int", "int64", "uint", "half", "float", "double", "token", "string", "asset"),
        *("float2", "float3", "double3", "half3", "quatf", "quatd", "quath"),
        *("int[]", "float[]", "double[]", "token[]", "float3[]"),
    )
)
"""Value types to author a column with that is declared otherwise."""

INTEGERS = {"uchar": (0, 2**8 - 1), "int": (-(2**31), 2**31 - 1), "uint": (0, 2**32 - 1)}
INTEGERS |= {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}
WIDTHS = {"half": 16, "float": 32, "double": 64}
TEXTS = st.sampled_from(["", "X", "Y", "force", "none", "é", "zz top"])


def value_of(type_name: str, tokens: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    """Values of a USD value type; tokens mostly of the closed set, where there is one."""
    value_type = Sdf.ValueTypeNames.Find(type_name)
    if value_type.isArray:
        kind = type(value_type.defaultValue)
        return st.lists(value_of(str(value_type.scalarType), tokens), max_size=3).map(kind)
    if type_name in INTEGERS:
        low, high = INTEGERS[type_name]
        return st.integers(low, high) | st.integers(0, 3)
    if type_name in WIDTHS:
        return numbers(WIDTHS[type_name])
    if type_name == "bool":
        return st.booleans()
    if type_name == "asset":
        return TEXTS.map(Sdf.AssetPath)
    if type_name in ("token", "string"):
        return st.sampled_from(tokens) | TEXTS if tokens else TEXTS
    return lanes_of(type(value_type.defaultValue))


def numbers(width: int) -> st.SearchStrategy[float]:
    """Floating-point numbers of this width, infinities and NaN included."""
    return st.floats(width=width) | st.sampled_from([0.0, 1.0, -1.0, 0.5])  # type: ignore[arg-type]  # a width hypothesis knows


def lanes_of(kind: Any) -> st.SearchStrategy[Any]:
    """Vectors, quaternions and matrices of moderate numbers that float16 holds exactly."""
    whole = kind in (Gf.Vec2i, Gf.Vec3i, Gf.Vec4i)
    count = 4 if hasattr(kind, "GetReal") else kind.dimension
    size = count[0] * count[1] if isinstance(count, tuple) else count
    lane = st.integers(-100, 100) if whole else st.integers(-400, 400).map(lambda number: number / 4)
    return st.lists(lane, min_size=size, max_size=size).map(lambda lanes: kind(*lanes))
