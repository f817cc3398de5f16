"""A layer as the direct reader sees it: its crate, prims and properties, with the lookups that several parts share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate import Crate
from populate.readers.direct.prims import PrimTable, read_prims
from populate.readers.direct.properties import PropertyTable, read_properties

__all__ = ["Layer", "read_layer"]


@dataclass(frozen=True)
class Layer:
    """One crate layer.

    Attributes:
        crate: the file's structure and bytes, without its specs.
        prims: its prims.
        properties: their properties.
    """

    crate: Crate
    prims: PrimTable
    properties: PropertyTable

    def field_reps(self, starts: NDArray[np.int32], names: tuple[str, ...]) -> list[NDArray[np.uint64]]:
        """Value reps of some fields of specs, 0 where a spec does not have one.

        Args:
            starts: (n,) place of each spec's field set.
            names: the fields.
        """
        columns = self.crate.fields.columns(starts)
        nothing = np.zeros(len(starts), np.uint64)
        return [self.crate.fields.reps(columns[name]) if name in columns else nothing for name in names]


def read_layer(crate: Crate) -> Layer:
    """The prims and properties of a crate.

    Raises:
        Declined: specs at paths that are none, or without a parent.
    """
    prims = read_prims(crate)
    return Layer(prims.crate, prims, read_properties(prims, crate.specs))
