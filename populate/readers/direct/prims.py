"""The prims of a layer as arrays, parents first, and which of them USD would find on a stage of that layer alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate import Crate
from populate.readers.crate.specs import SpecKind
from populate.readers.crate.value_reps import INLINED, ValueType, low_words, type_codes
from populate.readers.declined import Declined

__all__ = ["NO_PRIM", "PrimTable", "read_prims"]

NO_PRIM: Final = -1

_DEF: Final = 0
_OVER: Final = 1
_CLASS: Final = 2

_DEEPEST: Final = 1000
"""Levels of namespace beyond which OpenUSD itself runs out of stack."""

_Flags = NDArray[np.bool_]
_Prims = NDArray[np.int32]


@dataclass(frozen=True)
class PrimTable:
    """The prims that have specs, in namespace order; prim 0 is the pseudo-root.

    Attributes:
        crate: the layer, without its specs.
        node: (p,) int32 node of the path tree, ascending.
        parent: (p,) int32 prim, before the prim itself, `NO_PRIM` for the pseudo-root.
        of_node: int32 prim by node, `NO_PRIM` where none has a spec.
        fields: (p,) int32 field index by field name.
    """

    crate: Crate
    node: _Prims
    parent: _Prims
    of_node: _Prims
    fields: Mapping[str, _Prims]

    def __len__(self) -> int:
        return len(self.node)

    @property
    def name(self) -> _Prims:
        """(p,) int32 token of each prim's name."""
        return self.crate.paths.token[self.node]

    def words(self, field: str, value_type: ValueType) -> tuple[_Flags, NDArray[np.uint32]]:
        """Whether each prim has a metadata field, and its inlined value.

        Raises:
            Declined: a value is of another type.
        """
        fields = self.fields.get(field)
        if fields is None:
            return np.zeros(len(self), np.bool_), np.zeros(len(self), np.uint32)
        reps = self.crate.fields.reps(fields)
        present = reps != 0
        if (type_codes(reps[present]) != (value_type | INLINED)).any():
            raise Declined(f"metadata {field} of an unexpected type")
        return present, low_words(reps)

    @cached_property
    def depth(self) -> _Prims:
        """(p,) int32 number of ancestors of each prim.

        Each round doubles the distance to the ancestor a prim looks at, so the rounds needed are the logarithm of the
        greatest depth.

        Raises:
            Declined: more than a thousand.
        """
        ancestor = self.parent.copy()
        depth = (ancestor >= 0).astype(np.int32)
        rows = np.flatnonzero(ancestor > 0)
        while len(rows):
            seen = ancestor[rows]
            depth[rows] += depth[seen]
            ancestor[rows] = ancestor[seen]
            rows = rows[ancestor[rows] > 0]
        if int(depth.max()) > _DEEPEST:
            raise Declined(f"paths of more than {_DEEPEST} elements")
        return depth

    @cached_property
    def levels(self) -> list[NDArray[np.int64]]:
        """Prims by depth, the pseudo-root's first."""
        order = np.argsort(self.depth.astype(np.uint16), kind="stable")
        return np.split(order, np.searchsorted(self.depth[order], np.arange(1, int(self.depth.max()) + 1)))

    @cached_property
    def end(self) -> NDArray[np.int64]:
        """(p,) where each prim's descendants end: they are the prims from the next one up to there."""
        size = np.ones(len(self), np.int64)
        for level in self.levels[:0:-1]:
            size += np.bincount(self.parent[level], size[level], len(self)).astype(np.int64)
        return np.arange(len(self)) + size

    def all_the_way(self, own: _Flags) -> _Flags:
        """(p,) bool, whether a flag holds for a prim and all its ancestors."""
        if own.all():
            return own
        found = own.copy()
        for level in self.levels[1:]:
            found[level] &= found[self.parent[level]]
        return found

    @cached_property
    def specifier(self) -> NDArray[np.uint32]:
        """(p,) 0 def, 1 over (also where it is absent), 2 class; the pseudo-root counts as defined."""
        present, words = self.words("specifier", ValueType.SPECIFIER)
        if len(words) and int(words.max()) > _CLASS:
            raise Declined(f"specifier {words.max()}")
        found = np.where(present, words, _OVER).astype(np.uint32)
        found[0] = _DEF
        return found

    @cached_property
    def active(self) -> _Flags:
        """(p,) bool, whether each prim itself is active."""
        present, words = self.words("active", ValueType.BOOL)
        active: _Flags = ~present | ((words & 0xFF) != 0)
        active[0] = True
        return active

    @cached_property
    def exists(self) -> _Flags:
        """(p,) bool, whether a stage has the prim at all: nothing below an inactive one is composed."""
        unbroken = self.all_the_way(self.active)
        found: _Flags = unbroken[self.parent]
        found[0] = True
        return found

    @cached_property
    def defined(self) -> _Flags:
        """(p,) bool, whether the prim and all its ancestors are more than overs."""
        return self.all_the_way(self.specifier != _OVER)

    @cached_property
    def walked(self) -> _Flags:
        """(p,) bool, whether a default traversal meets the prim: active, defined and concrete all the way up."""
        return self.all_the_way(self.active & (self.specifier == _DEF))


def read_prims(crate: Crate) -> PrimTable:
    """The prims of a layer.

    Raises:
        Declined: a prim spec at a path that is none, or below one without spec, or too far down.
    """
    specs = crate.specs
    chosen = np.flatnonzero((specs.kind == SpecKind.PRIM) | (specs.kind == SpecKind.PSEUDO_ROOT))
    nodes = specs.node[chosen]
    if (nodes[1:] < nodes[:-1]).any():
        order = np.argsort(nodes)
        chosen, nodes = chosen[order], nodes[order]
    roots = np.flatnonzero(specs.kind[chosen] == SpecKind.PSEUDO_ROOT)
    if len(roots) != 1 or roots[0] != 0 or nodes[0] != 0:
        raise Declined("no spec for the pseudo-root")
    if crate.paths.is_property[nodes].any():
        raise Declined("a prim spec at the path of a property")
    of_node = np.full(len(crate.paths), NO_PRIM, np.int32)
    of_node[nodes] = np.arange(len(nodes), dtype=np.int32)
    parent = of_node[crate.paths.parent[nodes]]
    parent[0] = NO_PRIM
    if (parent[1:] == NO_PRIM).any():
        raise Declined("a prim spec below a path without one")
    prims = PrimTable(crate.without_specs(), nodes, parent, of_node, crate.fields.columns(specs.fields[chosen]))
    _ = prims.depth  # whatever climbs the hierarchy relies on its being bounded
    return prims
