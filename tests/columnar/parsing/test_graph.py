"""Components, walks and centres against plain searches."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from columnar.parsing.centers import centers
from columnar.parsing.graph import Graph, connected_components

EDGES = st.integers(1, 12).flatmap(
    lambda count: st.tuples(
        st.just(count), st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=16)
    )
)


@st.composite
def trees(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """A tree, its edges in any order and either way round."""
    count = draw(st.integers(1, 30))
    edges = [(draw(st.integers(0, node - 1)), node) for node in range(1, count)]
    turned = [edge[::-1] if draw(st.booleans()) else edge for edge in edges]
    return count, draw(st.permutations(turned))


def graph_of(count: int, edges: list[tuple[int, int]]) -> Graph:
    return Graph(count, np.array(edges, np.int64).reshape(-1, 2), np.ones(len(edges), np.bool_))


def distances(count: int, edges: list[tuple[int, int]], start: int) -> dict[int, int]:
    """Breadth-first distances from a node."""
    beside: dict[int, list[int]] = {node: [] for node in range(count)}
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    found, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in beside[node]:
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


@given(EDGES)
def test_components_are_what_can_be_reached(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = drawn

    found = connected_components(count, np.array(edges, np.int64).reshape(-1, 2))

    assert found.tolist() == [min(distances(count, edges, node)) for node in range(count)]


@given(EDGES)
def test_a_walk_meets_its_component_and_keeps_a_tree(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = drawn
    graph = graph_of(count, edges)

    nodes, tree = graph.walk(0)

    assert set(nodes) == set(distances(count, edges, 0))
    assert len(tree) == len(nodes) - 1
    assert set(distances(count, [edges[edge] for edge in tree], 0)) == set(nodes)
    assert bool(graph.cyclic[0]) == (sum(a in nodes for a, _ in edges) >= len(nodes))


@settings(max_examples=300)
@given(trees(), st.data())
def test_the_centre_of_a_tree_has_the_shortest_longest_way(
    drawn: tuple[int, list[tuple[int, int]]], data: st.DataObject
) -> None:
    count, edges = drawn
    seed = data.draw(st.integers(0, count - 1))
    graph = graph_of(count, edges)
    degree = np.bincount(graph.ends.reshape(-1), minlength=count)

    (found,) = centers(graph, degree, np.array([seed]))

    longest = [max(distances(count, edges, node).values()) for node in range(count)]
    order = graph.walk(seed)[0]
    assert found == min(order, key=lambda node: (longest[node], -degree[node], order.index(node)))


@pytest.mark.parametrize("count", [131, 132, 133, 1000])
def test_the_centre_of_a_long_chain_with_branches(count: int) -> None:
    chain = [(node, node + 1) for node in range(count - 1)]
    branches = [(node, count + node) for node in range(0, count, 3)]
    graph = graph_of(2 * count, chain + branches)
    degree = np.bincount(graph.ends.reshape(-1), minlength=graph.count)

    (found,) = centers(graph, degree, np.array([0]))

    longest = {node: max(distances(2 * count, chain + branches, node).values()) for node in range(count)}
    order = graph.walk(0)[0]
    assert found == min(longest, key=lambda node: (longest[node], -degree[node], order.index(node)))


def test_a_large_component_with_a_loop_is_measured_along_its_tree() -> None:
    count = 2001
    ring = [(node, node + 1) for node in range(count - 1)] + [(0, 2)]
    graph = graph_of(count, ring)
    degree = np.bincount(graph.ends.reshape(-1), minlength=count)

    (found,) = centers(graph, degree, np.array([0]))

    assert found in (1000, 1001)
