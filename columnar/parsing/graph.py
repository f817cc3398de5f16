"""Bodies and joints as a graph, over arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids

__all__ = ["Graph", "connected_components"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Graph:
    """Nodes 0 to `count` - 1 and edges in a given order; an end of -1 is no node.

    Attributes:
        count: number of nodes.
        ends: (edges, 2) int64 nodes.
        crossed: (edges,) bool, edges that connect; the others only touch their ends.
    """

    count: int
    ends: Ids
    crossed: Flags

    @cached_property
    def inner(self) -> Flags:
        """(edges,) bool: edges with a node on both ends."""
        return (self.ends[:, 0] >= 0) & (self.ends[:, 1] >= 0)

    @cached_property
    def component(self) -> Ids:
        """(count,) smallest node of each node's component."""
        return connected_components(self.count, self.ends[self.inner & self.crossed])

    @cached_property
    def cyclic(self) -> Flags:
        """(count,) bool: nodes whose component has more connecting edges than a tree of its size."""
        edges = self.ends[self.inner & self.crossed, 0]
        edge_count = np.bincount(self.component[edges], minlength=self.count)
        node_count = np.bincount(self.component, minlength=self.count)
        cyclic: Flags = (edge_count >= node_count)[self.component]
        return cyclic

    @cached_property
    def _incidence(self) -> tuple[list[int], list[int], list[int]]:
        """Offsets by node, and the edges at each node in order with the node on their other end."""
        edge, side = np.nonzero(self.ends >= 0)
        node, other = self.ends[edge, side], self.ends[edge, 1 - side]
        # An edge from a node to itself is met once.
        keep = ~((node == other) & (side == 1))
        edge, node, other = edge[keep], node[keep], other[keep]
        order = np.argsort(node, kind="stable")
        offsets = np.searchsorted(node[order], np.arange(self.count + 1))
        return offsets.tolist(), edge[order].tolist(), other[order].tolist()

    def incident(self, node: int) -> Iterator[tuple[int, int]]:
        """The edges at a node in their order, each with the node on its other end (-1 for none)."""
        offsets, edges, others = self._incidence
        for spot in range(offsets[node], offsets[node + 1]):
            yield edges[spot], others[spot]

    def walk(self, start: int) -> tuple[list[int], list[int]]:
        """Depth-first walk over connecting edges: the nodes in the order met, and the edges that led to new ones."""
        offsets, edges, others = self._incidence
        crossed = self._crossed_list
        seen, nodes, tree = {start}, [start], []
        stack = [(start, offsets[start])]
        while stack:
            node, spot = stack.pop()
            while spot < offsets[node + 1]:
                other, edge = others[spot], edges[spot]
                spot += 1
                if other >= 0 and crossed[edge] and other not in seen:
                    seen.add(other)
                    nodes.append(other)
                    tree.append(edge)
                    stack.append((node, spot))
                    stack.append((other, offsets[other]))
                    break
        return nodes, tree

    @cached_property
    def _crossed_list(self) -> list[bool]:
        crossed: list[bool] = self.crossed.tolist()
        return crossed


def connected_components(count: int, edges: Ids) -> Ids:
    """Smallest node of each node's component (count,), by hooking labels and jumping along them."""
    label = np.arange(count)
    while len(edges):
        first, second = label[edges[:, 0]], label[edges[:, 1]]
        apart = first != second
        if not apart.any():
            break
        edges, first, second = edges[apart], first[apart], second[apart]
        np.minimum.at(label, np.maximum(first, second), np.minimum(first, second))
        jumped = label[label]
        while not np.array_equal(jumped, label):
            label = jumped
            jumped = label[label]
    return label
