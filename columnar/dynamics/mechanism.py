"""A mechanism: a tree with masses, degrees of freedom, couplings and gravity, ready to be solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles, environments_last, unit_quaternions
from columnar.dynamics.couplings import Cone, Loop, Mimic, mimic_order
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.inertias import Masses
from columnar.dynamics.kinds import MotionKind
from columnar.dynamics.tree import Tree

__all__ = ["Mechanism", "blocks", "coordinates_last", "wrenches_last"]

_BLOCK = 16_384
"""Nodes times environments worked on at once: articulated inertias of one block stay in a processor's cache."""


@dataclass(frozen=True)
class Mechanism:
    """What moves, without a state.

    Attributes:
        tree: links, joints, frames.
        masses: of links, for all environments or for each.
        dofs: what acts on single degrees of freedom.
        gravity: (3,) acceleration in the world.
        mimics: degrees of freedom that follow others, leaders first.
        loops: joints that close loops.
        cones: ranges of ball joints.
    """

    tree: Tree
    masses: Masses
    dofs: DofProperties
    gravity: Doubles = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))
    mimics: tuple[Mimic, ...] = ()
    loops: tuple[Loop, ...] = ()
    cones: tuple[Cone, ...] = ()

    @classmethod
    def of(
        cls,
        tree: Tree,
        *,
        gravity: Any = (0.0, 0.0, -9.81),
        mimics: Sequence[Mimic] = (),
        loops: Sequence[Loop] = (),
        cones: Sequence[Cone] = (),
        **dofs: Any,
    ) -> Mechanism:
        """A mechanism with the masses of the tree's rows.

        Args:
            tree: the tree.
            gravity: (3,).
            mimics: in any order.
            loops: joints that close loops.
            cones: ranges of ball joints.
            dofs: properties of `DofProperties` by name, a number or (nv,) each.

        Raises:
            TreeError: mimics that cannot hold.
        """
        return cls(
            tree,
            Masses.of(tree),
            DofProperties.free(tree.nv, **dofs),
            np.asarray(gravity, np.float64),
            mimic_order(mimics, tree.nv),
            tuple(loops),
            tuple(cones),
        )


def blocks(tree: Tree, environments: int) -> Iterator[slice]:
    """Slices of environments of a size that suits the cache."""
    size = max(1, _BLOCK // max(1, len(tree.nodes)))
    for begin in range(0, environments, size):
        yield slice(begin, min(begin + size, environments))


def coordinates_last(tree: Tree, coordinates: Any, environments: int) -> Doubles:
    """Coordinates (nq,) or (E, nq) as (nq, E), quaternions at length 1."""
    found = environments_last(coordinates, tree.nq, environments, "positions")
    first = tree.nodes.coordinate[tree.nodes.kind == MotionKind.BALL]
    lanes = first + np.arange(4)[:, None]
    found[lanes] = unit_quaternions(found[lanes])
    return found


def wrenches_last(tree: Tree, wrenches: Any, environments: int) -> Doubles:
    """Wrenches (L, 6) or (E, L, 6) as (6, L, E).

    Raises:
        ValueError: another shape.
    """
    array = np.asarray(wrenches, np.float64)
    shape = (environments, len(tree), 6)
    if array.shape not in (shape, shape[1:]):
        raise ValueError(f"wrenches have shape {array.shape}; expected {shape} or {shape[1:]}")
    return np.ascontiguousarray(np.broadcast_to(array, shape).transpose(2, 1, 0))
