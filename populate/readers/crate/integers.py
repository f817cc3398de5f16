"""The integer coding of crate files: differences of neighbours in one of four widths, compressed.

A coded array is the most common difference, two bits per element that choose the width of its difference (none: the
common one), and the differences themselves.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.compression import require_size, unpack_at_most
from populate.readers.crate.errors import CrateError

__all__ = ["decode_integers", "decode_long_integers", "largest_count"]

_CODES_PER_BYTE: Final = 4
_CODES: Final = (np.arange(256)[:, None] >> np.array([0, 2, 4, 6]) & 3).astype(np.uint8)
"""(256, 4) the four codes of a byte, the lowest bits first."""

_SLICE: Final = 1 << 14
"""Code bytes looked at together: few enough for what is worked out about them to stay in the cache."""

_SHORT: Final = ("<i1", "<i2", "<i4")
_LONG: Final = ("<i2", "<i4", "<i8")


def largest_count(size: int) -> int:
    """Most elements that `size` compressed bytes can stand for: one byte unpacks to at most 255, each of 4 codes."""
    return 255 * _CODES_PER_BYTE * (size + 1)


def decode_integers(block: memoryview, count: int, what: str) -> NDArray[np.int32]:
    """`count` 32-bit integers; unsigned ones come out as their signed twins.

    Raises:
        CrateError: the block is damaged or holds fewer.
    """
    return _decode(block, count, what, _SHORT)


def decode_long_integers(block: memoryview, count: int, what: str) -> NDArray[np.int64]:
    """`count` 64-bit integers; unsigned ones come out as their signed twins.

    Raises:
        CrateError: the block is damaged or holds fewer.
    """
    return _decode(block, count, what, _LONG)


def _decode(block: memoryview, count: int, what: str, widths: tuple[str, str, str]) -> NDArray[Any]:
    kinds = [np.dtype(width) for width in widths]
    whole = kinds[-1]
    if count == 0:
        return np.zeros(0, whole)
    if count > largest_count(len(block)):
        raise CrateError(f"{what}: {len(block)} compressed bytes cannot stand for {count} integers")
    head = whole.itemsize - (-count // _CODES_PER_BYTE)
    unpacked = np.frombuffer(unpack_at_most(block, head + whole.itemsize * count, what), np.uint8)
    if len(unpacked) < head:
        raise CrateError(f"{what}: a compressed block ends before the widths of {count} integers")
    differences = np.full(count, unpacked[: whole.itemsize].view(whole)[0], whole)
    codes, place = unpacked[whole.itemsize : head], head
    for start in range(0, len(codes), _SLICE):
        part = differences[_CODES_PER_BYTE * start : _CODES_PER_BYTE * (start + _SLICE)]
        layout = _Layout(codes[start : start + _SLICE], len(part), [0, *(kind.itemsize for kind in kinds)])
        values = unpacked[place : place + layout.size]
        if len(values) < layout.size:
            raise CrateError(f"{what}: a compressed block ends before {count} integers")
        _fill(part, layout, values, kinds)
        place += layout.size
    require_size(block, place, what)
    return np.cumsum(differences, dtype=whole, out=differences)


def _fill(differences: NDArray[Any], layout: _Layout, values: NDArray[np.uint8], kinds: list[np.dtype[Any]]) -> None:
    """Write the differences that are not the common one where they belong."""
    for code, kind in enumerate(kinds, 1):
        places = layout.places(code)
        if len(places):
            differences[places] = layout.values(values, places, kind)


class _Layout:
    """Where the differences of each width stand, of a slice of the elements.

    Args:
        codes: code bytes, four elements each.
        count: number of elements.
        sizes: bytes of a difference by code.
    """

    def __init__(self, codes: NDArray[np.uint8], count: int, sizes: list[int]) -> None:
        each = np.array(sizes, np.uint8)[_CODES]
        within = np.cumsum(each, axis=1, dtype=np.uint8)
        unused = len(codes) * _CODES_PER_BYTE - count
        padding = int(each[codes[-1], _CODES_PER_BYTE - unused :].sum()) if unused else 0
        group_sizes = within[:, -1][codes]
        group_ends = np.cumsum(group_sizes, dtype=np.int64)
        self.size = int(group_ends[-1]) - padding
        self._codes = _rows(_CODES, codes)[:count]
        widths = np.unique(_CODES[np.flatnonzero(np.bincount(codes, minlength=256))])
        self._one_width = np.count_nonzero(widths) <= 1
        if not self._one_width:
            group_starts = (group_ends - group_sizes).astype(np.int32)
            within_group: NDArray[Any] = _rows(within - each, codes).reshape(-1, _CODES_PER_BYTE)
            self._starts: NDArray[Any] = (group_starts[:, None] + within_group).reshape(-1)

    def places(self, code: int) -> NDArray[np.int64]:
        """Elements whose difference has this code."""
        return np.flatnonzero(self._codes == code)

    def values(self, values: NDArray[np.uint8], places: NDArray[np.int64], kind: np.dtype[Any]) -> NDArray[Any]:
        """Differences of the elements at `places`, all of one width."""
        if self._one_width:
            return values.view(kind)
        anywhere: NDArray[Any] = np.ndarray((self.size - kind.itemsize + 1,), kind, values, strides=(1,))
        found: NDArray[Any] = anywhere[self._starts[places]]
        return found


def _rows(table: NDArray[np.uint8], keys: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The four entries of each key in a (256, 4) table, one after the other."""
    return np.ascontiguousarray(table).view(np.uint32).reshape(-1)[keys].view(np.uint8)
