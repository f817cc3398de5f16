"""What list ops come to when nothing weaker is there: the items of a list in a layer of its own."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate import Crate
from populate.readers.crate.list_ops import read_list_op, simple_lists
from populate.readers.crate.value_reps import Reps
from populate.readers.declined import Declined
from populate.readers.direct.factorize import factorize
from populate.readers.direct.ragged_lists import list_offsets, repeated_places

__all__ = ["ListResults", "applied_items", "list_results"]


_PLAIN: Final = frozenset({"explicit", "added", "prepended", "appended"})
"""Edits that, alone and without repeats, make their items of an empty list."""


class ListResults(NamedTuple):
    """The results of many list ops: (n,) lengths, and indices (of tokens or paths), one list after the other."""

    counts: NDArray[np.int64]
    items: NDArray[np.int64]


def list_results(crate: Crate, reps: Reps) -> ListResults:
    """Results of list ops of indices; an op that several specs share is read once.

    Raises:
        Declined: an op that is explicit and is not, or results too long for an Arrow list column.
        CrateError: an op lies outside the file.
    """
    codes, distinct = factorize(reps)
    found = _results(crate, distinct)
    if len(distinct) == len(reps):
        return found
    counts = found.counts[codes]
    return ListResults(counts, found.items[repeated_places(list_offsets(found.counts)[codes], counts)])


def applied_items(crate: Crate, rep: int, *, item: str = "<u4") -> list[int]:
    """What OpenUSD makes of an empty list with a list op.

    Args:
        crate: the file.
        rep: rep of the list op.
        item: how items are stored; indices stand for what they name, since nothing is named twice.
    """
    stored = read_list_op(crate, rep, item=item)
    if any((kind == "explicit") != stored.explicit for kind in stored.items):
        raise Declined("a list op that is explicit and is not")
    lists = {kind: items.tolist() for kind, items in stored.items.items()}
    if len(lists) < 2 and lists.keys() <= _PLAIN:
        (only,) = lists.values() or ([],)
        if len(set(only)) == len(only):
            return only
    return _applied_by_usd(lists, explicit=stored.explicit)


def _applied_by_usd(lists: dict[str, list[int]], *, explicit: bool) -> list[int]:
    """The rules of edits that delete, reorder or repeat are OpenUSD's."""
    from pxr import Sdf

    edits = Sdf.Int64ListOp()
    if explicit:
        edits.ClearAndMakeExplicit()
    for kind, items in lists.items():
        setattr(edits, f"{kind}Items", items)
    return list(edits.GetAppliedItems())


def _results(crate: Crate, reps: Reps) -> ListResults:
    """Results of distinct ops: nearly all are simply their items, the others are left to OpenUSD one by one."""
    simple = simple_lists(crate, reps)
    distinct = _without_repeats(simple.counts, simple.items)
    easy = simple.simple.copy()
    easy[easy] = distinct
    if easy.all():
        return ListResults(simple.counts, simple.items)
    counts = np.zeros(len(reps), np.int64)
    counts[easy] = simple.counts[distinct]
    hard = {place: applied_items(crate, int(reps[place])) for place in np.flatnonzero(~easy).tolist()}
    for place, found in hard.items():
        counts[place] = len(found)
    starts = list_offsets(counts)
    items = np.zeros(starts[-1], np.int64)
    items[np.repeat(easy, counts)] = simple.items[np.repeat(distinct, simple.counts)]
    for place, found in hard.items():
        items[starts[place] : starts[place + 1]] = found
    return ListResults(counts, items)


def _without_repeats(counts: NDArray[np.int64], items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n,) bool, whether no item stands in a list twice: OpenUSD drops repeats."""
    found = np.ones(len(counts), np.bool_)
    longer = counts > 1
    if longer.any():
        owner = np.repeat(np.arange(len(counts)), counts)
        among = longer[owner]
        pairs = np.sort(owner[among] << 32 | items[among])
        found[pairs[1:][pairs[1:] == pairs[:-1]] >> 32] = False
    return found
