"""Which body or joint becomes the root of an articulation, decided by the joints around its bodies."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.centers import centers
from columnar.parsing.columns import Ids
from columnar.parsing.graph import Graph
from columnar.parsing.profiles import ArticulationRules

__all__ = ["Candidates", "Elected", "elect_roots"]

Flags = npt.NDArray[np.bool_]

_ANCHOR: Final = 100_000
"""Weight of a joint to the world; it decides every election it takes part in."""
_EXCLUDED: Final = 1_000
_LINK: Final = 100


class Candidates(NamedTuple):
    """The graph that elections look at.

    Attributes:
        graph: nodes are bodies that may be links; joints kept out of articulations touch but do not connect.
        joint: (edges,) joint of each edge.
        excluded: (edges,) bool, joints kept out of articulations.
    """

    graph: Graph
    joint: Ids
    excluded: Flags


class Elected(NamedTuple):
    """One root for each seed: a joint (then the base is fixed) or, with joint -1, the base itself.

    Attributes:
        joint: (n,) joint or -1.
        base: (n,) node.
    """

    joint: Ids
    base: Ids


def elect_roots(candidates: Candidates, seeds: Ids, nested: Flags, rules: ArticulationRules) -> Elected:
    """The root of each seed's component.

    A joint to the world weighs 100,000, one kept out of articulations 1,000, any other 100; where a component has a
    joint to the world the heaviest body wins and with it its last such joint. A floating component takes its seed if
    all of its bodies stand below that one, else its centre.

    Args:
        candidates: bodies and joints.
        seeds: (n,) the node a component was found by.
        nested: (n,) bool, whether every node of the seed's component stands at or below the seed.
        rules: how ties are broken.
    """
    graph = candidates.graph
    weight, anchor, anchored = _weights(candidates)
    heaviest, tied = _heaviest(graph, weight)
    base = heaviest[graph.component[seeds]]
    fixed = anchored[graph.component[seeds]]
    for spot in np.flatnonzero(fixed & tied[graph.component[seeds]]).tolist():
        base[spot] = _break_tie(graph, int(seeds[spot]), weight, rules)
    floating = np.flatnonzero(~fixed)
    base[floating] = np.where(nested[floating], seeds[floating], -1)
    open_spots = floating[base[floating] < 0]
    if open_spots.size:
        base[open_spots] = centers(graph, _degrees(graph), seeds[open_spots])
    return Elected(np.where(fixed, anchor[base], -1), base)


def _degrees(graph: Graph) -> Ids:
    ends = graph.ends.reshape(-1)
    return np.bincount(ends[ends >= 0], minlength=graph.count)


def _weights(candidates: Candidates) -> tuple[Ids, Ids, Flags]:
    """Weight and last anchoring joint (-1 for none) of each node, and whether each component has an anchor."""
    graph = candidates.graph
    edge, side = np.nonzero(graph.ends >= 0)
    node = graph.ends[edge, side]
    anchors = ~graph.inner & ~candidates.excluded
    gain = np.where(candidates.excluded, _EXCLUDED, np.where(anchors, _ANCHOR, _LINK))
    weight = np.zeros(graph.count, np.int64)
    np.add.at(weight, node, gain[edge])
    anchor = np.full(graph.count, -1, np.int64)
    fixing = anchors[edge]
    anchor[node[fixing]] = candidates.joint[edge[fixing]]
    anchored = np.zeros(graph.count, np.bool_)
    anchored[graph.component[node[fixing]]] = True
    return weight, anchor, anchored


def _heaviest(graph: Graph, weight: Ids) -> tuple[Ids, Flags]:
    """By component: the first of its heaviest nodes, and whether there are several."""
    order = np.lexsort((np.arange(graph.count), -weight, graph.component))
    component = graph.component[order]
    first = np.append(True, component[1:] != component[:-1]) if len(order) else np.zeros(0, np.bool_)
    best = np.full(graph.count, -1, np.int64)
    best[component[first]] = order[first]
    equal = weight == weight[best[graph.component]]
    return best, np.bincount(graph.component[equal], minlength=graph.count) > 1


def _break_tie(graph: Graph, seed: int, weight: Ids, rules: ArticulationRules) -> int:
    """The winner among equally heavy nodes: the first one in the order of the walk, or in path order."""
    order, _ = graph.walk(seed)
    heaviest = weight[order].max()
    equal = [node for node in order if weight[node] == heaviest]
    return equal[0] if rules.tie == "traversal" else min(equal)
