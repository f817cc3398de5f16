"""List ops: the edits of lists of tokens and paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.crate import Crate
from populate.readers.crate.value_reps import Reps, offsets

__all__ = ["ITEM_KINDS", "ListOp", "SimpleLists", "ragged", "read_list_op", "simple_lists"]

_EXPLICIT: Final = 1

ITEM_KINDS: Final = ("explicit", "added", "prepended", "appended", "deleted", "ordered")
"""Kinds of items in the order they are stored in."""

_FIRST_ITEM_BITS: Final = {"explicit": 2, "added": 4, "prepended": 32, "appended": 64, "deleted": 8, "ordered": 16}

_SIMPLE: Final = (
    *(_FIRST_ITEM_BITS[kind] for kind in ("added", "prepended", "appended")),
    _EXPLICIT,
    _EXPLICIT | _FIRST_ITEM_BITS["explicit"],
)
"""Headers of list ops whose result, on their own, is simply their items."""


@dataclass(frozen=True)
class ListOp:
    """One list op.

    Attributes:
        explicit: whether it replaces weaker lists.
        items: token or path indices (or the numbers themselves) by kind of item, kinds without any left out.
    """

    explicit: bool
    items: dict[str, NDArray[np.int64]]


@dataclass(frozen=True)
class SimpleLists:
    """Many list ops whose result is their items.

    Attributes:
        simple: (n,) bool, whether a list op is one of these.
        counts: (m,) number of items of each simple one.
        items: token or path indices, one list after the other.
    """

    simple: NDArray[np.bool_]
    counts: NDArray[np.int64]
    items: NDArray[np.int64]


def read_list_op(crate: Crate, rep: int, *, item: str = "<u4") -> ListOp:
    """The list op of a rep.

    Args:
        crate: the file.
        rep: the rep.
        item: how each item is stored: as an index, or as a number of its own.

    Raises:
        CrateError: it lies outside the file.
    """
    place = rep & (1 << 48) - 1
    header = crate.bytes.span(place, 1, "a list op")[0]
    place += 1
    items = {}
    for kind in ITEM_KINDS:
        if header & _FIRST_ITEM_BITS[kind]:
            size = np.dtype(item).itemsize * crate.bytes.count(place, "a list op")
            items[kind] = np.frombuffer(crate.bytes.span(place + 8, size, "a list op"), item).astype(np.int64)
            crate.bytes.spend(size, "a list op")
            place += 8 + size
    return ListOp(bool(header & _EXPLICIT), items)


def simple_lists(crate: Crate, reps: Reps) -> SimpleLists:
    """The list ops among these whose result is their items, read all at once.

    Raises:
        CrateError: one lies outside the file.
    """
    starts = offsets(reps)
    headers = crate.bytes.gather(starts, "u1", "a list op")
    simple = np.isin(headers, _SIMPLE)
    starts, headers = starts[simple] + 1, headers[simple]
    counts = np.zeros(len(starts), np.int64)
    filled = headers != _EXPLICIT
    counts[filled] = crate.bytes.counts(starts[filled], 4, "a list op")
    crate.bytes.spend(4 * int(counts.sum()), "list ops")
    return SimpleLists(simple, counts, ragged(crate, starts + 8, counts))


def ragged(crate: Crate, starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """32-bit indices of many lists, one list after the other.

    Args:
        crate: the file.
        starts: (n,) offset of each list's first index.
        counts: (n,) its length.
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    if total == len(counts) and (counts == 1).all():
        return crate.bytes.gather(starts, "<u4", "a list").astype(np.int64)
    places = np.arange(total, dtype=np.int64) - np.repeat(ends - counts, counts)
    return crate.bytes.gather(np.repeat(starts, counts) + 4 * places, "<u4", "a list").astype(np.int64)
