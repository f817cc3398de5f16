"""Graphs as arrays of edges: which way those of trees run, which ones close a loop."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.parsing import connected_components

__all__ = ["outside_forest", "runs_inward"]

Ids = npt.NDArray[np.int64]


def runs_inward(ends: Ids, roots: Ids, count: int) -> npt.NDArray[np.bool_]:
    """Whether the second end of each edge of a forest is the one nearer to its root.

    Every tree is walked around once, each edge there and back, and the half edges are numbered along the way by
    doubling steps: the half edge away from the root is met first. The work grows as n log n, whatever the depth.

    Args:
        ends: (edges, 2) nodes.
        roots: nodes that trees are seen from; trees without one give False.
        count: number of nodes.
    """
    edges = len(ends)
    if not edges:
        return np.zeros(0, np.bool_)
    source, target = np.concatenate([ends[:, 0], ends[:, 1]]), np.concatenate([ends[:, 1], ends[:, 0]])
    order = np.argsort(source, kind="stable")
    place = np.empty(2 * edges, np.int64)
    place[order] = np.arange(2 * edges)
    starts = np.searchsorted(source[order], np.arange(count + 1))
    # Around a node the half edge after the last one is the first one again.
    twin = np.concatenate([np.arange(edges, 2 * edges), np.arange(edges)])
    following = place[twin] + 1
    wraps = following == starts[target + 1]
    following = order[np.where(wraps, starts[target], np.minimum(following, 2 * edges - 1))]
    first = order[np.minimum(starts[roots], 2 * edges - 1)]
    first = first[source[first] == roots]
    # One more entry is the end of every walk, which comes where the first half edge would come again.
    following = np.append(np.where(np.isin(following, first), 2 * edges, following), 2 * edges)
    left = np.append(np.ones(2 * edges, np.int64), 0)
    for _ in range((2 * edges).bit_length()):
        left = left + left[following]
        following = following[following]
    ended = following[:-1] == 2 * edges
    inward: npt.NDArray[np.bool_] = ended[:edges] & (left[:edges] < left[edges:-1])
    return inward


def outside_forest(ends: Ids, count: int) -> npt.NDArray[np.bool_]:
    """Which edges of a graph close a loop: those outside the spanning forest that takes edges as they come.

    Components with one edge less than nodes are trees, which are left alone. In the others every component joins the
    first edge that leaves it, all of them at once, so that the number of components halves at least from round to
    round.

    Args:
        ends: (edges, 2) nodes.
        count: number of nodes.
    """
    found = np.zeros(len(ends), np.bool_)
    nodes = np.flatnonzero(np.bincount(ends.ravel(), minlength=count))
    dense = np.zeros(count, np.int64)
    dense[nodes] = np.arange(len(nodes))
    ends = dense[ends]
    component = connected_components(len(nodes), ends)
    if len(ends) + np.count_nonzero(component == np.arange(len(nodes))) > len(nodes):
        edges = np.bincount(component[ends[:, 0]], minlength=len(nodes))
        looped = edges >= np.bincount(component, minlength=len(nodes))
        spots = np.flatnonzero(looped[component[ends[:, 0]]])
        found[spots] = _outside_spanning(ends[spots], len(nodes))
    return found


def _outside_spanning(ends: Ids, count: int) -> npt.NDArray[np.bool_]:
    edges = np.arange(len(ends))
    taken = np.zeros(len(ends), np.bool_)
    component = np.arange(count)
    while True:
        sides = component[ends]
        leaving = edges[sides[:, 0] != sides[:, 1]]
        if not len(leaving):
            return ~taken
        first = np.full(count, len(ends), np.int64)
        np.minimum.at(first, component[ends[leaving]].T.ravel(), np.concatenate([leaving, leaving]))
        chosen = np.unique(first[first < len(ends)])
        taken[chosen] = True
        component = connected_components(count, ends[taken])
