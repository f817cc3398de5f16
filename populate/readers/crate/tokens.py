"""Sections TOKENS and STRINGS: every text of a crate file, by number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from populate.readers.crate.compression import unpack
from populate.readers.crate.errors import CrateError
from populate.readers.crate.file_bytes import Cursor, FileBytes
from populate.readers.crate.sections import Section, require_plausible

__all__ = ["TokenTable", "read_strings", "read_tokens"]

_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
_DIGITS = b"0123456789"


class TokenTable:
    """The file's tokens.

    Args:
        data: their bytes, each closed by a NUL.
        ends: (n,) place of each closing NUL.
    """

    def __init__(self, data: memoryview, ends: NDArray[np.int64]) -> None:
        self._data = data
        self.ends = ends
        self.starts = np.concatenate([np.zeros(min(len(ends), 1), np.int64), ends[:-1] + 1])

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """The bytes that `starts` and `ends` index."""
        return np.frombuffer(self._data, np.uint8)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(n,) bytes of each token."""
        lengths: NDArray[np.int64] = self.ends - self.starts
        return lengths

    def text(self, index: int) -> str:
        """One token; the caller has checked the index."""
        return str(self._data[self.starts[index] : self.ends[index]], "utf-8")

    def texts(self, indices: Iterable[int]) -> tuple[str, ...]:
        """Tokens by index.

        Raises:
            CrateError: there is no such token.
        """
        found = tuple(indices)
        if found and not 0 <= min(found) <= max(found) < len(self):
            raise CrateError(f"token {max(found)}: the file has {len(self)}")
        return tuple(map(self.text, found))

    @cached_property
    def plain(self) -> NDArray[np.bool_]:
        """(n,) whether each token is made of ASCII letters, digits and underscores only, a digit not first."""
        inside, first = np.zeros(256, np.bool_), np.zeros(256, np.bool_)
        first[list(_LETTERS)] = True
        inside[list(_LETTERS + _DIGITS)] = True
        odd = np.zeros(len(self.bytes) + 1, np.int32)
        np.cumsum(~inside[self.bytes], out=odd[1:])
        plain: NDArray[np.bool_] = (self.starts < self.ends) & (odd[self.ends] == odd[self.starts])
        plain[plain] = first[self.bytes[self.starts[plain]]]
        return plain

    @cached_property
    def arrow(self) -> pa.Array:
        """All tokens as utf8."""
        size = int(self.ends[-1]) + 1 if len(self) else 0
        data = self.bytes[:size]
        offsets = np.zeros(len(self) + 1, np.int32)
        np.cumsum(self.ends - self.starts, out=offsets[1:])
        return pa.StringArray.from_buffers(len(self), pa.py_buffer(offsets), pa.py_buffer(data[data != 0]))


def read_tokens(file: FileBytes, section: Section) -> TokenTable:
    """Read section TOKENS.

    Raises:
        CrateError: the section is damaged, holds fewer tokens than it says, or text that is not UTF-8.
    """
    cursor = Cursor(file, section.start, section.size, "section TOKENS")
    number, size = require_plausible(cursor.count(), file, cursor.what), cursor.count()
    data = unpack(cursor.block(), size, cursor.what) if size else memoryview(b"")
    if size >= 1 << 31:
        raise CrateError(f"{cursor.what}: {size} bytes of text")
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 0)
    if number > len(ends):
        raise CrateError(f"{cursor.what}: {number} tokens announced, {len(ends)} found")
    tokens = TokenTable(data, ends[:number])
    try:
        tokens.arrow.validate(full=True)
    except pa.ArrowInvalid:
        raise CrateError(f"{cursor.what}: a token is not UTF-8") from None
    return tokens


def read_strings(file: FileBytes, section: Section, tokens: TokenTable) -> NDArray[np.int64]:
    """Read section STRINGS: (n,) token index by string index.

    Raises:
        CrateError: the section is damaged or names a token that is not there.
    """
    cursor = Cursor(file, section.start, section.size, "section STRINGS")
    number = cursor.count()
    strings = np.frombuffer(cursor.take(4 * number), "<u4").astype(np.int64)
    if number and int(strings.max()) >= len(tokens):
        raise CrateError(f"{cursor.what}: token {strings.max()}: the file has {len(tokens)}")
    return strings
