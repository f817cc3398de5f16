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
_BLOCK: Final = 1 << 13
"""Paths joined together: few enough for what lies between to stay small."""

_POOL: Final = pa.system_memory_pool()
"""Arrow's own pool would keep the memory of what lies between for later."""

_MARKS: Final = pa.array(["/", "."], pa.large_string())
_NOTHING: Final = pa.scalar("", pa.large_string())

_LONGEST: Final = 1 << 28
_LONGEST_PER_BYTE: Final = 64
"""Bytes of path strings, in all and per byte of the file, beyond which both is too much for what a stage would hold."""


def path_texts(crate: Crate, nodes: NDArray[np.integer]) -> pa.Array:
    """Path strings of nodes, as large_utf8 in the order given.

    Raises:
        Declined: paths of more than a thousand elements, or more text than a stage could have.
    """
    if not len(nodes):
        return pa.array([], pa.large_string())
    levels = _levels(crate, nodes)
    place = np.zeros(len(crate.paths), np.int32)
    pieces, above = [pa.array(["/"], pa.large_string())], pa.array([""], pa.large_string())
    count, size, lengths = 1, 0, np.zeros(1, np.int64)
    for level in levels[1:]:
        lengths = lengths[place[crate.paths.parent[level]]] + crate.tokens.lengths[crate.paths.token[level]] + 1
        size += int(lengths.sum())
        if size > max(_LONGEST, _LONGEST_PER_BYTE * len(crate.bytes)):
            raise Declined("path strings far longer than the file")
        blocks = [level[start : start + _BLOCK] for start in range(0, len(level), _BLOCK)]
        above = pa.concat_arrays([_joined(crate, block, place, above) for block in blocks], memory_pool=_POOL)
        pieces.append(above)
        place[level] = np.arange(len(level), dtype=np.int32)
    for level in levels[1:]:
        place[level] += count
        count += len(level)
    found = place[nodes]
    pool = pa.concat_arrays(pieces, memory_pool=_POOL)
    in_order = len(found) == len(pool) and bool((found == np.arange(len(pool))).all())
    return pool if in_order else pc.take(pool, pa.array(found), memory_pool=_POOL)


def _joined(crate: Crate, nodes: NDArray[np.int64], place: NDArray[np.int32], above: pa.Array) -> pa.Array:
    """Paths of nodes of one level.

    Args:
        crate: the file.
        nodes: the nodes.
        place: place in `above` by parent node.
        above: paths of the level above.
    """
    prefixes = pc.take(above, pa.array(place[crate.paths.parent[nodes]]), memory_pool=_POOL)
    marks = pc.take(_MARKS, pa.array(crate.paths.is_property[nodes].astype(np.int8)), memory_pool=_POOL)
    names = pc.take(crate.tokens.arrow, pa.array(crate.paths.token[nodes]), memory_pool=_POOL)
    names = pc.cast(names, pa.large_string(), memory_pool=_POOL)
    return pc.binary_join_element_wise(prefixes, marks, names, _NOTHING, memory_pool=_POOL)


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
