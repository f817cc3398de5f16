"""Which arc roots share a representative, and which of them it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from populate.readers.repeated.local_specs import LocalSpecs

__all__ = ["Group", "group_roots"]

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class Group:
    """Roots that are alike but for plain opinions.

    Attributes:
        representative: the root that is composed; every other has an opinion wherever it has one.
        roots: all of them in the order of their paths, the representative among them.
    """

    representative: int
    roots: _Index


def group_roots(specs: LocalSpecs, rank: _Index, *, first: bool) -> list[Group]:
    """Group roots so that laying the others' plain opinions over their representative gives them.

    What the representative itself says plainly is in what is composed of it. A root that says nothing there would get
    the representative's opinion, so it goes to another group.

    Args:
        specs: what the layer says at and below the roots.
        rank: (k,) where each root stands in the order of paths.
        first: whether the representative must be the first of its group, not the one with the fewest opinions.
    """
    plain = specs.plain
    order = np.argsort(plain.root, kind="stable")
    pair = plain.pair[order]
    start = np.searchsorted(plain.root[order], np.arange(len(specs.signature) + 1))
    counts = np.diff(start)
    by_signature = np.argsort(specs.signature, kind="stable")
    bounds = np.flatnonzero(np.diff(specs.signature[by_signature])) + 1
    groups = []
    for pending in np.split(by_signature, bounds):
        while len(pending):
            chosen = int(pending[0 if first else int(counts[pending].argmin())])
            held = pair[start[chosen] : start[chosen + 1]]
            takes = _covering(pending, held, pair, start)
            roots = pending[takes]
            groups.append(Group(chosen, roots[np.argsort(rank[roots])]))
            pending = pending[~takes]
    return groups


def _covering(pending: _Index, held: _Index, pair: _Index, start: _Index) -> NDArray[np.bool_]:
    """Which of the pending roots have an opinion on every one of the pairs."""
    if not len(held):
        return np.ones(len(pending), np.bool_)
    counts = start[pending + 1] - start[pending]
    owner = np.repeat(np.arange(len(pending)), counts)
    places = np.repeat(start[pending] - (np.cumsum(counts) - counts), counts) + np.arange(int(counts.sum()))
    found: NDArray[np.bool_] = np.bincount(owner, np.isin(pair[places], held), len(pending)) == len(held)
    return found
