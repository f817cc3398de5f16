"""A descriptor table: an Arrow table whose rows can be asked for one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import numpy_values, valid_mask
from schemas.descriptors import DescriptorRow

__all__ = ["DescriptorTable"]

Row = TypeVar("Row", bound=DescriptorRow)


class DescriptorTable(Generic[Row]):
    """An Arrow table with typed rows; Arrow tools take it as it is (`pyarrow.table`, polars, DuckDB).

    Args:
        arrow: the table, one chunk, of schema `arrow_schema(row)`.
        row: the class of its rows.
    """

    def __init__(self, arrow: pa.Table, row: type[Row]) -> None:
        self.arrow = arrow
        self.row = row

    def __len__(self) -> int:
        return int(self.arrow.num_rows)

    def __getitem__(self, index: int) -> Row:
        """One row as an object, made when asked for; negative indices count from the end.

        Raises:
            IndexError: no such row.
        """
        if not -len(self) <= index < len(self):
            raise IndexError(f"row {index} of a table with {len(self)} rows")
        (cells,) = self.arrow.slice(index % len(self), 1).to_pylist()
        return self.row.model_validate(cells)

    def __iter__(self) -> Iterator[Row]:
        """Every row as an object, in table order."""
        return (self.row.model_validate(cells) for cells in self.arrow.to_pylist())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.arrow.__arrow_c_stream__(requested_schema)

    @property
    def schema(self) -> pa.Schema:
        """Columns with their meaning, units and closed token sets in the field metadata."""
        return self.arrow.schema

    def array(self, name: str) -> pa.Array:
        """A column as one Arrow array, without a copy.

        Raises:
            KeyError: no such column.
        """
        column = self.arrow.column(name)
        return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()

    def values(self, name: str) -> npt.NDArray[Any]:
        """A column as a read-only numpy array.

        Numbers (n,) or (n, lanes), NaN where null; flags (n,); tokens (n,) int32 codes into `tokens(name)`; paths (n,)
        int32 ids into `Descriptors.paths`; -1 where null. For lists of paths use `members`.
        """
        array = self.array(name)
        found = numpy_values(array)
        if array.null_count and found.dtype.kind == "f":
            mask = valid_mask(array)
            found = np.where(mask if found.ndim == 1 else mask[:, None], found, np.float32(np.nan))
            found.flags.writeable = False
        return found

    def cells(self, name: str) -> list[Any]:
        """A column as plain values: numbers, flags, texts of tokens and paths, lists of them; None where null.

        A dictionary is decoded as a whole, which takes a twentieth of the time that Arrow needs cell by cell.
        """
        array = self.array(name)
        whole = array.dictionary_decode() if pa.types.is_dictionary(array.type) else array
        found: list[Any] = whole.to_pylist()
        return found

    def rows(self, *names: str) -> list[dict[str, Any]]:
        """Rows as mappings from names of columns, of all columns or those named, to `cells`."""
        chosen = names or self.names
        return [dict(zip(chosen, row, strict=True)) for row in zip(*map(self.cells, chosen), strict=True)]

    def members(self, name: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """A column of path lists as (offsets, ids): the list of row i is `ids[offsets[i]:offsets[i + 1]]`."""
        array = self.array(name)
        offsets = np.asarray(array.offsets)
        return offsets - offsets[:1], numpy_values(array.flatten()).astype(np.int32, copy=False)

    def tokens(self, name: str) -> tuple[str, ...]:
        """The tokens of a token column by code."""
        return tuple(self.array(name).dictionary.to_pylist())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.arrow.column_names)

    def __repr__(self) -> str:
        return f"<{self.row.__name__} table: {len(self)} rows>"
