"""The articulation table."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.arrays import Lists
from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.election import Candidates, elect_roots
from columnar.parsing.graph import Graph
from columnar.parsing.joint_rows import JOINT_TYPES, JointRows
from columnar.parsing.namespace import Namespace
from columnar.parsing.roots import Roots, find_roots, find_seeds
from columnar.parsing.spanning import span

__all__ = ["articulation_columns"]

Flags = npt.NDArray[np.bool_]

_ITERATIONS: Final = {
    "solver_position_iterations": ("solverPositionIterationCount", 1),
    "solver_velocity_iterations": ("solverVelocityIterationCount", 0),
}


class _Edges(NamedTuple):
    """Enabled joints in the order in which they are followed; ends are bodies by index, -1 for none."""

    joint: Ids
    ends: Ids
    excluded: Flags


class _Found(NamedTuple):
    """Articulations: root prim by index, anchoring joint or -1, base by body index or -1."""

    root: Ids
    joint: Ids
    base: Ids


def articulation_columns(
    columns: SceneColumns, names: Namespace, actors: Actors, joints: JointRows, joint_table: dict[str, Any]
) -> dict[str, Any]:
    """Columns of the articulation table."""
    rules = columns.rules.articulations
    ends = np.stack([joint_table["body0"], joint_table["body1"]], axis=1)
    edges = _edges(columns, actors, joints, joint_table, ends)
    roots = find_roots(columns, names, actors, joints, ends)
    candidates = _candidates(columns, actors, edges)
    seeds = find_seeds(names, actors, candidates, roots, rules)
    elected = elect_roots(candidates, seeds.body, seeds.nested, rules)
    stated = np.flatnonzero(roots.stated)
    found = _Found(
        np.concatenate([stated, seeds.root]),
        np.concatenate([roots.joint[stated], elected.joint]),
        np.concatenate([roots.base[stated], elected.base]),
    )
    return _table(columns, actors, joints, edges, roots, _simulated(columns, actors, found, ends))


def _edges(columns: SceneColumns, actors: Actors, joints: JointRows, table: dict[str, Any], ends: Ids) -> _Edges:
    rank = np.zeros(len(JOINT_TYPES) + 1, np.int64)
    for place, kind in enumerate(columns.rules.joint_order):
        rank[JOINT_TYPES.index(kind)] = place
    enabled = np.flatnonzero(table["enabled"])
    order = enabled[np.argsort(rank[joints.type[enabled]], kind="stable")]
    bodies = actors.index_of_path[ends[order]]
    return _Edges(order, bodies.reshape(-1, 2), table["exclude_from_articulation"][order])


def _candidates(columns: SceneColumns, actors: Actors, edges: _Edges) -> Candidates:
    """The graph of elections: a body that cannot be a link counts as the world."""
    accepted = actors.enabled
    if not columns.rules.articulations.kinematic_links:
        accepted = accepted & ~actors.bodies.flags("physics:kinematicEnabled")
    ends = np.where(np.append(accepted, False)[edges.ends], edges.ends, -1)
    return Candidates(Graph(len(accepted), ends, ~edges.excluded), edges.joint, edges.excluded)


def _simulated(columns: SceneColumns, actors: Actors, found: _Found, ends: Ids) -> _Found:
    """The articulations that come to be, in the order of their root prims.

    One without a link is none, unless the consumer takes lone links: then a body or a joint can stand alone. An
    anchoring joint to a kinematic body makes the PhysX consumer give the whole articulation up.
    """
    stated = (found.base >= 0) | (found.joint >= 0)
    keep = np.append(actors.enabled, False)[found.base] | (stated & columns.rules.articulations.lone_links)
    if not columns.rules.articulations.kinematic_links:
        kinematic = np.append(actors.bodies.flags("physics:kinematicEnabled"), False)
        held = kinematic[actors.index_of_path[ends]].reshape(-1, 2).any(axis=1)
        keep &= ~np.append(held, False)[found.joint]
    order = np.flatnonzero(keep)
    order = order[np.argsort(found.root[order], kind="stable")]
    return _Found(*(values[order] for values in found))


def _table(
    columns: SceneColumns, actors: Actors, joints: JointRows, edges: _Edges, roots: Roots, found: _Found
) -> dict[str, Any]:
    bodies = actors.bodies.prim
    kinds = [JOINT_TYPES.index(kind) for kind in columns.rules.articulations.tree_types]
    links = np.where(np.append(actors.enabled, False)[edges.ends], edges.ends, -1)
    carrying = ~edges.excluded & np.isin(joints.type[edges.joint], kinds)
    trees = span(Graph(len(bodies), links, carrying), found.base)
    anchored = found.joint >= 0
    root = np.where(anchored, np.append(joints.ids, -1)[found.joint], np.append(bodies, -1)[found.base])
    prim = roots.prim[found.root]
    order = np.lexsort((root, prim))
    tree_joints, other_joints = _with_anchors(trees.edges, trees.others, found.joint, edges.joint)
    return {
        "path": prim[order],
        "root": root[order],
        "fixed_base": anchored[order],
        "base": np.append(bodies, -1)[found.base][order],
        "links": _reordered(Lists(trees.nodes.offsets, bodies[trees.nodes.ids]), order),
        "joints": _reordered(Lists(tree_joints.offsets, joints.ids[tree_joints.ids]), order),
        "loop_joints": _reordered(Lists(other_joints.offsets, joints.ids[other_joints.ids]), order),
        **{name: values[order] for name, values in _settings(columns, prim).items()},
    }


def _with_anchors(tree: Lists, others: Lists, anchor: Ids, joint_of_edge: Ids) -> tuple[Lists, Lists]:
    """Edges as joints in path order, the anchoring joint moved from the left-over ones to the tree's."""
    count = len(anchor)
    owners = [np.repeat(np.arange(count), np.diff(lists.offsets)) for lists in (tree, others)]
    inside, outside = joint_of_edge[tree.ids], joint_of_edge[others.ids]
    kept = outside != anchor[owners[1]]
    anchored = np.flatnonzero(anchor >= 0)
    return (
        _lists(np.append(owners[0], anchored), np.append(inside, anchor[anchored]), count),
        _lists(owners[1][kept], outside[kept], count),
    )


