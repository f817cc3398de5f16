"""Where a layer brings in others: the topmost prims with composition arcs, and what stands below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from populate.readers.crate.fields import ABSENT
from populate.readers.direct.factorize import factorize
from populate.readers.direct.guard import ARC_FIELDS
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.prims import PrimTable

__all__ = ["NO_ROOT", "ArcRoots", "find_arc_roots"]

NO_ROOT: Final = -1


@dataclass(frozen=True)
class ArcRoots:
    """The topmost prims with arcs, and the prims of the layer at and below them.

    Attributes:
        prims: the layer's prims.
        prim: (k,) prim of each root.
        of_prim: (p,) int32 root at or above each prim, `NO_ROOT` for prims that need no composition.
        place: (p,) int32 number of the prim's path relative to its root: 0 is the root itself, equal paths below
            different roots have equal numbers; -1 without root.
    """

    prims: PrimTable
    prim: NDArray[np.int64]
    of_prim: NDArray[np.int32]
    place: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.prim)

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(p,) bool, whether a prim stands at or below a root."""
        found: NDArray[np.bool_] = self.of_prim != NO_ROOT
        return found

    def paths(self) -> pa.Array:
        """(k,) large_utf8 paths of the roots."""
        return path_texts(self.prims.crate, self.prims.node[self.prim])

    def relative_paths(self) -> Sequence[str]:
        """Path below the root, by place: "" for the root itself, else with a slash in front."""
        _, first = np.unique(self.place[self.covered], return_index=True)
        shown = np.flatnonzero(self.covered)[first]
        nodes = self.prims.node[np.concatenate([shown, self.prim[self.of_prim[shown]]])]
        texts = path_texts(self.prims.crate, nodes).to_pylist()
        return [text[len(root) :] for text, root in zip(texts[: len(shown)], texts[len(shown) :], strict=True)]

    def of_nodes(self, nodes: NDArray[np.integer]) -> NDArray[np.int32]:
        """The root at or above each node of the path tree, whether the layer says anything there or not."""
        parent = self.prims.crate.paths.parent
        root_of_node = np.full(len(parent), NO_ROOT, np.int32)
        root_of_node[self.prims.node[self.prim]] = np.arange(len(self), dtype=np.int32)
        found = np.full(len(nodes), NO_ROOT, np.int32)
        places, pending = np.arange(len(nodes)), np.asarray(nodes, np.int64)
        while len(pending):
            found[places] = root_of_node[pending]
            open_ = (found[places] == NO_ROOT) & (pending > 0)
            places, pending = places[open_], parent[pending[open_]].astype(np.int64)
        return found


def find_arc_roots(prims: PrimTable) -> ArcRoots:
    """The topmost prims with arcs, in namespace order."""
    arcs = np.zeros(len(prims), np.bool_)
    for field in ARC_FIELDS:
        if field in prims.fields:
            arcs |= prims.fields[field] != ABSENT
    topmost = np.full(len(prims), NO_ROOT, np.int32)
    for level in prims.levels[1:]:
        above = topmost[prims.parent[level]]
        topmost[level] = np.where((above == NO_ROOT) & arcs[level], level, above)
    root = np.flatnonzero(topmost == np.arange(len(prims)))
    of_prim = np.where(topmost == NO_ROOT, NO_ROOT, np.searchsorted(root, topmost)).astype(np.int32)
    return ArcRoots(prims, root, of_prim, _places(prims, root, of_prim))


def _places(prims: PrimTable, root: NDArray[np.int64], of_prim: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number relative paths level by level below the roots."""
    place = np.full(len(prims), -1, np.int32)
    place[root] = 0
    inner = np.flatnonzero(of_prim != NO_ROOT)
    below = prims.depth[inner] - prims.depth[root[of_prim[inner]]]
    order = np.argsort(below, kind="stable")
    bounds = np.searchsorted(below[order], np.arange(1, int(below.max(initial=0)) + 2))
    count = 1
    for level in np.split(inner[order], bounds)[1:-1]:
        codes, distinct = factorize(place[prims.parent[level]].astype(np.int64) << 32 | prims.name[level])
        place[level] = count + codes
        count += len(distinct)
    return place
