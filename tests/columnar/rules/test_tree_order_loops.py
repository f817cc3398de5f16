"""Edges that close loops against Kruskal's algorithm, an edge at a time."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from columnar.rules.tree_order import outside_forest

_COUNT = 9
_EDGES = st.lists(st.tuples(st.integers(0, _COUNT - 1), st.integers(0, _COUNT - 1)), max_size=14)


def closing(edges: list[tuple[int, int]]) -> list[bool]:
    """Whether both ends of each edge are connected already."""
    group = list(range(_COUNT))
    found = []
    for first, second in edges:
        old, new = group[first], group[second]
        found.append(old == new)
        group = [new if each == old else each for each in group]
    return found


@settings(max_examples=150, deadline=None)
@given(_EDGES)
def test_loops_are_closed_by_the_edges_that_come_last(edges: list[tuple[int, int]]) -> None:
    ends = np.array(edges, np.int64).reshape(-1, 2)
    assert outside_forest(ends, _COUNT).tolist() == closing(edges)
