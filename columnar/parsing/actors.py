"""The actors of a scene: bodies, and static colliders where a joint targets one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.decompositions import Decomposition, first_row_decomposition, polar_decomposition
from columnar.parsing.namespace import Namespace
from columnar.scene import PathKind

__all__ = ["Actors", "find_actors"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Actors:
    """Bodies of a scene, and how prims find theirs.

    Attributes:
        bodies: rows of every prim with PhysicsRigidBodyAPI.
        enabled: (n,) bool, rigidBodyEnabled of each.
    """

    columns: SceneColumns
    names: Namespace
    bodies: Rows
    enabled: Flags

    @cached_property
    def index_of_path(self) -> Ids:
        """(paths + 1,) index of the body at a path, -1 for other paths."""
        found = np.full(self.names.count + 1, -1, np.int64)
        found[self.bodies.prim] = np.arange(len(self.bodies))
        return found

    @cached_property
    def world(self) -> npt.NDArray[np.float64]:
        """World matrices of the bodies (n, 4, 4)."""
        return self.names.world(self.bodies.prim)

    @cached_property
    def polar(self) -> Decomposition:
        """The bodies' transforms as joint frames see them."""
        return polar_decomposition(self.world)

    @cached_property
    def actor(self) -> Decomposition:
        """The bodies' transforms as the consumer makes actors of them."""
        if self.columns.rules.bodies.sheared == "polar":
            return self.polar
        return first_row_decomposition(self.world, self.polar)

    def of_colliders(self, prims: Ids) -> Ids:
        """The body each collider belongs to (n,), -1 for static ones."""
        return self.names.nearest(prims, self._ends_search)

    def of_targets(self, targets: Ids) -> Ids:
        """The actor each relationship target stands for (n,), -1 for the world.

        It is the nearest body at or above the target, else the outermost collider there. What is no prim path is the
        world; what does not exist too, unless the profile lets the search go on with its ancestors.
        """
        found = self.of_colliders(targets)
        static = np.flatnonzero((targets >= 0) & (found < 0))
        if static.size:
            found[static] = self.names.outermost(targets[static], self._colliders)
        return np.where(self.nowhere(targets), -1, found)

    def nowhere(self, targets: Ids) -> Flags:
        """(n,) bool: targets that are no place in the scene, so that a frame on them is one in the world."""
        lost = [PathKind.PROPERTY]
        if self.columns.rules.bodies.missing_target == "world":
            lost.append(PathKind.MISSING)
        return (targets < 0) | self.names.kinds(targets, *lost)

    @cached_property
    def _ends_search(self) -> Flags:
        kept = self.enabled | (self.columns.rules.bodies.disabled == "static")
        return self.names.flags(self.bodies.prim[kept])

    @cached_property
    def _colliders(self) -> Flags:
        return self.names.flags(self.columns.rows("PhysicsCollisionAPI").prim)


def find_actors(columns: SceneColumns, names: Namespace) -> Actors:
    """The actors of a scene."""
    bodies = columns.rows("PhysicsRigidBodyAPI")
    return Actors(columns, names, bodies, bodies.flags("physics:rigidBodyEnabled"))
