"""Levels: nodes of one depth, which are worked on at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids

__all__ = ["Level", "find_levels", "gather", "scatter_sum"]


class Level(NamedTuple):
    """The nodes of one depth.

    Attributes:
        nodes: they lie next to each other, nodes of one parent too.
        parents: the parent of each, as a slice where that is one; None for roots.
        carriers: the different parents.
        starts: where the nodes of each carrier begin, counted from the level's first; None if each has one.
        ranks: for few nodes a carrier: the carriers that have a first node, and these nodes; those that have a second,
            and so on. Adding them one rank after the other is quicker than a sum over ranges.
    """

    nodes: slice
    parents: slice | Ids | None
    carriers: slice | Ids
    starts: Ids | None
    ranks: tuple[tuple[slice | Ids, slice | Ids], ...] = ()


_MOST_RANKS = 6


def find_levels(parent: Ids) -> tuple[Level, ...]:
    """Levels of nodes sorted by depth and parent."""
    levels: list[Level] = []
    begin, end = 0, int(np.searchsorted(parent, 0))
    while begin < end:
        owners = parent[begin:end]
        if owners[0] < 0:
            levels.append(Level(slice(begin, end), None, slice(0, 0), None))
        else:
            carriers, starts = np.unique(owners, return_index=True)
            whole = None if len(carriers) == len(owners) else starts
            ranks = () if whole is None else _ranks(carriers, starts, len(owners))
            levels.append(Level(slice(begin, end), _as_slice(owners), _as_slice(carriers), whole, ranks))
        begin, end = end, int(np.searchsorted(parent, end))
    return tuple(levels)


def _ranks(carriers: Ids, starts: Ids, count: int) -> tuple[tuple[slice | Ids, slice | Ids], ...]:
    sizes = np.diff(np.append(starts, count))
    if sizes.max() > _MOST_RANKS:
        return ()
    chosen = [np.flatnonzero(sizes > rank) for rank in range(int(sizes.max()))]
    return tuple((_as_slice(carriers[few]), _as_slice(starts[few] + rank)) for rank, few in enumerate(chosen))


def _as_slice(ids: Ids) -> slice | Ids:
    """Consecutive ids as a slice, which copies nothing."""
    if np.array_equal(ids, np.arange(ids[0], ids[0] + len(ids))):
        return slice(int(ids[0]), int(ids[0]) + len(ids))
    return ids


def gather(values: Doubles, level: Level, axis: int) -> Doubles:
    """Values of the parents of a level, nodes along `axis`."""
    chosen: Doubles = values[(slice(None),) * axis + (level.parents,)]
    return chosen


def scatter_sum(target: Doubles, values: Doubles, level: Level, axis: int) -> None:
    """Adds values of a level's nodes to those of their parents, in place."""
    before = (slice(None),) * axis
    if level.ranks:
        for carriers, nodes in level.ranks:
            target[(*before, carriers)] += values[(*before, nodes)]
        return
    summed = values if level.starts is None else np.add.reduceat(values, level.starts, axis=axis)
    target[(*before, level.carriers)] += summed
