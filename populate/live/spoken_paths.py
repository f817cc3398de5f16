"""Who speaks of whom in a scene: relationship targets by owner, and the entities at or below a path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import Scene, numpy_values

__all__ = ["SpokenPaths", "at_or_below"]

Flags = npt.NDArray[np.bool_]
_PATH_LIST = pa.list_(pa.field("item", pa.uint64(), nullable=False))


def at_or_below(scene: Scene, roots: Sequence[str]) -> Flags:
    """(paths,) whether each path of a scene is one of the roots, below one, or a property of such a prim."""
    marked = np.zeros(len(scene.paths), np.bool_)
    order = scene.paths.order
    for root in roots:
        # A full stop comes just before a slash, and the digit 0 just after it.
        places = np.arange(scene.paths.place(f"{root}."), scene.paths.place(f"{root}0"))
        marked[places if order is None else order[places]] = True
        own = scene.paths.find(root)
        if own is not None:
            marked[own] = True
    return marked


@dataclass(frozen=True)
class SpokenPaths:
    """Targets across the border of a region.

    Attributes:
        inwards: ids of the region's paths that prims outside target.
        outwards: ids of paths outside that prims of the region target.
        bound: whether a material binding of a prim outside targets the region.
    """

    inwards: npt.NDArray[np.int64]
    outwards: npt.NDArray[np.int64]
    bound: bool

    @classmethod
    def across(cls, scene: Scene, inside: Flags) -> SpokenPaths:
        """What is spoken of across a border.

        Args:
            scene: the scene.
            inside: (paths,) which paths are in the region.
        """
        inwards, outwards = np.zeros(len(inside), np.bool_), np.zeros(len(inside), np.bool_)
        bound = False
        for component, owners, targets in _relationships(scene):
            owned, hit = inside[owners], inside[targets]
            inwards[targets[~owned & hit]] = True
            outwards[targets[owned & ~hit]] = True
            bound |= component == "MaterialBindingAPI" and bool((~owned & hit).any())
        return cls(np.flatnonzero(inwards), np.flatnonzero(outwards), bound)


def _relationships(scene: Scene) -> Iterator[tuple[str, npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Component, owners and targets of every relationship column."""
    for name in scene.tables:
        if name in ("path", "prim", "report"):
            continue
        rows = scene.rows(name)
        if not len(rows) or _PATH_LIST not in (field.type for field in rows.type):
            continue
        batch = pa.RecordBatch.from_struct_array(rows)
        prims = numpy_values(batch.column("prim")).astype(np.int64)
        for field in rows.type:
            if field.type == _PATH_LIST:
                values = scene.column(name, field.name)
                assert values.offsets is not None
                lengths = np.where(values.valid, np.diff(values.offsets), 0)
                yield name, np.repeat(prims, lengths), values.values.astype(np.int64)
