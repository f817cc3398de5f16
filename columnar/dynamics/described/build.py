"""`build_articulations`: every articulation that descriptors describe, ready to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.dynamics.arrays import Doubles
from columnar.dynamics.articulation import Articulation
from columnar.dynamics.couplings import Cone, Loop
from columnar.dynamics.described.couplings import described_cones, described_loops, described_mimics
from columnar.dynamics.described.links import described_links
from columnar.dynamics.described.properties import dof_properties
from columnar.dynamics.described.shapes import described_shapes
from columnar.dynamics.described.springs import (
    cones_with_springs,
    felt_inertias,
    loops_with_springs,
    with_limit_springs,
)
from columnar.dynamics.described.starts import start_state
from columnar.dynamics.described.tables import OPEN, DescribedScene, Row, read_scene
from columnar.dynamics.finite import coordinate_owners, dof_owners, require_finite
from columnar.dynamics.inertias import Masses
from columnar.dynamics.mechanism import Mechanism, coordinates_last
from columnar.dynamics.order import TreeError
from columnar.dynamics.shapes import LinkShapes, Shape
from columnar.dynamics.solved import Solved
from columnar.dynamics.tree import Tree, build_tree
from columnar.scene import Scene

__all__ = ["Built", "Refusal", "build_articulations"]


@dataclass(frozen=True)
class Refusal:
    """An articulation that cannot be built, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class Built:
    """The articulations of a scene, in the order of the table, and those refused."""

    articulations: tuple[Articulation, ...]
    refused: tuple[Refusal, ...]


def build_articulations(
    descriptors: Descriptors, scene: Scene | None = None, *, environments: int = 1, gravity: Any = None
) -> Built:
    """Every articulation of the descriptors, in stage units.

    A base is fixed if its anchoring joint is, moves on that joint if the joint moves (ovphysx 0.7 holds it fixed even
    then), and floats without one. Links and joints bear the paths of their prims. What has no place in a tree stands in
    an articulation's notes. Damping and speed limits of bodies, bouncing limits, gears and racks do not act.

    Args:
        descriptors: what a consumer makes of a scene.
        scene: the scene itself, for masses that come from meshes.
        environments: how many copies move side by side.
        gravity: (3,) in place of that of the articulation's scene.
    """
    tables = read_scene(descriptors, scene)
    shapes: dict[str, list[Shape]] = {}
    for shape in described_shapes(descriptors, scene):
        shapes.setdefault(shape.link, []).append(shape)
    geoms = 0
    built: list[Articulation] = []
    refused: list[Refusal] = []
    for row in descriptors.articulations.arrow.to_pylist():
        try:
            articulation = _build(tables, row, environments, gravity)
        except TreeError as error:
            refused.append(Refusal(row["path"], str(error)))
            continue
        names = articulation.tree.link_names
        own = [shape for name in names for shape in shapes.get(name, ())]
        articulation.shapes = LinkShapes.of(names, own, first_geom=geoms)
        geoms += len(articulation.shapes.geoms)
        built.append(articulation)
    return Built(tuple(built), tuple(refused))


def _build(tables: DescribedScene, row: Row, environments: int, gravity: Any) -> Articulation:
    if row["base"] is None or row["base"] not in tables.bodies:
        raise TreeError(f"{row['path']}: its root {row['root']} has no body to be the base")
    links, notes = described_links(tables, row)
    tree = build_tree([link.row for link in links])
    _check_numbers(tree)
    dofs, left_out = dof_properties(tables, tree, links)
    mimics, unfollowed = described_mimics(tables, tree, links)
    loops, open_loops = described_loops(tables, tree, row)
    pull = tables.gravity.get(tables.bodies[row["base"]]["simulation_owner"], tables.gravity[None])
    positions, velocities = start_state(tables, tree, links)
    _check_start(tree, positions, velocities)
    mechanism = Mechanism.of(tree, gravity=pull if gravity is None else gravity, mimics=mimics)
    mechanism = replace(mechanism, dofs=dofs, masses=_weighing(tables, tree))
    mechanism, rigid = _with_springs(mechanism, positions, loops, described_cones(tables, tree, links))
    return Articulation(
        mechanism,
        environments=environments,
        positions=positions,
        velocities=velocities,
        name=row["path"],
        notes=(*notes, *left_out, *unfollowed, *open_loops, *rigid),
    )


def _check_numbers(tree: Tree) -> None:
    """Refuse masses that nothing can have, and joints that are nowhere."""
    faults = [
        f"{name}: its mass is {mass:g}; it must be more than 0, and less than {OPEN:g}"
        for name, mass in zip(tree.link_names, tree.mass, strict=True)
        if not 0.0 < mass < OPEN
    ]
    numbers = np.concatenate([tree.inertia.reshape(-1, 9), tree.center_of_mass], axis=1)
    faults += [
        f"{tree.link_names[link]}: its inertia or centre of mass is not finite"
        for link in np.flatnonzero(~np.isfinite(numbers).all(axis=1))
    ]
    faults += [
        f"{row.joint}: a frame of it, or a pose of its bodies, is not finite"
        for row in tree.rows
        for frame in (row.frame_in_parent, row.frame_in_child)
        if not np.isfinite([*frame.position, *frame.rotation]).all()
    ]
    if faults:
        raise TreeError("\n".join(faults))


def _check_start(tree: Tree, positions: Doubles, velocities: Doubles) -> None:
    try:
        require_finite(positions[None], "position at the start", coordinate_owners(tree))
        require_finite(velocities[None], "velocity at the start", dof_owners(tree))
    except ValueError as error:
        raise TreeError(str(error)) from None


def _weighing(tables: DescribedScene, tree: Tree) -> Masses:
    weighs = [not tables.bodies[name]["disable_gravity"] for name in tree.link_names]
    return replace(Masses.of(tree), weighs=np.array(weighs, np.float64))


def _with_springs(
    mechanism: Mechanism, positions: Doubles, loops: Sequence[Loop], cones: Sequence[Cone]
) -> tuple[Mechanism, list[str]]:
    """Springs of limits, loops and cones, stiff for the inertia they feel where the articulation starts."""
    solved = Solved(mechanism, mechanism.masses, coordinates_last(mechanism.tree, positions, 1))
    felt = felt_inertias(solved)
    stiff_loops, notes = loops_with_springs(solved, loops)
    stiff = replace(
        mechanism,
        dofs=with_limit_springs(mechanism.dofs, felt),
        loops=tuple(stiff_loops),
        cones=tuple(cones_with_springs(mechanism.tree, felt, cones)),
    )
    return stiff, notes
