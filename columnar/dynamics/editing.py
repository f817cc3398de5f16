"""Articulations with a link more or a branch less. A tree never changes: these make new articulations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.inertias import Masses
from columnar.dynamics.links import LinkRow
from columnar.dynamics.mechanism import Mechanism
from columnar.dynamics.shapes import LinkShapes
from columnar.dynamics.tree import Tree, build_tree

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["with_link", "without_link"]


def with_link(articulation: Articulation, row: LinkRow) -> Articulation:
    """A new articulation with one more link; joints that were there keep properties and state.

    Raises:
        TreeError: a name that is there already, or a parent that is not.
    """
    return _rebuilt(articulation, [*articulation.tree.rows, row])


def without_link(articulation: Articulation, name: str) -> Articulation:
    """A new articulation without a link and all it carries; mimics, loops and cones that touch them go too.

    Raises:
        KeyError: no such link.
    """
    tree = articulation.tree
    if name not in tree.link_names:
        raise KeyError(f"no link {name!r}")
    gone = {name}
    for row in tree.rows:
        if row.parent in gone:
            gone.add(row.name)
    return _rebuilt(articulation, [row for row in tree.rows if row.name not in gone])


def _rebuilt(articulation: Articulation, rows: Sequence[LinkRow]) -> Articulation:
    before, mechanism = articulation.tree, articulation.mechanism
    tree = build_tree(rows)
    kept = {name: before.joint_names.index(name) for name in tree.joint_names if name in before.joint_names}
    old_dofs, new_dofs = _numbers(before, tree, kept, "joint_dofs")
    old_coordinates, new_coordinates = _numbers(before, tree, kept, "joint_coordinates")
    new = replace(
        mechanism,
        tree=tree,
        masses=_masses(mechanism.masses, before, tree),
        dofs=_dofs(mechanism.dofs, tree, old_dofs, new_dofs),
        **_couplings(mechanism, tree, dict(zip(old_dofs.tolist(), new_dofs.tolist(), strict=True))),
    )
    shape = articulation.n_envs
    positions = np.broadcast_to(tree.neutral(), (shape, tree.nq)).copy()
    positions[:, new_coordinates] = articulation.positions[:, old_coordinates]
    velocities = np.zeros((shape, tree.nv))
    velocities[:, new_dofs] = articulation.velocities[:, old_dofs]
    found = type(articulation)(
        new, environments=shape, positions=positions, velocities=velocities, name=articulation.name
    )
    kept_shapes = [*articulation.shapes.geoms, *articulation.shapes.vgeoms]
    found.shapes = LinkShapes.of(tree.link_names, kept_shapes, first_geom=articulation.shapes.first_geom)
    for part in ("efforts", "target_positions", "target_velocities"):
        getattr(found, part)[:, new_dofs] = getattr(articulation, part)[:, old_dofs]
    return found


def _numbers(before: Tree, after: Tree, kept: Mapping[str, int], offsets: str) -> tuple[Ids, Ids]:
    """Numbers of the kept joints in both trees."""
    olds, news = getattr(before, offsets), getattr(after, offsets)
    old: list[int] = []
    new: list[int] = []
    for index, name in enumerate(after.joint_names):
        if name in kept:
            old += range(olds[kept[name]], olds[kept[name] + 1])
            new += range(news[index], news[index + 1])
    return np.array(old, np.int64), np.array(new, np.int64)


def _dofs(dofs: DofProperties, tree: Tree, old: Ids, new: Ids) -> DofProperties:
    free = DofProperties.free(tree.nv)
    values: dict[str, Doubles] = {}
    for name in DofProperties.__dataclass_fields__:
        values[name] = getattr(free, name).copy()
        values[name][new] = getattr(dofs, name)[old]
    return free.changed(**values)


def _masses(masses: Masses, before: Tree, tree: Tree) -> Masses:
    """What was set stays; new links weigh what their rows say."""
    given = Masses.of(tree)
    olds = [before.link_names.index(name) if name in before.link_names else -1 for name in tree.link_names]
    known = np.array(olds) >= 0

    def kept(old: Doubles, new: Doubles) -> Doubles:
        wide = np.broadcast_to(new, (*new.shape[:-1], old.shape[-1])).copy()
        wide[..., known, :] = old[..., np.array(olds)[known], :]
        return wide

    weighs = given.weighs.copy()
    weighs[known] = masses.weighs[np.array(olds)[known]]
    return Masses(
        kept(masses.mass, given.mass), kept(masses.center, given.center), kept(masses.inertia, given.inertia), weighs
    )


def _couplings(mechanism: Mechanism, tree: Tree, dofs: Mapping[int, int]) -> dict[str, Any]:
    """Mimics, loops and cones between what is left."""
    before = mechanism.tree
    links = {-1: -1} | {
        before.link_names.index(name): index for index, name in enumerate(tree.link_names) if name in before.link_names
    }
    return {
        "mimics": tuple(
            replace(mimic, follower=dofs[mimic.follower], leader=dofs[mimic.leader])
            for mimic in mechanism.mimics
            if mimic.follower in dofs and mimic.leader in dofs
        ),
        "loops": tuple(
            replace(loop, links=(links[loop.links[0]], links[loop.links[1]]))
            for loop in mechanism.loops
            if all(link in links for link in loop.links)
        ),
        "cones": tuple(replace(cone, joint=links[cone.joint]) for cone in mechanism.cones if cone.joint in links),
    }
