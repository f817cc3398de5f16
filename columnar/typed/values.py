"""Values on their way into and out of a store: plain Python ones, whatever math library they come from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from schemas.contract import Column, element_type

__all__ = ["as_given", "as_read", "fallback_value"]


def as_read(column: Column, value: Any) -> Any:
    """A cell's value as accessors give it: rounded to the column's type, lanes as tuples, arrays as lists."""
    if value is None:
        return None
    if column.array:
        return [_element(column, item) for item in value]
    return _element(column, value)


def as_given(value: Any) -> Any:
    """A value that may be an object of a math library, with quaternions as (x, y, z, w)."""
    if hasattr(value, "GetImaginary") and hasattr(value, "GetReal"):
        return (*value.GetImaginary(), value.GetReal())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str | bytes | np.ndarray) or not hasattr(value, "__len__"):
        return value
    return tuple(as_given(item) for item in value)


def fallback_value(column: Column) -> Any:
    """The fallback of USD's schema, None if it declares none."""
    return None if column.relationship else as_read(column, column.fallback)


def _element(column: Column, value: Any) -> Any:
    kind = element_type(column)
    if not pa.types.is_floating(kind):
        return tuple(value) if isinstance(value, list | tuple | np.ndarray) else value
    rounded = np.asarray(value, kind.to_pandas_dtype())
    return tuple(rounded.tolist()) if rounded.ndim else rounded.item()
