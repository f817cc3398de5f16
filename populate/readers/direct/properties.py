"""The property specs of a layer, in runs of one name each: the unit in which they are read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.specs import SpecKind, SpecTable
from populate.readers.declined import Declined
from populate.readers.direct.prims import NO_PRIM, PrimTable

__all__ = ["MOST_NAMES", "PropertyRun", "PropertyTable", "read_properties"]

MOST_NAMES: Final = 10_000
"""Each name costs about as much as a thousand properties; more names than a stage of any kind has are no gain."""


@dataclass(frozen=True)
class PropertyRun:
    """The specs of all properties of one name.

    Attributes:
        name: the properties' name.
        prim: (n,) int32 prim of each.
        fields: (n,) int32 place of each one's field set.
        relationship: (n,) bool, relationships rather than attributes.
    """

    name: str
    prim: NDArray[np.int32]
    fields: NDArray[np.int32]
    relationship: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.prim)

    def take(self, kept: NDArray[np.bool_]) -> PropertyRun:
        """The specs for which `kept` holds."""
        if kept.all():
            return self
        return PropertyRun(self.name, self.prim[kept], self.fields[kept], self.relationship[kept])

    @property
    def attributes(self) -> PropertyRun:
        """Only the attributes."""
        return self.take(~self.relationship)

    @property
    def relationships(self) -> PropertyRun:
        """Only the relationships."""
        return self.take(self.relationship)


@dataclass(frozen=True)
class PropertyTable:
    """All property specs, grouped by name.

    Attributes:
        prim: (n,) int32 prim of each spec.
        token: (n,) int32 token of its name, equal ones side by side.
        fields: (n,) int32 place of its field set.
        relationship: (n,) bool.
        names: range of specs by name.
    """

    prim: NDArray[np.int32]
    token: NDArray[np.int32]
    fields: NDArray[np.int32]
    relationship: NDArray[np.bool_]
    names: dict[str, slice]

    def run(self, name: str) -> PropertyRun:
        """The specs of one name, none if there are none."""
        rows = self.names.get(name, slice(0, 0))
        return PropertyRun(name, self.prim[rows], self.fields[rows], self.relationship[rows])


def read_properties(prims: PrimTable, specs: SpecTable) -> PropertyTable:
    """The property specs of a layer.

    Args:
        prims: the layer's prims.
        specs: its specs.

    Raises:
        Declined: a property spec at a path that is none, or on a path without prim spec.
    """
    crate = prims.crate
    paths = crate.paths
    rows = _rows((specs.kind == SpecKind.ATTRIBUTE) | (specs.kind == SpecKind.RELATIONSHIP))
    nodes, fields, kinds = specs.node[rows], specs.fields[rows], specs.kind[rows]
    token = paths.token[nodes]
    starts = _starts(token)
    if len(np.unique(token[starts])) != len(starts):
        order = np.argsort(token, kind="stable")
        nodes, fields, kinds, token = nodes[order], fields[order], kinds[order], token[order]
        starts = _starts(token)
    if not paths.is_property[nodes].all():
        raise Declined("a property spec at the path of a prim")
    prim = prims.of_node[paths.parent[nodes]]
    if (prim == NO_PRIM).any():
        raise Declined("a property spec on a path without prim spec")
    if len(starts) > MOST_NAMES:
        raise Declined(f"more than {MOST_NAMES} names of properties")
    texts = crate.tokens.texts(token[starts].tolist())
    bounds = pairwise([*starts.tolist(), len(token)])
    names = {text: slice(*bound) for text, bound in zip(texts, bounds, strict=True)}
    if len(names) != len(texts):
        raise Declined("the name of a property stands among the tokens twice")
    return PropertyTable(prim, token, fields, kinds == SpecKind.RELATIONSHIP, names)


def _rows(flags: NDArray[np.bool_]) -> slice | NDArray[np.int64]:
    """Where a flag is set: a range, which copies nothing, if USD wrote these specs one after the other as it does."""
    found = int(np.count_nonzero(flags))
    start = int(flags.argmax()) if found else 0
    return slice(start, start + found) if flags[start : start + found].all() else np.flatnonzero(flags)


def _starts(token: NDArray[np.int32]) -> NDArray[np.int64]:
    """Where runs of equal tokens start."""
    if not len(token):
        return np.zeros(0, np.int64)
    return np.concatenate([[0], np.flatnonzero(token[1:] != token[:-1]) + 1])
