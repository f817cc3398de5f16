"""Which prims get a row, and why."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.declined import Declined
from populate.readers.direct.kinds import KindTable
from populate.readers.direct.layer import Layer
from populate.readers.direct.prims import NO_PRIM, PrimTable
from populate.readers.direct.relationships import named_prims, relationship_targets
from populate.readers.placement import PHYSICS_BINDING, RowRole

__all__ = ["NO_ROW", "Roles", "add_ancestors", "add_targets", "select_rows"]

NO_ROW: Final = -1

Roles = NDArray[np.int8]
"""(p,) `RowRole` of each prim, `NO_ROW` for one without."""

_INSTANCER: Final = "PointInstancer"
_SUBSET: Final = "GeomSubset"


def select_rows(layer: Layer, kinds: KindTable) -> Roles:
    """Prims selected by type or API schema, by a physics binding, or by the prims around them.

    Raises:
        Declined: the answer would depend on the order in which point instancers are looked at.
    """
    prims = layer.prims
    roles = np.full(len(prims), NO_ROW, np.int8)
    roles[_binding(layer, kinds)] = RowRole.BINDING
    roles[prims.walked & kinds.flags(lambda kind: kind.selects)] = RowRole.FULL
    before = roles.copy()
    subset = prims.walked & kinds.flags(lambda kind: kind.prim_type == _SUBSET)
    roles[subset & kinds.flags(lambda kind: kind.collider)[prims.parent]] = RowRole.CONTEXT
    _select_instancers(layer, kinds, before, roles)
    return roles


def add_targets(roles: Roles, prims: PrimTable, kinds: KindTable, target_nodes: NDArray[np.int32]) -> None:
    """Give every Xformable target that has no row yet the role of a target."""
    found = prims.of_node[target_nodes]
    found = found[found != NO_PRIM]
    xformable = kinds.flags(lambda kind: kind.xformable)[found]
    found = found[prims.walked[found] & xformable & (roles[found] == NO_ROW)]
    roles[found] = RowRole.TARGET


def add_ancestors(roles: Roles, prims: PrimTable) -> None:
    """Give the ancestors of rows, and the pseudo-root, a row of their own."""
    if roles[0] == NO_ROW:
        roles[0] = RowRole.STRUCTURAL
    pending = prims.parent[roles != NO_ROW]
    while len(pending):
        pending = pending[pending > 0]
        pending = pending[roles[pending] == NO_ROW]
        roles[pending] = RowRole.STRUCTURAL
        pending = prims.parent[pending]


def _binding(layer: Layer, kinds: KindTable) -> NDArray[np.int32]:
    """Walked prims whose own physics binding names a physics material."""
    targets = relationship_targets(layer, layer.properties.run(PHYSICS_BINDING).relationships)
    prims = layer.prims
    bound = prims.of_node[targets.nodes]
    material = (bound != NO_PRIM) & prims.exists[bound] & kinds.flags(lambda kind: kind.material)[bound]
    found: NDArray[np.int32] = np.repeat(targets.prim, targets.counts)[material]
    return found[prims.walked[found] & (found > 0)]


def _select_instancers(layer: Layer, kinds: KindTable, before: Roles, roles: Roles) -> None:
    """Select point instancers that have a selected prim at or below one of their prototypes.

    The composed reader looks at one prim after the other; where a prim selected on the way would make a difference,
    this one steps back.
    """
    prims = layer.prims
    instancers = np.flatnonzero(kinds.flags(lambda kind: kind.prim_type == _INSTANCER) & prims.walked)
    if not len(instancers):
        return
    targets = relationship_targets(layer, layer.properties.run("prototypes").relationships)
    named = named_prims(layer, targets)
    roots = {prim: named.get(prim, []) for prim in instancers.tolist()}
    found = [prim for prim in roots if _holds_row(prims, before, roots[prim])]
    roles[found] = np.where(roles[found] == NO_ROW, RowRole.INSTANCER, RowRole.CONTEXT)
    if any(_holds_row(prims, roles, roots[prim]) for prim in roots.keys() - set(found)):
        raise Declined("a point instancer whose prototypes hold only other instancers or subsets")


def _holds_row(prims: PrimTable, roles: Roles, roots: list[int]) -> bool:
    """Whether a prim with a row is one of the roots or below one."""
    return any((roles[root : prims.end[root]] != NO_ROW).any() for root in roots)
