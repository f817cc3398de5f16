"""Texts of values become value reps, as if a crate file held them; all values of one type and name at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from populate.readers.crate.stored_types import INDEX_TYPES, STORED_TYPES, Inlining, StoredType
from populate.readers.crate.value_reps import ARRAY, INLINED, Reps, ValueType
from populate.readers.declined import Declined
from populate.readers.direct.authored_types import stored_code
from populate.readers.text.pool import ValuePool

__all__ = ["BLOCKED", "value_reps"]

BLOCKED: Final = (ValueType.VALUE_BLOCK | INLINED) << 48
"""Rep of a value block."""

_BLOCK: Final = "None"

_GLUED: Final = re.compile(rb"[\d.eE+](?:inf|nan)|(?:inf|nan)[-\d.eE+]|-nan")
"""A word among digits, which together are no number."""

_DIGITS: Final = b"0123456789.-+eE"
_QUATERNIONS: Final = (ValueType.QUATH, ValueType.QUATF, ValueType.QUATD)
_SIDES: Final = {ValueType.MATRIX2D: 2, ValueType.MATRIX3D: 3, ValueType.MATRIX4D: 4}
_FLAG_TEXTS: Final = {"0", "1"}


def value_reps(pool: ValuePool, type_name: str, name: str, values: Sequence[str]) -> Reps:
    """Reps of values, 0 for the text "", which stands for no value.

    Args:
        pool: takes texts and what does not fit into a rep.
        type_name: USD type of the attributes.
        name: their name.
        values: the texts.

    Raises:
        Declined: an unknown type, or a text that USD would not write for one of its values.
    """
    code = stored_code(type_name)
    given = np.array([bool(value) and value != _BLOCK for value in values], np.bool_)
    if given.all():
        return _reps(pool, code, name, values)
    found = np.array([BLOCKED if value else 0 for value in values], np.uint64)
    found[given] = _reps(pool, code, name, [value for value in values if value and value != _BLOCK])
    return found


def _reps(pool: ValuePool, code: int, name: str, values: Sequence[str]) -> Reps:
    if not len(values):
        return np.zeros(0, np.uint64)
    value_type = ValueType(code & ~ARRAY)
    try:
        if code & ARRAY:
            return pool.shared(values, lambda value: _array(pool, value_type, value))
        if value_type in INDEX_TYPES:
            return _texts(pool, value_type, values)
        return _numbers(pool, value_type, values)
    except ValueError:
        raise Declined(f"a value of {name} in a form that USD does not write") from None


def _texts(pool: ValuePool, value_type: ValueType, values: Sequence[str]) -> Reps:
    """Single texts: inlined indices."""
    mark = "@" if value_type is ValueType.ASSET else '"'

    def rep(value: str) -> int:
        return (value_type | INLINED) << 48 | pool.token(_unquoted(value, mark))

    return pool.shared(values, rep)


def _unquoted(value: str, mark: str) -> str:
    text = value[1:-1]
    if len(value) < 2 or value[0] != mark or value[-1] != mark or mark in text or "\\" in text:
        raise ValueError(value)
    return text


def _numbers(pool: ValuePool, value_type: ValueType, values: Sequence[str]) -> Reps:
    stored = STORED_TYPES[value_type]
    if value_type is ValueType.BOOL and not _FLAG_TEXTS.issuperset(values):
        raise ValueError("a flag")
    lanes = _lanes("\n".join(values), "\n", len(values), value_type, stored)
    if stored.inlining is Inlining.BITS:
        words = np.zeros((len(values), 4), np.uint8)
        words[:, : stored.dtype.itemsize * stored.lanes] = lanes.view(np.uint8).reshape(len(values), -1)
        return words.view("<u4").reshape(-1).astype(np.uint64) | np.uint64((value_type | INLINED) << 48)
    return pool.out_of_line(value_type, lanes.tobytes(), len(values))


def _array(pool: ValuePool, value_type: ValueType, value: str) -> int:
    """Rep of one array."""
    code = (value_type | ARRAY) << 48
    if value == "[]":
        return code
    if value[0] != "[" or value[-1] != "]":
        raise ValueError(value)
    body = value[1:-1]
    if value_type in INDEX_TYPES:
        mark = "@" if value_type is ValueType.ASSET else '"'
        tokens = [pool.token(text) for text in _listed(body, mark)]
        return code | pool.place(len(tokens).to_bytes(8, "little") + np.array(tokens, "<u4").tobytes())
    stored = STORED_TYPES[value_type]
    count = body.count(")") // (_SIDES.get(value_type, 0) + 1) if stored.lanes > 1 else body.count(",") + 1
    if value_type is ValueType.BOOL and not _FLAG_TEXTS.issuperset(body.split(", ")):
        raise ValueError("flags")
    lanes = _lanes(body, ", ", count, value_type, stored)
    return code | pool.place(count.to_bytes(8, "little") + lanes.tobytes())


def _listed(body: str, mark: str) -> list[str]:
    """Texts of a list in plain quotes."""
    texts = _unquoted_ends(body, mark).split(f"{mark}, {mark}")
    if any(mark in text for text in texts):
        raise ValueError(body)
    return texts


def _unquoted_ends(body: str, mark: str) -> str:
    if len(body) < 2 or body[0] != mark or body[-1] != mark or "\\" in body:
        raise ValueError(body)
    return body[1:-1]


def _lanes(text: str, separator: str, count: int, value_type: ValueType, stored: StoredType) -> NDArray[Any]:
    """Numbers of `count` values between separators, each in the brackets its type is written with.

    Raises:
        ValueError: another form, or a number that the type cannot hold.
    """
    raw = text.encode()
    finite = raw
    if b"n" in raw:
        if _GLUED.search(raw):
            raise ValueError(text)
        raw = raw.replace(b"inf", b"1e999")
        finite = raw.replace(b"nan", b"0")
    if b"+" in raw and raw.count(b"+") != raw.count(b"e+"):
        raise ValueError(text)
    form = _form(value_type, stored.lanes)
    if finite.translate(None, _DIGITS) != separator.encode().join([form] * count):
        raise ValueError(text)
    numbers = _parsed(raw.translate(bytes.maketrans(b"\n", b","), b"() "), stored.dtype)
    if len(numbers) != count * stored.lanes:
        raise ValueError(text)
    if value_type in _QUATERNIONS:
        return np.ascontiguousarray(numbers.reshape(-1, 4)[:, [1, 2, 3, 0]])
    return numbers


def _form(value_type: ValueType, lanes: int) -> bytes:
    """What is left of a value as USD writes it, when digits, signs and points are taken out."""
    if lanes == 1:
        return b""
    if value_type in _SIDES:
        side = _SIDES[value_type]
        rows = b", ".join([b"(" + b", " * (side - 1) + b")"] * side)
        return b"( " + rows + b" )"
    return b"(" + b", " * (lanes - 1) + b")"


def _parsed(raw: bytes, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Numbers between commas, rounded as OpenUSD rounds them: to a double first."""
    commas = np.flatnonzero(np.frombuffer(raw, np.uint8) == ord(","))
    offsets = np.empty(len(commas) + 2, np.int32)
    offsets[0], offsets[-1] = 0, len(raw) - len(commas)
    offsets[1:-1] = commas - np.arange(len(commas))
    digits = raw.translate(None, b",")
    texts = pa.StringArray.from_buffers(len(commas) + 1, pa.py_buffer(offsets), pa.py_buffer(digits))
    if dtype.kind != "f":
        return np.asarray(pc.cast(texts, pa.from_numpy_dtype(dtype)))
    doubles = np.asarray(pc.cast(texts, pa.float64()))
    with np.errstate(over="ignore"):
        return doubles if dtype.itemsize == 8 else doubles.astype(np.float32).astype(dtype)
