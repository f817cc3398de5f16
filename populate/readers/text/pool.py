"""Texts and values of a layer under construction, as a crate file would hold them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from populate.readers.crate.value_reps import Reps, ValueType

__all__ = ["ValuePool"]

_START = b"\0" * 8
"""No value lies at offset 0, which stands for an empty array."""


class ValuePool:
    """Numbers texts, and places what does not fit into a rep one behind the other.

    Attributes:
        tokens: number of each text.
    """

    def __init__(self) -> None:
        self.tokens: dict[str, int] = {}
        self._parts = [_START]
        self._size = len(_START)
        self._known: dict[bytes, int] = {}

    def token(self, text: str) -> int:
        """Number of a text."""
        return self.tokens.setdefault(text, len(self.tokens))

    def place(self, data: bytes) -> int:
        """Offset of new data."""
        offset = self._size
        self._parts.append(data)
        self._size += len(data)
        return offset

    def shared_place(self, data: bytes) -> int:
        """Offset of data that others may have placed before."""
        if data not in self._known:
            self._known[data] = self.place(data)
        return self._known[data]

    def out_of_line(self, value_type: ValueType, data: bytes, count: int) -> Reps:
        """Reps of `count` values of one size that lie one behind the other."""
        start = self.place(data)
        offsets = np.arange(start, start + len(data), len(data) // count, dtype=np.uint64)
        return offsets | np.uint64(value_type << 48)

    def shared(self, values: Sequence[str], rep: Callable[[str], int]) -> Reps:
        """Reps of values, equal ones made once."""
        known = {value: rep(value) for value in dict.fromkeys(values)}
        return np.array([known[value] for value in values], np.uint64)

    def data(self) -> bytes:
        """Everything placed so far."""
        return b"".join(self._parts)
