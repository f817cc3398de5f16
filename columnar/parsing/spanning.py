"""The trees that articulations are made of, and the joints that are left over."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Lists
from columnar.parsing.columns import Ids
from columnar.parsing.graph import Graph

__all__ = ["Trees", "span"]


class Trees(NamedTuple):
    """Nodes, tree edges and other edges of each base, as lists in ascending order."""

    nodes: Lists
    edges: Lists
    others: Lists


def span(graph: Graph, bases: Ids) -> Trees:
    """The tree that a depth-first walk finds from each base.

    Args:
        graph: nodes are bodies, connecting edges the joints that can carry a link. The walk follows the edges of a
            node in their order; an edge that leads back to a node it has met closes a loop.
        bases: (n,) node each tree starts from, -1 for an empty one.
    """
    count = len(bases)
    owner = np.full(graph.count, -1, np.int64)
    real = np.flatnonzero(bases >= 0)
    # The walk reaches exactly the component; two bases in one component both span it.
    owner[graph.component[bases[real[::-1]]]] = real[::-1]
    # One more entry, for the end of an edge that is no node.
    owner_of_node = np.append(owner[graph.component], -1)
    first = owner[graph.component[bases[real]]] == real
    shared = real[~first]
    inner = graph.inner & graph.crossed
    in_tree = inner.copy()
    for spot in real[first & graph.cyclic[bases[real]]].tolist():
        _, tree = graph.walk(int(bases[spot]))
        mine = inner & (owner_of_node[graph.ends[:, 0]] == owner[graph.component[bases[spot]]])
        in_tree[mine] = False
        in_tree[tree] = True
    nodes = _grouped(owner_of_node[:-1], np.arange(graph.count), count)
    edge_owner = owner_of_node[graph.ends[:, 0]]
    edges = _grouped(np.where(in_tree, edge_owner, -1), np.arange(len(in_tree)), count)
    others = _left_over(graph, owner_of_node, in_tree, count)
    if shared.size:
        twin = owner[graph.component[bases]]
        copied = Trees(*(_copied(lists, twin, shared) for lists in (nodes, edges, others)))
        return _rewalked(graph, bases, shared[graph.cyclic[bases[shared]]], copied)
    return Trees(nodes, edges, others)


def _left_over(graph: Graph, owner_of_node: Ids, in_tree: npt.NDArray[np.bool_], count: int) -> Lists:
    """Edges that touch a tree without being in it; one between two trees is left over in both."""
    owners = owner_of_node[graph.ends]
    owners[in_tree] = -1
    twice = owners[:, 1] == owners[:, 0]
    owners[twice, 1] = -1
    edge = np.arange(len(in_tree))
    return _grouped(np.concatenate([owners[:, 0], owners[:, 1]]), np.concatenate([edge, edge]), count)


def _grouped(owner: Ids, values: Ids, count: int) -> Lists:
    """Values by owner in ascending order; those of owner -1 left out."""
    kept = np.flatnonzero(owner >= 0)
    order = kept[np.lexsort((values[kept], owner[kept]))]
    offsets = np.searchsorted(owner[order], np.arange(count + 1))
    return Lists(offsets.astype(np.int64), values[order])


def _rewalked(graph: Graph, bases: Ids, spots: Ids, trees: Trees) -> Trees:
    """Trees with those of `spots`, whose components have loops, walked from their own bases."""
    if not spots.size:
        return trees
    edges, others = (np.split(lists.ids, lists.offsets[1:-1]) for lists in (trees.edges, trees.others))
    for spot in spots.tolist():
        _, tree = graph.walk(int(bases[spot]))
        touching = np.union1d(edges[spot], others[spot])
        edges[spot] = np.sort(np.array(tree, np.int64))
        others[spot] = np.setdiff1d(touching, edges[spot])
    return trees._replace(edges=_joined(edges), others=_joined(others))


def _joined(parts: list[Ids]) -> Lists:
    return Lists(np.append(0, np.cumsum([len(part) for part in parts])), np.concatenate(parts))


def _copied(lists: Lists, twin: Ids, shared: Ids) -> Lists:
    """Lists with those of `shared` rows taken from their twins."""
    source = np.arange(len(lists.offsets) - 1)
    source[shared] = twin[shared]
    lengths = np.diff(lists.offsets)[source]
    offsets = np.append(0, np.cumsum(lengths))
    spots = np.arange(offsets[-1]) + np.repeat(lists.offsets[:-1][source] - offsets[:-1], lengths)
    return Lists(offsets, lists.ids[spots])
