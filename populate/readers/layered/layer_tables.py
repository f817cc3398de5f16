"""The layers of a stage as tables of prims and properties, read from the bytes of crate files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf, Tf

from populate.readers.crate import Crate, CrateError, read_crate
from populate.readers.crate.sections import is_crate
from populate.readers.crate.specs import SpecKind, SpecTable
from populate.readers.crate_copy import crate_copy
from populate.readers.declined import Declined
from populate.readers.direct.guard import guard_layer
from populate.readers.direct.layer import Layer, read_layer
from populate.readers.direct.listed_children import require_listed_children
from populate.readers.direct.path_texts import path_texts

__all__ = ["LayerTable", "read_layer_table"]

_VARIANTS = (SpecKind.VARIANT, SpecKind.VARIANT_SET)


@dataclass(frozen=True)
class LayerTable:
    """A layer as tables.

    Attributes:
        layer: its prims and properties, those inside variants left out.
        prim_by_path: prim by path string.
    """

    layer: Layer
    prim_by_path: dict[str, int]


def read_layer_table(layer: Sdf.Layer) -> LayerTable | None:
    """The tables of a layer, None for one that is not fully understood and must be asked spec by spec.

    A layer that is no crate file, or was edited in memory, is written to one first.
    """
    try:
        crate = _without_variants(read_crate(_crate_bytes(layer)))
        found = read_layer(crate)
        require_listed_children(found.prims, found.properties)
        guard_layer(found)
        paths = path_texts(crate, found.prims.node).to_pylist()
    except (CrateError, Declined, OSError, Tf.ErrorException):
        return None
    return LayerTable(found, {path: prim for prim, path in enumerate(paths)})


def _crate_bytes(layer: Sdf.Layer) -> bytes:
    file = Path(layer.realPath) if layer.realPath and not layer.dirty else None
    if file is not None and file.is_file():
        data = file.read_bytes()
        if is_crate(data):
            return data
    return crate_copy(layer)


def _without_variants(crate: Crate) -> Crate:
    """The crate without the specs at and below variants, whose paths no prim has."""
    specs = crate.specs
    inside = np.zeros(len(crate.paths), np.bool_)
    inside[specs.node[np.isin(specs.kind, _VARIANTS)]] = True
    if not inside.any():
        return crate
    kept = ~_all_below(inside, crate.paths.parent)[specs.node]
    return replace(crate, specs=SpecTable(specs.node[kept], specs.fields[kept], specs.kind[kept]))


def _all_below(flags: NDArray[np.bool_], parent: NDArray[np.int32]) -> NDArray[np.bool_]:
    """(n,) bool, whether a node or one above it is flagged."""
    above = np.maximum(parent, 0)
    while True:
        grown = flags | flags[above]
        if (grown == flags).all():
            return flags
        flags = grown
