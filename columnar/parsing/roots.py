"""Articulation roots: the prims with the API, and the components of bodies they speak for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.election import Candidates
from columnar.parsing.joint_rows import JointRows
from columnar.parsing.namespace import Namespace
from columnar.parsing.profiles import ArticulationRules
from columnar.parsing.searches import reached

__all__ = ["Roots", "Seeds", "find_roots", "find_seeds"]

Flags = npt.NDArray[np.bool_]


class Roots(NamedTuple):
    """Roots that the consumer takes.

    Attributes:
        prim: (n,) prims with the API.
        joint: (n,) the prim's own joint where that one anchors a body, else -1.
        base: (n,) body that the prim itself or its joint names as the base, else -1.
        stated: (n,) bool, roots that are not elected.
    """

    prim: Ids
    joint: Ids
    base: Ids
    stated: Flags


class Seeds(NamedTuple):
    """Components of bodies below roots that must be elected: root by index, first body, and whether all nest in it."""

    root: Ids
    body: Ids
    nested: Flags


def find_roots(columns: SceneColumns, names: Namespace, actors: Actors, joints: JointRows, ends: Ids) -> Roots:
    """Every root the consumer takes, in path order.

    Args:
        columns: the scene.
        names: where prims stand.
        actors: bodies.
        joints: joints.
        ends: (joints, 2) resolved actors of each joint as path ids.
    """
    rules = columns.rules.articulations
    prim = columns.rows("PhysicsArticulationRootAPI").prim
    keep = np.ones(len(prim), np.bool_)
    if rules.disable_switch:
        rows = columns.rows("PhysxArticulationAPI")
        off = rows.prim[~rows.flags("physxArticulation:articulationEnabled", absent=True)]
        keep &= ~np.isin(prim, off)
    if not rules.nested:
        above = names.parent[prim]
        keep &= names.nearest(np.where(above < names.count, above, -1), names.flags(prim)) < 0
    body = actors.index_of_path[prim]
    moving = np.append(actors.enabled & ~actors.bodies.flags("physics:kinematicEnabled"), True)
    if not rules.kinematic_links:
        keep &= moving[body]
    prim, body = prim[keep], body[keep]
    joint = joints.index_of_path[prim]
    sides = np.concatenate([ends, np.full((1, 2), 0)])[joint]
    anchoring = (joint >= 0) & (sides < 0).any(axis=1)
    base = np.where(anchoring, actors.index_of_path[sides.max(axis=1, initial=-1)], body)
    return Roots(prim, np.where(anchoring, joint, -1), base, anchoring | (body >= 0))


def find_seeds(
    names: Namespace, actors: Actors, candidates: Candidates, roots: Roots, rules: ArticulationRules
) -> Seeds:
    """The components below each root that is to be elected, each by its first body in path order.

    Args:
        names: where prims stand.
        actors: bodies, the nodes of the graph.
        candidates: bodies and joints.
        roots: roots.
        rules: whether a body without joints counts as a component, and how far the search goes.
    """
    graph = candidates.graph
    elected = np.flatnonzero(~roots.stated)
    touched = np.zeros(graph.count, np.bool_)
    touched[graph.ends[graph.ends >= 0]] = True
    pairs = _bodies_below(names, actors.bodies.prim, roots.prim[elected])
    root, body = elected[pairs[0]], pairs[1]
    if not rules.lone_links:
        root, body = root[touched[body]], body[touched[body]]
    if rules.pruned and len(root):
        order = np.lexsort((body, root))
        root, body = root[order], body[order]
        met = reached(names, actors, root, body, graph.component[body])
        root, body = root[met], body[met]
    order = np.lexsort((body, graph.component[body], root))
    root, body = root[order], body[order]
    component = graph.component[body]
    first = np.append(True, (root[1:] != root[:-1]) | (component[1:] != component[:-1])) if len(root) else touched[:0]
    root, body = root[first], body[first]
    order = np.lexsort((body, root))
    root, body = root[order], body[order]
    return Seeds(root, body, _all_below(names, actors.bodies.prim, graph.component, body, lone=rules.lone_links))


def _bodies_below(names: Namespace, bodies: Ids, roots: Ids) -> tuple[Ids, Ids]:
    """Every pair of a root (by index) and a body (by index) that stands at or below it."""
    index = np.full(names.count + 1, -1, np.int64)
    index[roots] = np.arange(len(roots))
    flagged = names.flags(roots)
    found_root, found_body = [], []
    body = np.arange(len(bodies))
    current = names.nearest(bodies, flagged)
    while (current >= 0).any():
        hit = current >= 0
        body, current = body[hit], current[hit]
        found_root.append(index[current])
        found_body.append(body)
        above = names.parent[current]
        current = names.nearest(np.where(above < names.count, above, -1), flagged)
    if not found_root:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return np.concatenate(found_root), np.concatenate(found_body)


def _all_below(names: Namespace, bodies: Ids, component: Ids, seeds: Ids, *, lone: bool) -> Flags:
    """(seeds,) bool: whether every body of the seed's component stands at or below it.

    A single body does not count as nested unless a body without joints can be an articulation.
    """
    unique = np.unique(seeds)
    seed_of_component = np.full(len(bodies), -1, np.int64)
    seed_of_component[component[unique[::-1]]] = unique[::-1]
    seed = seed_of_component[component]
    members = np.flatnonzero(seed >= 0)
    flagged = names.flags(bodies[unique])
    outside = np.zeros(len(bodies), np.bool_)
    current, wanted = names.nearest(bodies[members], flagged), bodies[seed[members]]
    while len(members):
        outside[seed[members[current < 0]]] = True
        climbing = (current >= 0) & (current != wanted)
        members, wanted, above = members[climbing], wanted[climbing], names.parent[current[climbing]]
        current = names.nearest(np.where(above < names.count, above, -1), flagged)
    size = np.bincount(component, minlength=len(bodies))[component[seeds]]
    main = seed_of_component[component[seeds]] == seeds
    nested: Flags = ~outside[seeds] & main & ((size > 1) | lone)
    return nested
