"""Links in breadth-first order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from columnar.dynamics.arrays import Ids
from columnar.dynamics.links import LinkRow

__all__ = ["TreeError", "breadth_first"]


class TreeError(ValueError):
    """Rows that make no tree: says which link, what was expected, and what to do."""


def breadth_first(rows: Sequence[LinkRow]) -> tuple[Ids, Ids]:
    """The order of rows in a tree, parents before children, siblings as given; and parents (L,) in that order.

    Raises:
        TreeError: every fault found, one a line.
    """
    faults = _repeated("link", [row.name for row in rows]) + _repeated("joint", [row.joint for row in rows])
    index = {row.name: place for place, row in enumerate(rows)}
    faults += [
        f"link {row.name!r}: its parent {row.parent!r} is no link; name one of the rows, or None for the world"
        for row in rows
        if row.parent is not None and row.parent not in index
    ]
    if faults:
        raise TreeError("\n".join(faults))
    parent = np.array([-1 if row.parent is None else index[row.parent] for row in rows], np.int64)
    depth = _depths(parent)
    looping = np.flatnonzero(depth < 0)
    if looping.size:
        names = ", ".join(repr(rows[row].name) for row in looping[:5])
        raise TreeError(f"links carry each other in a circle: {names}; make one of their joints a loop joint")
    order = np.argsort(depth, kind="stable")
    place = np.empty(len(rows), np.int64)
    place[order] = np.arange(len(rows))
    return order, np.where(parent[order] < 0, -1, place[parent[order]])


def _repeated(what: str, names: Sequence[str]) -> list[str]:
    return [
        f"{what} {name!r} occurs {count} times; names tell rows apart"
        for name, count in Counter(names).items()
        if count > 1
    ]


def _depths(parent: Ids) -> Ids:
    """Depth of each row, roots 0; -1 for what hangs on no root."""
    depth = np.where(parent < 0, 0, -1)
    waiting = np.flatnonzero(depth < 0)
    while waiting.size:
        above = depth[parent[waiting]]
        found = above >= 0
        if not found.any():
            break
        depth[waiting[found]] = above[found] + 1
        waiting = waiting[~found]
    return depth
