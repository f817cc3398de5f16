"""Columns while they are written: copied from their immutable selves once, then changed in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import encode_tokens, numpy_values, valid_mask
from schemas.contract import Column, arrow_type

__all__ = ["ListCells", "NumberCells", "OpenColumn", "TokenCells", "open_column"]

Index = npt.NDArray[np.int64]


class NumberCells:
    """Numbers, lanes and flags."""

    def __init__(self, array: pa.Array) -> None:
        self._kind = array.type
        self._values = np.array(numpy_values(array))
        self._valid = np.array(valid_mask(array))

    def write(self, rows: Index, values: npt.NDArray[Any]) -> None:
        """Put (k,) or (k, lanes) values into cells."""
        self._values[rows] = values
        self._valid[rows] = True

    def take_from(self, rows: Index, array: pa.Array) -> None:
        """Put the cells of an array of the column's type, absent ones too, into cells."""
        self._values[rows] = numpy_values(array)
        self._valid[rows] = valid_mask(array)

    def erase(self, rows: Index) -> None:
        """Make cells absent."""
        self._values[rows] = 0
        self._valid[rows] = False

    def value(self, row: int) -> Any:
        """A cell as a Python value."""
        return self._values[row].tolist() if self._valid[row] else None

    def close(self) -> pa.Array:
        """The column as it stands; write to it no more."""
        mask = None if self._valid.all() else ~self._valid
        if not pa.types.is_fixed_size_list(self._kind):
            return pa.array(self._values, self._kind, mask=mask)
        lanes = pa.array(self._values.reshape(-1), self._kind.value_type)
        return pa.FixedSizeListArray.from_arrays(lanes, type=self._kind, mask=None if mask is None else pa.array(mask))


class TokenCells:
    """Tokens, as codes into a dictionary that grows."""

    def __init__(self, array: pa.DictionaryArray) -> None:
        self._codes = np.array(numpy_values(array))
        self._texts: list[str] = array.dictionary.to_pylist()
        self._code_of = {text: code for code, text in enumerate(self._texts)}

    def write(self, rows: Index, values: Sequence[str]) -> None:
        """Put (k,) texts into cells."""
        self._codes[rows] = [self._code(text) for text in values]

    def take_from(self, rows: Index, array: pa.DictionaryArray) -> None:
        """Put the cells of an array of the column's type, absent ones too, into cells."""
        codes = np.array([self._code(text) for text in array.dictionary.to_pylist()] + [-1], np.int32)
        self._codes[rows] = codes[numpy_values(array)]

    def erase(self, rows: Index) -> None:
        """Make cells absent."""
        self._codes[rows] = -1

    def value(self, row: int) -> Any:
        """A cell as text."""
        code = int(self._codes[row])
        return self._texts[code] if code >= 0 else None

    def close(self) -> pa.Array:
        """The column as it stands; write to it no more."""
        absent = self._codes < 0
        mask = absent if absent.any() else None
        codes = pa.array(np.where(absent, 0, self._codes), pa.int32(), mask=mask)
        return pa.DictionaryArray.from_arrays(codes, pa.array(self._texts, pa.string()))

    def _code(self, text: str) -> int:
        code = self._code_of.get(text)
        if code is None:
            code = self._code_of[text] = len(self._texts)
            self._texts.append(text)
        return code


class ListCells:
    """Lists of anything: what is written is kept aside and put in its place when the column is closed."""

    def __init__(self, array: pa.ListArray, column: Column) -> None:
        self._column = column
        self._tokens = pa.types.is_dictionary(array.type.value_type)
        self._parts = [self._plain(array)]
        self._count = len(array)
        self._source = np.where(valid_mask(array), np.arange(len(array)), -1)

    def write(self, rows: Index, values: pa.ListArray) -> None:
        """Put (k,) lists into cells."""
        self._source[rows] = self._count + np.arange(len(values))
        self._parts.append(values)
        self._count += len(values)

    def take_from(self, rows: Index, array: pa.ListArray) -> None:
        """Put the cells of an array of the column's type, absent ones too, into cells."""
        self.write(rows, self._plain(array))
        self._source[rows[~valid_mask(array)]] = -1

    def erase(self, rows: Index) -> None:
        """Make cells absent."""
        self._source[rows] = -1

    def value(self, row: int) -> Any:
        """A cell as a list of Python values."""
        place = int(self._source[row])
        if place < 0:
            return None
        for part in self._parts:
            if place < len(part):
                return part[place].as_py()
            place -= len(part)
        return None

    def close(self) -> pa.Array:
        """The column as it stands; write to it no more."""
        lists = pa.concat_arrays(self._parts).take(pa.array(self._source, mask=self._source < 0))
        return encode_tokens(lists, self._column.tokens) if self._tokens else lists.cast(arrow_type(self._column))

    def _plain(self, array: pa.ListArray) -> pa.ListArray:
        if not self._tokens:
            return array
        return array.cast(pa.list_(pa.field("item", pa.string(), nullable=False)))


OpenColumn = NumberCells | TokenCells | ListCells


def open_column(column: Column, array: pa.Array) -> OpenColumn:
    """A column opened for writing."""
    if column.array:
        return ListCells(array, column)
    return TokenCells(array) if pa.types.is_dictionary(array.type) else NumberCells(array)
