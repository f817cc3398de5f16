"""The centre of a component: the node whose longest way to any other is shortest."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids
from columnar.parsing.graph import Graph

__all__ = ["centers"]

_ROUNDS: Final = 64
"""Rounds of leaves taken off over arrays before what is left is finished node by node."""

_LARGEST_CYCLIC: Final = 512
"""Up to this many nodes a component with cycles is measured exactly as the consumers do, from each node in turn; the
work grows with the square. Beyond it the ways along one walk's tree stand in."""


def centers(graph: Graph, degree: Ids, seeds: Ids) -> Ids:
    """The centre of each component (n,); of equals the one with more joints, then the one met first from the seed.

    Args:
        graph: all of its edges between two nodes of a component count as ways, connecting or not.
        degree: (count,) joints at each node.
        seeds: (n,) one node of each component.
    """
    best, first = _tree_centers(graph, degree)
    found = best[graph.component[seeds]]
    looped = _looped(graph)
    several = np.bincount(graph.component[first], minlength=graph.count)[graph.component] > 1
    for spot in np.flatnonzero(looped[seeds]).tolist():
        found[spot] = _measured_center(graph, degree, int(seeds[spot]))
    for spot in np.flatnonzero((several & ~looped)[seeds]).tolist():
        found[spot] = next(node for node in graph.walk(int(seeds[spot]))[0] if first[node])
    return found


def _looped(graph: Graph) -> npt.NDArray[np.bool_]:
    """(count,) bool: nodes of components in which some way leads round."""
    ends = graph.ends[graph.inner & ~graph.crossed]
    shortcuts = np.zeros(graph.count, np.bool_)
    same = graph.component[ends[:, 0]] == graph.component[ends[:, 1]]
    shortcuts[graph.component[ends[same, 0]]] = True
    looped: npt.NDArray[np.bool_] = graph.cyclic | shortcuts[graph.component]
    return looped


def _tree_centers(graph: Graph, degree: Ids) -> tuple[Ids, npt.NDArray[np.bool_]]:
    """For components without loops: a best centre by component, and every node that is as good (count,)."""
    rounds = _peeled(graph)
    order = np.lexsort((-degree, -rounds, graph.component))
    component = graph.component[order]
    first = np.append(True, component[1:] != component[:-1]) if len(order) else np.zeros(0, np.bool_)
    best = np.full(graph.count, -1, np.int64)
    best[component[first]] = order[first]
    winner = best[graph.component]
    return best, (rounds == rounds[winner]) & (degree == degree[winner])


def _measured_center(graph: Graph, degree: Ids, seed: int) -> int:
    """The centre of a component with loops, by the length of the ways from each of its nodes."""
    order, _ = graph.walk(seed)
    ways = _eccentricities(graph, order)
    return min(zip(ways, (-degree[order]).tolist(), range(len(order)), order, strict=True))[3]


def _eccentricities(graph: Graph, order: list[int]) -> list[int]:
    """Longest way from each node in depth-first order, as the consumers measure it."""
    inside = set(order)
    if len(order) > _LARGEST_CYCLIC:
        return _tree_eccentricities(graph, order)
    return [_longest_way(graph, node, inside) for node in order]


def _longest_way(graph: Graph, start: int, inside: set[int]) -> int:
    """Depth of the deepest node of a depth-first walk over every edge, each node at the depth it was first met."""
    depth = {start: 0}
    stack = [(start, graph.incident(start))]
    while stack:
        node, edges = stack[-1]
        for _, other in edges:
            if other in inside and other not in depth:
                depth[other] = depth[node] + 1
                stack.append((other, graph.incident(other)))
                break
        else:
            stack.pop()
    return max(depth.values())


def _tree_eccentricities(graph: Graph, order: list[int]) -> list[int]:
    """Eccentricities in the tree of one walk, from the two ends of its longest way."""
    _, edges = graph.walk(order[0])
    tree = Graph(graph.count, graph.ends[edges], np.ones(len(edges), np.bool_))
    first = _depths(tree, order[0])
    one = max(order, key=lambda node: first[node])
    from_one = _depths(tree, one)
    from_other = _depths(tree, max(order, key=lambda node: from_one[node]))
    return [max(from_one[node], from_other[node]) for node in order]


def _depths(tree: Graph, start: int) -> dict[int, int]:
    depth = {start: 0}
    for node in (nodes := [start]):
        for _, other in tree.incident(node):
            if other >= 0 and other not in depth:
                depth[other] = depth[node] + 1
                nodes.append(other)
    return depth


def _peeled(graph: Graph) -> Ids:
    """Round in which each node of a tree component is left over when leaves are taken off round by round (count,).

    The last one or two nodes of a component are its centre. Small trees need few rounds, each over all edges at once;
    what is left of long ones is finished node by node.
    """
    ends = graph.ends[graph.inner & graph.crossed]
    degree = np.bincount(ends.reshape(-1), minlength=graph.count)
    round_of = np.zeros(graph.count, np.int64)
    for number in range(1, _ROUNDS + 1):
        leaf = degree == 1
        leaving = leaf[ends]
        gone = leaving.any(axis=1)
        if not gone.any():
            return round_of
        # Where two leaves are left they are both centres; the edge between them goes without a further round.
        last = leaving.all(axis=1)
        touched, inner = ends[gone & ~last], leaving[gone & ~last]
        round_of[np.where(inner[:, 0], touched[:, 1], touched[:, 0])] = number
        degree -= np.bincount(ends[gone].reshape(-1), minlength=graph.count)
        ends = ends[~gone]
    _peel_one_by_one(ends.tolist(), degree.tolist(), round_of)
    return round_of


def _peel_one_by_one(edges: list[list[int]], degree: list[int], round_of: Ids) -> None:
    """The same for the trees that are left, with a queue of leaves; fills in `round_of`."""
    beside: dict[int, list[int]] = {}
    for first, second in edges:
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    gone: set[int] = set()
    leaves, number = [node for node in beside if degree[node] == 1], _ROUNDS
    while leaves:
        number += 1
        leaving, kept = set(leaves), []
        for leaf in leaves:
            gone.add(leaf)
            for other in beside[leaf]:
                if other not in gone and other not in leaving:
                    round_of[other] = number
                    degree[other] -= 1
                    kept.append(other)
        leaves = [node for node in dict.fromkeys(kept) if degree[node] == 1]
