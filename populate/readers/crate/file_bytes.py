"""The bytes of a file, read with every offset and size checked against what is there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.errors import CrateError

__all__ = ["Cursor", "FileBytes"]

_COUNT = np.dtype("<u8")

_BASE_ALLOWANCE = 1 << 20
"""Bytes of values that may be read however small the file is."""


class FileBytes:
    """A whole file in memory. Nothing outside it is ever touched; a wrong offset is a `CrateError`.

    A file is read into memory rather than mapped: one that shrinks while mapped kills the process.

    Args:
        data: the file's bytes.
    """

    def __init__(self, data: bytes | bytearray) -> None:
        self._view = memoryview(data).toreadonly()
        self._raw = np.frombuffer(data, np.uint8)
        self._allowance = 2 * len(data) + _BASE_ALLOWANCE

    def __len__(self) -> int:
        return len(self._view)

    def span(self, start: int, size: int, what: str) -> memoryview:
        """`size` bytes from `start`.

        Raises:
            CrateError: they reach beyond the file.
        """
        if start < 0 or size < 0 or start + size > len(self._view):
            raise CrateError(f"{what}: {size} bytes at {start} lie outside the file of {len(self._view)} bytes")
        return self._view[start : start + size]

    def count(self, start: int, what: str) -> int:
        """The 64-bit count at `start`."""
        return int.from_bytes(self.span(start, 8, what), "little")

    def gather(self, starts: NDArray[np.int64], dtype: np.dtype[Any] | str, what: str) -> NDArray[Any]:
        """One element of `dtype` from each of the offsets, which need not be aligned.

        Raises:
            CrateError: an offset is negative or an element reaches beyond the file.
        """
        kind = np.dtype(dtype)
        if not len(starts):
            return np.zeros(0, kind)
        last = len(self._view) - kind.itemsize
        if int(starts.min()) < 0 or int(starts.max()) > last:
            worst = int(starts.max()) if int(starts.max()) > last else int(starts.min())
            raise CrateError(f"{what}: {kind.itemsize} bytes at {worst} lie outside the file of {len(self)} bytes")
        everywhere = np.ndarray((last + 1,), kind, self._raw, strides=(1,))
        found: NDArray[Any] = everywhere[starts]
        return found

    def counts(self, starts: NDArray[np.int64], item_size: int, what: str) -> NDArray[np.int64]:
        """The 64-bit counts at these offsets, each checked to leave room for as many items right behind it."""
        counts = self.gather(starts, _COUNT, what)
        room = np.maximum(len(self) - 8 - starts, 0) // item_size
        if (counts > room.astype(np.uint64)).any():
            worst = int(np.flatnonzero(counts > room.astype(np.uint64))[0])
            raise CrateError(f"{what}: {counts[worst]} items at {starts[worst]} lie outside the file")
        return counts.astype(np.int64)

    def spend(self, size: int, what: str) -> None:
        """Account for `size` bytes of values read out of line.

        Writers store equal values once, so all distinct values together fit into the file. Values that overlap, which
        only a made-up file has, could otherwise be unpacked to far more than the file holds.

        Raises:
            CrateError: more than twice the file's size (and a megabyte) was read.
        """
        self._allowance -= size
        if self._allowance < 0:
            raise CrateError(f"{what}: the values read are larger than the file, so they must overlap")


class Cursor:
    """Reads one part of a file from front to back; it never leaves that part.

    Args:
        file: the file.
        start: offset of the part.
        size: its size in bytes.
        what: its name, for errors.
    """

    def __init__(self, file: FileBytes, start: int, size: int, what: str) -> None:
        self._view = file.span(start, size, what)
        self._place = 0
        self.what = what

    @property
    def remaining(self) -> int:
        """Bytes that are left."""
        return len(self._view) - self._place

    def take(self, size: int) -> memoryview:
        """The next `size` bytes."""
        if size < 0 or size > self.remaining:
            raise CrateError(f"{self.what}: {size} bytes wanted, {self.remaining} left")
        self._place += size
        return self._view[self._place - size : self._place]

    def count(self) -> int:
        """The next 64-bit count."""
        return int.from_bytes(self.take(8), "little")

    def block(self) -> memoryview:
        """The next block: a 64-bit size and as many bytes."""
        return self.take(self.count())
