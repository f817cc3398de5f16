"""Columns of descriptor tables in a form in which two of them can be compared."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.diff.tolerance import ABSOLUTE, lanes_close, numbers_close, rotations_close
from columnar.scene import numpy_values, valid_mask
from schemas.descriptors import PATH

__all__ = ["FieldKind", "FieldValues", "fields_equal", "read_field"]

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]

_POSITIONS: Final = frozenset({"position", "local_pos0", "local_pos1", "center_of_mass"})


class FieldKind(Enum):
    """How values of a field are compared."""

    EXACT = "exact"
    """Flags, integers, tokens and paths, as numbers."""
    NUMBER = "number"
    VECTOR = "vector"
    POSITION = "position"
    ROTATION = "rotation"
    TEXT = "text"
    LISTS = "lists"


class FieldValues(NamedTuple):
    """A column.

    Attributes:
        kind: how it is compared.
        values: by row, or for lists all elements one after the other.
        valid: (n,) bool, False where null.
        offsets: (n + 1,) for lists.
    """

    kind: FieldKind
    values: Array
    valid: Flags
    offsets: Array | None = None

    def take(self, rows: Array) -> FieldValues:
        """The values of some rows; not for lists."""
        return FieldValues(self.kind, self.values[rows], self.valid[rows])


def read_field(array: pa.Array, field: pa.Field, numbers: Array) -> FieldValues:
    """A column of a descriptor table.

    Args:
        array: the column.
        field: its field; tokens are told by its metadata.
        numbers: number of each path of the dictionary, -1 at the end (see `PathNumbers.of`).
    """
    valid = valid_mask(array)
    if field.type == PATH:
        return FieldValues(FieldKind.EXACT, numbers[numpy_values(array)], valid)
    if pa.types.is_list(field.type):
        offsets = np.asarray(array.offsets)
        members = numbers[numpy_values(array.flatten())]
        return FieldValues(FieldKind.LISTS, members, valid, offsets - offsets[:1])
    if pa.types.is_dictionary(field.type):
        return FieldValues(FieldKind.EXACT, _token_codes(array, field), valid)
    if pa.types.is_string(field.type):
        return FieldValues(FieldKind.TEXT, np.array(array.to_pylist(), object), valid)
    values = numpy_values(array)
    return FieldValues(_kind(field), np.where(_spread(valid, values), values, 0), valid)


def _kind(field: pa.Field) -> FieldKind:
    if pa.types.is_fixed_size_list(field.type):
        if field.type.list_size == 4:
            return FieldKind.ROTATION
        return FieldKind.POSITION if field.name in _POSITIONS else FieldKind.VECTOR
    return FieldKind.NUMBER if pa.types.is_floating(field.type) else FieldKind.EXACT


def _spread(valid: Flags, values: Array) -> Flags:
    return valid if values.ndim == 1 else valid[:, None]


def _token_codes(array: pa.Array, field: pa.Field) -> npt.NDArray[np.int64]:
    """Codes by the field's own list of tokens, whatever the order of the dictionary; others follow it."""
    known: list[str] = json.loads(field.metadata[b"tokens"])
    present: list[str] = array.dictionary.to_pylist()
    order = {token: code for code, token in enumerate([*known, *sorted(set(present) - set(known))])}
    table = np.array([order[token] for token in present] + [-1], np.int64)
    codes: npt.NDArray[np.int64] = table[numpy_values(array)]
    return codes


def fields_equal(a: FieldValues, rows_a: Array, b: FieldValues, rows_b: Array) -> Flags:
    """(n,) bool: whether the value in `rows_a[i]` equals that in `rows_b[i]`; two nulls are equal."""
    valid_a, valid_b = a.valid[rows_a], b.valid[rows_b]
    if a.kind is FieldKind.LISTS:
        same = _lists_equal(a, rows_a, b, rows_b)
    else:
        same = _values_equal(a.kind, a.values[rows_a], b.values[rows_b])
    return np.where(valid_a & valid_b, same, valid_a == valid_b)


def _values_equal(kind: FieldKind, a: Array, b: Array) -> Flags:
    if kind is FieldKind.NUMBER:
        return numbers_close(a, b)
    if kind is FieldKind.ROTATION:
        return rotations_close(a, b)
    if kind in (FieldKind.VECTOR, FieldKind.POSITION):
        return lanes_close(a, b, absolute=ABSOLUTE if kind is FieldKind.POSITION else 0.0)
    same: Flags = np.asarray(a == b, np.bool_)
    return same


def _lists_equal(a: FieldValues, rows_a: Array, b: FieldValues, rows_b: Array) -> Flags:
    """Whether lists have the same elements in the same order."""
    assert a.offsets is not None
    assert b.offsets is not None
    lengths = np.diff(a.offsets)[rows_a]
    same: Flags = lengths == np.diff(b.offsets)[rows_b]
    rows = np.flatnonzero(same & (lengths > 0))
    if rows.size:
        counts = lengths[rows]
        starts = np.cumsum(counts) - counts
        within = np.arange(counts.sum()) - np.repeat(starts, counts)
        left = a.values[np.repeat(a.offsets[rows_a[rows]], counts) + within]
        right = b.values[np.repeat(b.offsets[rows_b[rows]], counts) + within]
        same[rows] = np.logical_and.reduceat(left == right, starts)
    return same
