"""Reading fields out of FlatBuffers, the encoding of Arrow's metadata, for many tables at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["FlatBuffers", "Positions"]

Positions = npt.NDArray[np.int64]
"""Where tables, vectors and fields are, as indices into the data."""


class FlatBuffers:
    """Access to the same field of many tables at once.

    Every position is an array index, so none leaves the data, and aligned as FlatBuffers demands.

    Args:
        data: (n,) uint8, aligned to 8 bytes.

    Raises:
        IndexError: by every method, for a position outside the data or not aligned. Arrow refuses such data too.
    """

    def __init__(self, data: npt.NDArray[np.uint8]) -> None:
        self.data = data
        whole = data[: len(data) // 8 * 8]
        self._views: dict[int, npt.NDArray[Any]] = {1: data}
        self._views |= {size: whole.view(f"<{kind}{size}") for size, kind in ((2, "u"), (4, "i"), (8, "i"))}

    def field(self, table: Positions, field: int) -> Positions:
        """Position of a table's field, 0 where the table leaves it out."""
        vtable = self.vtable(table)
        slot = 4 + 2 * field
        present = self._at(vtable, 2) > slot
        offset = self._at(np.where(present, vtable + slot, vtable), 2)
        return np.where(present & (offset > 0), table + offset, 0)

    def vtable(self, table: Positions) -> Positions:
        """Position of the list of fields that a table has."""
        return table - self.int32(table)

    def target(self, field: Positions) -> Positions:
        """Position of the table or vector that a field refers to."""
        return field + self.int32(field)

    def records(self, field: Positions, kind: np.dtype[np.void]) -> npt.NDArray[np.void]:
        """The structs of the vector that one field refers to."""
        vector = self.target(field)
        count, start = int(self.int32(vector)[0]), int(vector[0]) + 4
        if count < 0 or start + count * kind.itemsize > len(self.data):
            raise IndexError(count)
        return self.data[start : start + count * kind.itemsize].view(kind)

    def uint8(self, at: Positions) -> Positions:
        """Bytes."""
        return self._at(at, 1)

    def int32(self, at: Positions) -> Positions:
        """Signed numbers of four bytes."""
        return self._at(at, 4)

    def int64(self, at: Positions) -> Positions:
        """Signed numbers of eight bytes."""
        return self._at(at, 8)

    def _at(self, at: Positions, size: int) -> Positions:
        if ((at < 0) | (at % size != 0)).any():
            raise IndexError(size)
        return self._views[size][at // size].astype(np.int64)
