"""A layer with only some of its prims."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from populate.readers.direct.layer import Layer
from populate.readers.direct.prims import NO_PRIM, PrimTable
from populate.readers.direct.properties import PropertyTable

__all__ = ["part_of_layer"]


def part_of_layer(layer: Layer, kept: NDArray[np.bool_], properties: NDArray[np.bool_] | None = None) -> Layer:
    """The layer as if it held only some prims, and of their properties only some.

    Args:
        layer: the whole layer.
        kept: (p,) bool, the pseudo-root among them; a prim whose parent is left out hangs at the pseudo-root.
        properties: (n,) bool by property, None for all.
    """
    prims = layer.prims
    number = np.full(len(prims), NO_PRIM, np.int32)
    chosen = np.flatnonzero(kept)
    number[chosen] = np.arange(len(chosen), dtype=np.int32)
    parent = np.maximum(number[np.maximum(prims.parent[chosen], 0)], 0)
    parent[0] = NO_PRIM
    of_node = np.where(prims.of_node == NO_PRIM, NO_PRIM, number[prims.of_node]).astype(np.int32)
    fields = {name: column[chosen] for name, column in prims.fields.items()}
    part = PrimTable(prims.crate, prims.node[chosen], parent.astype(np.int32), of_node, fields)
    return Layer(layer.crate, part, _properties(layer.properties, number, properties))


def _properties(whole: PropertyTable, number: NDArray[np.int32], wanted: NDArray[np.bool_] | None) -> PropertyTable:
    prim = number[whole.prim]
    kept = prim != NO_PRIM if wanted is None else (prim != NO_PRIM) & wanted
    before = np.concatenate([[0], np.cumsum(kept)])
    starts = [rows.start for rows in whole.names.values()]
    bounds = before[[*starts, len(kept)]].tolist()
    names = {name: slice(*bound) for name, bound in zip(whole.names, pairwise(bounds), strict=True)}
    return PropertyTable(
        prim[kept],
        whole.token[kept],
        whole.fields[kept],
        whole.relationship[kept],
        {name: rows for name, rows in names.items() if rows.start < rows.stop},
    )
