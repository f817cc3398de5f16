"""USD value types against column types: which authored values a column takes, and how they turn into its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from columnar.assembly import plain_type
from populate.readers.placement.value_type_roles import ROLE_FREE
from schemas.contract import Column, ColumnDtype, Contract

__all__ = ["AuthoredType", "Conversion", "authored_type", "column_array", "conversion", "property_numbers"]

_INTEGERS = {ColumnDtype.UINT8, ColumnDtype.INT32, ColumnDtype.UINT32, ColumnDtype.INT64, ColumnDtype.UINT64}

_NUMPY: dict[ColumnDtype, Any] = {
    ColumnDtype.BOOL8: np.bool_,
    ColumnDtype.UINT8: np.uint8,
    ColumnDtype.INT32: np.int32,
    ColumnDtype.UINT32: np.uint32,
    ColumnDtype.INT64: np.int64,
    ColumnDtype.UINT64: np.uint64,
    ColumnDtype.FLOAT16: np.float16,
    ColumnDtype.FLOAT32: np.float32,
    ColumnDtype.FLOAT64: np.float64,
}

_GATHERING: dict[tuple[ColumnDtype, int, bool], str] = {
    (ColumnDtype.FLOAT32, 2, False): "Vec2fArray",
    (ColumnDtype.FLOAT32, 3, False): "Vec3fArray",
    (ColumnDtype.FLOAT32, 4, False): "Vec4fArray",
    (ColumnDtype.FLOAT64, 3, False): "Vec3dArray",
    (ColumnDtype.FLOAT32, 4, True): "QuatfArray",
    (ColumnDtype.FLOAT64, 4, True): "QuatdArray",
    (ColumnDtype.FLOAT16, 4, True): "QuathArray",
    (ColumnDtype.FLOAT64, 16, False): "Matrix4dArray",
}
"""Arrays of `pxr.Vt` that gather single values in one call, by element type, lanes and whether they are quaternions."""

_VECTORS: dict[tuple[ColumnDtype, int], str] = {
    (ColumnDtype.FLOAT32, 2): "Vec2f",
    (ColumnDtype.FLOAT32, 3): "Vec3f",
    (ColumnDtype.FLOAT32, 4): "Vec4f",
    (ColumnDtype.FLOAT64, 3): "Vec3d",
}
"""Vectors of `pxr.Gf` that a cast makes, by element type and lanes."""


@dataclass(frozen=True)
class AuthoredType:
    """A USD value type: its class ("scalar", "vector", "quaternion", "matrix", "token", "string", "asset", "other")."""

    form: str
    dtype: ColumnDtype | None
    lanes: int
    array: bool


@dataclass(frozen=True)
class Conversion:
    """How an authored value becomes a column's: as it is, through `convert`, or not at all (`accepted` False).

    `convert` gives None for a value that the column's type cannot hold.
    """

    accepted: bool
    exact: bool = False
    convert: Callable[[Any], Any] | None = None
    as_is: bool = False
    """Whether values go in unchanged: exact, and nothing to do."""


@lru_cache(maxsize=512)
def authored_type(name: str, contract: Contract) -> AuthoredType:
    """The value type behind a USD type name (`point3f[]`, `quath`, `token`); roles do not matter, values do."""
    array = name.endswith("[]")
    base = name.removesuffix("[]")
    base = ROLE_FREE.get(base, base)
    types = contract.value_types
    if base in types.scalar:
        return AuthoredType("scalar", types.scalar[base], 1, array)
    if base in types.vector:
        dtype, lanes = types.vector[base]
        return AuthoredType("vector", dtype, lanes, array)
    if base in types.quaternion:
        return AuthoredType("quaternion", types.quaternion[base], 4, array)
    if base in types.matrix:
        return AuthoredType("matrix", ColumnDtype.FLOAT64, types.matrix[base], array)
    return AuthoredType(base if base in ("token", "string", "asset") else "other", None, 1, array)


@lru_cache(maxsize=8192)
def conversion(column: Column, type_name: str, contract: Contract) -> Conversion:
    """Whether and how a value authored as `type_name` gets into a column (measured on the reference producer)."""
    wanted = authored_type(column.usd_type, contract)
    given = authored_type(type_name, contract)
    if type_name.removesuffix("[]") == "timecode":
        return Conversion(False)
    if given == wanted and given.form != "other":
        asset = given.form == "asset"
        return Conversion(True, True, _asset_path if asset else None, as_is=not asset)
    if given.form != wanted.form or given.array != wanted.array or given.lanes != wanted.lanes:
        return Conversion(False)
    if wanted.dtype is None or given.dtype is None or given.form not in ("scalar", "vector"):
        return Conversion(False)
    if given.dtype not in contract.value_types.converts[wanted.dtype]:
        return Conversion(False)
    return Conversion(True, False, _array_cast(wanted) if wanted.array else _single_cast(wanted))


def _asset_path(value: Any) -> Any:
    """The authored path of an asset, or of each in an array; text as it is."""
    if hasattr(value, "path"):
        return value.path
    return value if isinstance(value, str) else [item.path for item in value]


def _single_cast(wanted: AuthoredType) -> Callable[[Any], Any]:
    dtype = wanted.dtype
    assert dtype is not None
    if wanted.lanes > 1:
        make = _vector(dtype, wanted.lanes)
        return (lambda value: make(*map(float, value))) if make else (lambda _: None)
    if dtype in _INTEGERS:
        bounds = np.iinfo(_NUMPY[dtype])
        return lambda value: int(value) if math.isfinite(value) and bounds.min <= int(value) <= bounds.max else None
    if dtype is ColumnDtype.BOOL8:
        return lambda value: bool(value) if math.isfinite(value) and 0 <= int(value) <= 1 else None
    return float


@cache
def _vector(dtype: ColumnDtype, lanes: int) -> Callable[..., Any] | None:
    """The vector type of a cast, None where there is none. USD is imported on use: flat layers rarely need it."""
    from pxr import Gf

    name = _VECTORS.get((dtype, lanes))
    return None if name is None else getattr(Gf, name)


def _array_cast(wanted: AuthoredType) -> Callable[[Any], Any]:
    dtype = wanted.dtype
    assert dtype is not None

    def cast(value: Any) -> Any:
        array = np.asarray(value)
        if dtype in _INTEGERS and array.size:
            bounds = np.iinfo(_NUMPY[dtype])
            with np.errstate(invalid="ignore"):
                inside = np.isfinite(array) & (array >= bounds.min) & (array <= bounds.max)
            if not inside.all():
                return None
        with np.errstate(over="ignore"):
            return array.astype(_NUMPY[dtype])

    return cast


def column_array(column: Column, values: list[Any]) -> pa.Array:
    """Values of the column's own type (None where there is none) as an Arrow array of its plain type."""
    kind = plain_type(column)
    if column.array:
        return _ragged_array(column, kind, values)
    if pa.types.is_string(kind):
        return pa.array(values, kind)
    mask = None
    if None in values:
        mask = np.array([value is None for value in values])
        zero = next((type(v)() for v in values if v is not None), 0)
        zero = type(zero)(0.0) if column.lanes == 16 else zero
        values = [zero if value is None else value for value in values]
        if mask.all():
            return pa.nulls(len(values), kind)
    return _numbers(column, kind, values, mask)