def _lists(owner: Ids, values: Ids, count: int) -> Lists:
    order = np.lexsort((values, owner))
    return Lists(np.searchsorted(owner[order], np.arange(count + 1)), values[order])


def _reordered(lists: Lists, order: Ids) -> Lists:
    lengths = np.diff(lists.offsets)[order]
    offsets = np.append(0, np.cumsum(lengths))
    spots = np.arange(offsets[-1]) + np.repeat(lists.offsets[:-1][order] - offsets[:-1], lengths)
    return Lists(offsets, lists.ids[spots])


def _settings(columns: SceneColumns, prims: Ids) -> dict[str, npt.NDArray[Any]]:
    """PhysxArticulationAPI of each root prim; without the API what absent cells read as."""
    rows = columns.rows("PhysxArticulationAPI")
    spot = np.searchsorted(rows.prim, prims)
    applied = np.append(rows.prim, -1)[spot] == prims

    def value(name: str) -> npt.NDArray[Any]:
        default = columns.absent("PhysxArticulationAPI", f"physxArticulation:{name}")
        stated = np.append(rows.numbers(f"physxArticulation:{name}"), default)
        return np.where(applied, stated[spot], default)

    found = {
        "self_collisions": _self_collisions(columns, prims, rows, spot, applied),
        "sleep_threshold": np.maximum(value("sleepThreshold"), 0.0),
        "stabilization_threshold": np.maximum(value("stabilizationThreshold"), 0.0),
    }
    return found | {field: np.clip(value(name), least, 255) for field, (name, least) in _ITERATIONS.items()}


def _self_collisions(columns: SceneColumns, prims: Ids, rows: Rows, spot: Ids, applied: Flags) -> Flags:
    """EnabledSelfCollisions where it is there, else NewtonArticulationRootAPI's, else True."""
    newton = columns.rows("NewtonArticulationRootAPI", listed=columns.rules.articulations.newton_needs_api)
    place = np.searchsorted(newton.prim, prims)
    seeded = np.append(newton.prim, -1)[place] == prims
    seed = np.append(newton.flags("newton:selfCollisionEnabled", absent=True), True)[place] | ~seeded
    present = np.append(rows.present("physxArticulation:enabledSelfCollisions"), False)[spot] & applied
    own = np.append(rows.flags("physxArticulation:enabledSelfCollisions", absent=True), True)[spot]
    return np.where(present, own, seed)
