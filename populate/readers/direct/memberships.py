"""Members of physics collections, worked out from include and exclude paths as OpenUSD expands them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState, plain_type
from populate.readers.declined import Declined
from populate.readers.direct.attributes import attribute_opinions
from populate.readers.direct.authored_types import stored_code
from populate.readers.direct.decoded import python_values
from populate.readers.direct.kinds import KindTable
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.reading import Reading
from populate.readers.direct.relationships import named_prims, relationship_targets, target_lists
from populate.readers.placement import COLLECTIONS, Collection

__all__ = ["write_memberships"]

_EXPLICIT_ONLY: Final = "explicitOnly"
_EXPANDING: Final = ("", "expandPrims", "expandPrimsAndProperties")
"""Rules under which a path brings in what is below it; an unauthored rule is the second."""


def write_memberships(reading: Reading, kinds: KindTable, selected: NDArray[np.int64]) -> None:
    """Write the members of every physics collection, in path order.

    Args:
        reading: takes the cells.
        kinds: kinds of the prims.
        selected: prims with a row.

    Raises:
        Declined: collections of collections or of properties, membership expressions.
    """
    layer = reading.layer
    for collection in COLLECTIONS:
        holds = np.array([collection.component in kind.full.held for kind in kinds.kinds], np.bool_)
        owners = selected[holds[kinds.of_prim[selected]]]
        if len(owners):
            eligible = layer.prims.walked & kinds.flags(collection.takes)
            members = _Members(layer, f"collection:{collection.name}")
            found = [members.of(owner, eligible) for owner in owners.tolist()]
            _write(reading, collection, owners, found)


def _write(
    reading: Reading, collection: Collection, owners: NDArray[np.int64], members: list[NDArray[np.int64]]
) -> None:
    component = reading.contract.component(collection.component)
    sink = reading.slots.sink(component, component.column_by_name[f"collection:{collection.name}"])
    targets = reading.targets.add(reading.layer.prims.node[np.concatenate(members)])
    values = target_lists(np.array([len(found) for found in members]), targets, plain_type(sink.column))
    instance = reading.slots.instance(None)
    reading.columns.add(sink, Piece(owners.astype(np.int32), instance, OpinionState.COMPUTED, values))


class _Members:
    """The members of a layer's collections of one name.

    Args:
        layer: the layer.
        prefix: the collection's properties without their last part.
    """

    def __init__(self, layer: Layer, prefix: str) -> None:
        if layer.properties.run(f"{prefix}:membershipExpression"):
            raise Declined("a collection with a membership expression")
        self._prims = layer.prims
        self._includes = _paths(layer, f"{prefix}:includes")
        self._excludes = _paths(layer, f"{prefix}:excludes")
        self._rules = _values(layer, f"{prefix}:expansionRule", "token")
        self._roots = _values(layer, f"{prefix}:includeRoot", "bool")

    def of(self, owner: int, eligible: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Eligible prims in a prim's collection: the nearest path above decides, excluding wins over including."""
        rule = self._rules.get(owner, "")
        includes, excludes = self._includes.get(owner, []), self._excludes.get(owner, [])
        if rule == _EXPLICIT_ONLY:
            chosen = np.array(sorted(set(includes) - set(excludes)), np.int64)
            return chosen[eligible[chosen]]
        if rule not in _EXPANDING:
            return np.zeros(0, np.int64)
        decides = dict.fromkeys(includes, True)
        if self._roots.get(owner, False):
            decides[0] = True
        decides |= dict.fromkeys(excludes, False)
        first = min(decides, default=0)
        last = max((int(self._prims.end[prim]) for prim in decides), default=0)
        member = np.zeros(max(last - first, 0), np.bool_)
        for prim in sorted(decides):
            member[prim - first : self._prims.end[prim] - first] = decides[prim]
        return np.flatnonzero(member & eligible[first:last]) + first


def _paths(layer: Layer, name: str) -> dict[int, list[int]]:
    """The prims that a relationship of each prim names, those without spec left out."""
    run = layer.properties.run(name)
    if not run.relationship.all():
        raise Declined(f"an attribute under the name {name}")
    targets = relationship_targets(layer, run)
    if layer.crate.paths.is_property[targets.nodes].any():
        raise Declined("a collection that includes properties or other collections")
    return named_prims(layer, targets)


def _values(layer: Layer, name: str, type_name: str) -> dict[int, Any]:
    """The authored default values of an attribute, by prim."""
    found: dict[int, Any] = {}
    for opinions in attribute_opinions(layer, layer.properties.run(name).attributes):
        if opinions.type_name != type_name:
            raise Declined(f"{name} authored as {opinions.type_name}")
        authored = opinions.with_state(OpinionState.AUTHORED)
        values = python_values(layer.crate, authored.reps, stored_code(type_name))
        found |= dict(zip(authored.prim.tolist(), values, strict=True))
    return found
