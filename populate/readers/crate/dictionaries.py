"""Looking up entries of dictionaries, such as a prim's customData."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from populate.readers.crate.crate import Crate
from populate.readers.crate.errors import CrateError
from populate.readers.crate.single_values import string_tokens
from populate.readers.crate.value_reps import ValueType, is_inlined

__all__ = ["dictionary_entry"]

_ENTRY_SIZE: Final = 20
"""Least bytes of an entry: the key's string index, where its value's rep is, and that rep."""


def dictionary_entry(crate: Crate, rep: int, keys: Sequence[str]) -> int | None:
    """The rep of the value under nested keys, None if there is none.

    Raises:
        CrateError: a dictionary is damaged or lies outside the file.
    """
    found: int | None = rep
    for key in keys:
        if found is None or found >> 48 & 0xFF != ValueType.DICTIONARY:
            return None
        # Sorted maps hold each key once; should a made-up file hold it twice, the last one counts, as for OpenUSD.
        found = dict(_entries(crate, found)).get(key)
    return found


def _entries(crate: Crate, rep: int) -> Iterator[tuple[str, int]]:
    if is_inlined(rep >> 48):
        return
    place = rep & (1 << 48) - 1
    count = crate.bytes.count(place, "a dictionary")
    if count > len(crate.bytes) // _ENTRY_SIZE:
        raise CrateError(f"a dictionary: {count} entries in a file of {len(crate.bytes)} bytes")
    crate.bytes.spend(count * _ENTRY_SIZE, "dictionaries")
    place += 8
    for _ in range(count):
        index = np.array([int.from_bytes(crate.bytes.span(place, 4, "a dictionary"), "little")], np.int64)
        key = crate.tokens.text(int(string_tokens(crate, index)[0]))
        jump = int.from_bytes(crate.bytes.span(place + 4, 8, "a dictionary"), "little", signed=True)
        value = place + 4 + jump
        yield key, crate.bytes.count(value, "a dictionary")
        place = value + 8
