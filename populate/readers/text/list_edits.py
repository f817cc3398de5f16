"""List ops as a crate file holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from populate.readers.declined import Declined
from populate.readers.text.metadata import EXPLICIT

__all__ = ["EDIT_KINDS", "list_op"]

_IS_EXPLICIT: Final = 1
_ITEMS: Final = {EXPLICIT: 2, "add": 4, "prepend": 32, "append": 64, "delete": 8}
"""Header bits by the word in front of a list, in the order lists are stored in."""

EDIT_KINDS: Final = len(_ITEMS)
"""Most lists of one list op."""


def list_op(lists: Mapping[str, Sequence[str]], number: Callable[[str], int]) -> bytes:
    """A list op.

    Args:
        lists: items by the word in front of their list.
        number: gives the index of an item.

    Raises:
        Declined: a list that is explicit and edited, or an item that is listed twice.
    """
    header = _IS_EXPLICIT if EXPLICIT in lists else 0
    if header and len(lists) > 1:
        raise Declined("a list op that is explicit and is not")
    data = b""
    for word, bit in _ITEMS.items():
        items = lists.get(word, ())
        if len(set(items)) < len(items):
            raise Declined(f"{items[0]} and others listed twice")
        if items:
            header |= bit
            data += len(items).to_bytes(8, "little") + np.array([number(item) for item in items], "<u4").tobytes()
    return bytes([header]) + data
