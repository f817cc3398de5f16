"""Path strings of many nodes of the path tree, built level by level."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from populate.readers.crate import Crate
from populate.readers.declined import Declined

__all__ = ["path_texts"]

_DEEPEST: Final = 1000
_LONGEST: Final = 1 << 32
"""Bytes of path strings beyond which something is wrong: a hundred million paths of 40 characters."""


def path_texts(crate: Crate, nodes: NDArray[np.integer]) -> pa.Array:
    """Path strings of nodes, as large_utf8 in the order given.

    Raises:
        Declined: paths of more than a thousand elements, or more text than a stage could have.
    """
    if not len(nodes):
        return pa.array([], pa.large_string())
    levels = _levels(crate, nodes)
    place = np.full(len(crate.paths), -1, np.int64)
    texts = pa.array(["/"], pa.large_string())
    place[0] = 0
    start, size, above = 0, 1, pa.array([""], pa.large_string())
    pieces, nothing = [texts], pa.scalar("", pa.large_string())
    for level in levels[1:]:
        parents = pa.array(place[crate.paths.parent[level]] - start)
        names = crate.tokens.arrow.take(pa.array(crate.paths.token[level])).cast(pa.large_string())
        separators = pa.array(crate.paths.is_property[level].astype(np.int8))
        marks = pa.array(["/", "."], pa.large_string()).take(separators)
        above = pc.binary_join_element_wise(above.take(parents), marks, names, nothing)
        pieces.append(above)
        start += size
        size = len(level)
        place[level] = start + np.arange(size)
        if sum(piece.nbytes for piece in pieces) > _LONGEST:
            raise Declined("path strings of more than 4 GB")
    return pa.concat_arrays(pieces).take(pa.array(place[nodes]))


def _levels(crate: Crate, nodes: NDArray[np.integer]) -> list[NDArray[np.int64]]:
    """The nodes and all their ancestors by depth, the root alone first."""
    parent = crate.paths.parent
    wanted = np.zeros(len(parent), np.bool_)
    wanted[0] = True
    pending = np.asarray(nodes, np.int64)
    for _ in range(_DEEPEST + 1):
        wanted[pending] = True
        pending = parent[pending].astype(np.int64)
        pending = pending[~wanted[pending]]
        if not len(pending):
            break
    else:
        raise Declined(f"paths of more than {_DEEPEST} elements")
    chosen = np.flatnonzero(wanted)
    depth = _depths(parent, chosen)
    order = np.argsort(depth, kind="stable")
    return np.split(chosen[order], np.searchsorted(depth[order], np.arange(1, int(depth[order[-1]]) + 1)))


def _depths(parent: NDArray[np.int32], chosen: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Depth of each chosen node; with a node all its ancestors are chosen."""
    place = np.full(len(parent), -1, np.int32)
    place[chosen] = np.arange(len(chosen), dtype=np.int32)
    ancestor = place[np.maximum(parent[chosen], 0)]
    depth = (chosen > 0).astype(np.int32)
    rows = np.flatnonzero(ancestor > 0)
    while len(rows):
        seen = ancestor[rows]
        depth[rows] += depth[seen]
        ancestor[rows] = ancestor[seen]
        rows = rows[ancestor[rows] > 0]
    if int(depth.max()) > _DEEPEST:
        raise Declined(f"paths of more than {_DEEPEST} elements")
    return depth.astype(np.uint16)