def _numbers(column: Column, kind: pa.DataType, values: list[Any], mask: Any) -> pa.Array:
    if column.lanes == 1:
        with np.errstate(over="ignore"):
            return pa.array(_stored(np.array(values, _NUMPY[column.dtype])), kind, mask=mask)
    from pxr import Vt

    gather = getattr(Vt, _GATHERING[column.dtype, column.lanes, "quat" in column.usd_type])
    lanes = _stored(np.array(gather(values), _NUMPY[column.dtype]).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(
        pa.array(lanes, kind.value_type), type=kind, mask=None if mask is None else pa.array(mask)
    )


def _ragged_array(column: Column, kind: pa.DataType, values: list[Any]) -> pa.Array:
    if pa.types.is_string(kind.value_type):
        return pa.array([None if v is None else list(v) for v in values], kind)
    dtype = np.int64 if column.relationship else _NUMPY[column.dtype]
    parts = [np.zeros((0,), dtype) if v is None else np.asarray(v, dtype).reshape(-1) for v in values]
    lanes = 1 if column.relationship else column.lanes
    offsets = np.concatenate([[0], np.cumsum([len(part) // lanes for part in parts])]).astype(np.int32)
    flat = pa.array(_stored(np.concatenate(parts) if parts else np.zeros(0, dtype)))
    if lanes > 1:
        flat = pa.FixedSizeListArray.from_arrays(flat, type=kind.value_type)
    absent = [v is None for v in values]
    mask = pa.array(absent) if any(absent) else None
    return pa.ListArray.from_arrays(pa.array(offsets), flat, type=kind, mask=mask)


def _stored(array: Any) -> Any:
    """Numbers as columns hold them: half floats widened to singles."""
    return array.astype(np.float32) if array.dtype == np.float16 else array


def property_numbers(value: Any, kind: AuthoredType) -> tuple[float, ...] | None:
    """A numeric value of any type as flat doubles, quaternions x, y, z, w; None if it is not numeric."""
    if kind.form == "scalar" and not kind.array:
        return (float(value),)
    if kind.form in ("vector", "matrix", "scalar"):
        return tuple(np.asarray(value, np.float64).reshape(-1).tolist())
    if kind.form == "quaternion":
        quaternions = value if kind.array else [value]
        return tuple(float(x) for q in quaternions for x in (*q.imaginary, q.real))
    return None
