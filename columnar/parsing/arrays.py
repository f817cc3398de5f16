"""Descriptor tables from numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.parsing.columns import Ids
from schemas.descriptors import PATH, DescriptorRow, arrow_schema

__all__ = ["Lists", "Maybe", "Tokens", "descriptor_table"]


class Maybe(NamedTuple):
    """Values with the rows where they hold; the others are null."""

    values: npt.NDArray[Any]
    valid: npt.NDArray[np.bool_]


class Tokens(NamedTuple):
    """Codes into a closed set of tokens, -1 for null."""

    codes: npt.NDArray[np.integer[Any]]
    tokens: tuple[str, ...]


class Lists(NamedTuple):
    """Lists of path ids: that of row i is `ids[offsets[i]:offsets[i + 1]]`."""

    offsets: Ids
    ids: Ids


def descriptor_table(row: type[DescriptorRow], columns: Mapping[str, Any], paths: pa.Array) -> pa.Table:
    """The Arrow table of a row class.

    Args:
        row: declares the columns.
        columns: by field name: path ids (n,) with -1 for null, `Lists`, `Tokens`, `Maybe`, Arrow arrays, or plain
            numbers, flags and lanes.
        paths: the dictionary of path columns.
    """
    schema = arrow_schema(row)
    arrays = [_array(columns[field.name], field, paths) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(values: Any, field: pa.Field, paths: pa.Array) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, Lists):
        members = _path_array(values.ids, paths)
        return pa.ListArray.from_arrays(pa.array(values.offsets.astype(np.int32)), members, type=field.type)
    if isinstance(values, Tokens):
        codes = values.codes.astype(np.int32)
        indices = pa.array(codes, mask=codes < 0 if field.nullable else None)
        return pa.DictionaryArray.from_arrays(indices, pa.array(values.tokens, pa.string()), safe=False)
    if field.type == PATH:
        return _path_array(values, paths)
    mask = None
    if isinstance(values, Maybe):
        mask = None if values.valid.all() else ~values.valid
        values = values.values
    if pa.types.is_fixed_size_list(field.type):
        with np.errstate(over="ignore"):
            flat = np.ascontiguousarray(values, np.float32).reshape(-1)
        return pa.FixedSizeListArray.from_arrays(
            pa.array(flat), type=field.type, mask=None if mask is None else pa.array(mask)
        )
    dtype = field.type.to_pandas_dtype()
    with np.errstate(over="ignore"):  # beyond single precision is infinite
        cast = np.asarray(values).astype(dtype, copy=False)
    return pa.array(cast, field.type, mask=mask)


def _path_array(ids: Ids, paths: pa.Array) -> pa.Array:
    codes = ids.astype(np.int32)
    missing = codes < 0
    indices = pa.array(codes, mask=missing if missing.any() else None)
    return pa.DictionaryArray.from_arrays(indices, paths, safe=False)
