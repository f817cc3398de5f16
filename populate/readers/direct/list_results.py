"""What list ops come to when nothing weaker is there: the items of a list in a layer of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf

from populate.readers.crate import Crate
from populate.readers.crate.list_ops import ITEM_KINDS, read_list_op, simple_lists
from populate.readers.crate.value_reps import Reps
from populate.readers.declined import Declined
from populate.readers.direct.factorize import factorize

__all__ = ["ListResults", "applied_items", "list_offsets", "list_results", "repeated_places"]

_LONGEST: Final = (1 << 31) - 1
"""Most elements of an Arrow list column with 32-bit offsets."""


@dataclass(frozen=True)
class ListResults:
    """The results of many list ops.

    Attributes:
        counts: (n,) number of items of each.
        items: indices (of tokens or paths), one list after the other.
        adds: (n,) bool, whether an op adds items at all; a result without any then has lost them.
    """

    counts: NDArray[np.int64]
    items: NDArray[np.int64]
    adds: NDArray[np.bool_]


def list_results(crate: Crate, reps: Reps) -> ListResults:
    """Results of list ops of indices.

    Raises:
        Declined: an op that is explicit and is not, or results too long for an Arrow list column.
        CrateError: an op lies outside the file.
    """
    codes, distinct = factorize(reps)
    found = _results(crate, distinct)
    if len(distinct) == len(reps):
        return found
    counts = found.counts[codes]
    return ListResults(
        counts,
        found.items[repeated_places(list_offsets(found.counts)[codes].astype(np.int64), counts)],
        found.adds[codes],
    )


def repeated_places(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of the elements of many runs, one run after the other.

    Args:
        starts: (n,) place of each run's first element.
        counts: (n,) number of elements of each.

    Raises:
        Declined: more elements than an Arrow list column can hold.
    """
    offsets = list_offsets(counts).astype(np.int64)
    return np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], counts)


def list_offsets(counts: NDArray[np.int64]) -> NDArray[np.int32]:
    """(n + 1,) offsets of lists of these lengths.

    Raises:
        Declined: more elements than an Arrow list column can hold.
    """
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    if ends[-1] > _LONGEST:
        raise Declined(f"lists or arrays of {ends[-1]} elements in one column")
    return ends.astype(np.int32)


def _results(crate: Crate, reps: Reps) -> ListResults:
    simple = simple_lists(crate, reps)
    distinct = _without_repeats(simple.counts, simple.items)
    easy = simple.simple.copy()
    easy[easy] = distinct
    if easy.all():
        return ListResults(simple.counts, simple.items, simple.counts > 0)
    return _mixed(crate, reps, easy, simple.counts[distinct], simple.items[np.repeat(distinct, simple.counts)])


def applied_items(crate: Crate, rep: int, *, item: str = "<u4") -> tuple[list[int], bool]:
    """What OpenUSD makes of an empty list with a list op, and whether the op adds items at all.

    Args:
        crate: the file.
        rep: rep of the list op.
        item: how items are stored; indices stand for what they name, since nothing is named twice.
    """
    stored = read_list_op(crate, rep, item=item)
    edits = Sdf.Int64ListOp()
    if stored.explicit:
        edits.ClearAndMakeExplicit()
    for kind in ITEM_KINDS:
        if kind in stored.items:
            if (kind == "explicit") != stored.explicit:
                raise Declined("a list op that is explicit and is not")
            setattr(edits, f"{kind}Items", stored.items[kind].tolist())
    adds = any(kind in stored.items for kind in ("explicit", "added", "prepended", "appended"))
    return list(edits.GetAppliedItems()), adds


def _mixed(
    crate: Crate, reps: Reps, easy: NDArray[np.bool_], easy_counts: NDArray[np.int64], easy_items: NDArray[np.int64]
) -> ListResults:
    """Results of ops of which only some are easy."""
    counts = np.zeros(len(reps), np.int64)
    counts[easy] = easy_counts
    adds = counts > 0
    hard = {int(place): applied_items(crate, int(reps[place])) for place in np.flatnonzero(~easy)}
    for place, (found, added) in hard.items():
        counts[place], adds[place] = len(found), added
    starts = np.concatenate([[0], np.cumsum(counts)])
    items = np.zeros(int(starts[-1]), np.int64)
    items[np.repeat(easy, counts)] = easy_items
    for place, (found, _) in hard.items():
        items[starts[place] : starts[place + 1]] = found
    return ListResults(counts, items, adds)


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
