"""Values handed in by a caller, turned into a column's plain type or refused row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["describe_type", "typed_values"]

_ERRORS = (pa.ArrowException, TypeError, ValueError, OverflowError, UnicodeError)


def typed_values(values: Any, kind: pa.DataType) -> tuple[pa.Array, list[int]]:
    """Values as an Arrow array of this type; nothing is rounded to an integer, parsed from text or split into letters.

    Args:
        values: an Arrow array, a numpy array (one axis more for lanes), or a sequence with None for absent cells.
        kind: the plain type of a column: numbers, flags, text, or lists of them.

    Returns:
        The array, with null in the rows that do not fit, and those rows. None inside a list does not fit either.
    """
    try:
        return _convert(_natural(values), kind), []
    except _ERRORS:
        return _value_by_value(values, kind)


def describe_type(kind: pa.DataType) -> str:
    """What a cell of this type is made of, in words: `3 numbers`, `a list of texts`, `true or false`."""
    if pa.types.is_fixed_size_list(kind):
        return f"{kind.list_size} {_noun(kind.value_type)}"
    if pa.types.is_list(kind):
        nested = pa.types.is_fixed_size_list(kind.value_type)
        return "a list of " + (f"rows of {describe_type(kind.value_type)}" if nested else _noun(kind.value_type))
    return "true or false" if pa.types.is_boolean(kind) else _noun(kind, plural=False)


def _noun(kind: pa.DataType, *, plural: bool = True) -> str:
    names = (
        (pa.types.is_boolean, "true or false", "flags", ""),
        (pa.types.is_integer, "a whole number", "whole numbers", f" ({kind})"),
        (pa.types.is_floating, "a number", "numbers", ""),
    )
    for check, one, many, suffix in names:
        if check(kind):
            return (many if plural else one) + suffix
    return "texts" if plural else "a text"


def _value_by_value(values: Any, kind: pa.DataType) -> tuple[pa.Array, list[int]]:
    """Finds the rows at fault; only called when converting all at once has failed."""
    cells, bad = [pa.nulls(0, kind)], []
    for row, value in enumerate(values):
        try:
            cells.append(_convert(_natural([value]), kind))
        except _ERRORS:
            bad.append(row)
            cells.append(_convert(_natural([None]), kind))
    return pa.concat_arrays(cells), bad


def _natural(values: Any) -> pa.Array:
    """The values in the Arrow type they have by themselves."""
    if isinstance(values, pa.ChunkedArray):
        return values.combine_chunks()
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, np.ndarray):
        # A copy: what the caller does to the array afterwards changes no scene.
        return pa.array(values.copy()) if values.ndim == 1 else pa.array([row.tolist() for row in values])
    return pa.array([value.reshape(-1) if isinstance(value, np.ndarray) else value for value in values])


def _convert(array: pa.Array, kind: pa.DataType) -> pa.Array:
    _require_class(array.type, kind)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    plain = array.cast(kind, safe=not pa.types.is_floating(_leaf(kind)))
    inner = plain
    while _is_list(inner.type):
        inner = inner.flatten()
        if inner.null_count:
            raise ValueError("None inside a list")
    return plain


def _leaf(kind: pa.DataType) -> pa.DataType:
    return _leaf(kind.value_type) if _is_list(kind) else kind


def _require_class(given: pa.DataType, wanted: pa.DataType) -> None:
    """Refuse casts that Arrow would make and nobody meant: text to numbers, 1 to true, numbers to text."""
    if pa.types.is_null(given):
        return
    if _is_list(wanted) != _is_list(given):
        raise TypeError(f"given {_class_name(given)}")
    if _is_list(wanted):
        _require_class(given.value_type, wanted.value_type)
    elif _class_name(given) != _class_name(wanted):
        raise TypeError(f"given {_class_name(given)}")


def _is_list(kind: pa.DataType) -> bool:
    checks = (pa.types.is_list, pa.types.is_fixed_size_list, pa.types.is_large_list)
    return any(check(kind) for check in checks)


def _class_name(kind: pa.DataType) -> str:
    if pa.types.is_dictionary(kind):
        return _class_name(kind.value_type)
    checks: Sequence[tuple[Callable[[pa.DataType], bool], str]] = (
        (_is_list, "a list"),
        (pa.types.is_boolean, "true or false"),
        (pa.types.is_integer, "a number"),
        (pa.types.is_floating, "a number"),
        (pa.types.is_string, "text"),
        (pa.types.is_large_string, "text"),
    )
    return next((name for check, name in checks if check(kind)), str(kind))
