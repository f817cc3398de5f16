"""Representatives composed by OpenUSD on a stage that holds nothing else, and read by the composed reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pxr import Pcp, Sdf, Tf, Usd

from columnar.assembly import StageOpinions
from populate.readers.composed import ComposedReading
from populate.readers.declined import Declined
from populate.readers.options import Instancing, LoadPayloads, PopulateOptions
from populate.readers.placement import PrimKind
from populate.readers.reader import StageInput
from schemas.contract import Contract

__all__ = ["Base", "Representatives", "compose_representatives"]

_SHARED = "/__Prototype_"


@dataclass(frozen=True)
class Base:
    """Rows of one representative among those of all.

    Attributes:
        path: its path.
        first: its first row, which is its own if it has any.
        count: number of its rows, its own and those below.
    """

    path: str
    first: int
    count: int


@dataclass(frozen=True)
class Representatives:
    """What the composed reader found on a stage of representatives.

    Attributes:
        reading: the finished reading.
        opinions: what it came to.
        bases: the rows of each representative.
    """

    reading: ComposedReading
    opinions: StageOpinions
    bases: Sequence[Base]

    @cached_property
    def roles(self) -> NDArray[np.int8]:
        """(n,) `RowRole` of each row."""
        return np.array([self.reading.roles[index] for index in self.reading.order], np.int8)

    @cached_property
    def shared_rows(self) -> NDArray[np.int64]:
        """Rows of shared prototypes, which belong to no representative."""
        paths = self.opinions.rows.paths.to_pylist()
        return np.array([row for row, path in enumerate(paths) if path.startswith(_SHARED)], np.int64)

    @cached_property
    def row_by_path(self) -> dict[str, int]:
        """Row by path string."""
        return {path: row for row, path in enumerate(self.opinions.rows.paths.to_pylist())}

    def kind(self, path: str) -> PrimKind | None:
        """The kind of a walked prim, None for a path that was not walked."""
        index = self.reading.walked.index.get(path)
        return None if index is None else self.reading.walked.kinds[index]

    def prim(self, row: int) -> Usd.Prim:
        """The prim of a row."""
        return self.reading.walked.prims[self.reading.order[row]]

    def inherits(self, base: Base) -> bool:
        """Whether a prim of a representative inherits from a class or specializes one.

        Opinions on a class below a root are opinions on the prims that inherit from it too.
        """
        start = self.reading.walked.index.get(base.path)
        if start is None:
            return False
        below = f"{base.path}/"
        paths, prims = self.reading.walked.paths, self.reading.walked.prims
        inside = (prim for path, prim in zip(paths, prims, strict=True) if path.startswith(below) or path == base.path)
        return any(_has_class_arcs(prim) for prim in inside)


def _has_class_arcs(prim: Usd.Prim) -> bool:
    source = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
    if source.HasAuthoredInherits() or source.HasAuthoredSpecializes():
        return True
    pending = [source.GetPrimIndex().rootNode]
    while pending:
        node = pending.pop()
        if node.arcType in (Pcp.ArcTypeInherit, Pcp.ArcTypeSpecialize):
            return True
        pending += node.children
    return False


def compose_representatives(
    root: Sdf.Layer, paths: Sequence[str], beside: Sequence[str], options: PopulateOptions, contract: Contract
) -> Representatives:
    """Compose some prims of a stage and read them.

    Args:
        root: the stage's root layer.
        paths: the representatives.
        beside: prims that they may refer to and that must be there.
        options: what is asked for.
        contract: the contract to follow.

    Raises:
        Declined: composition errors, whose texts name single prims, or prototypes that are shared otherwise.
    """
    mask = Usd.StagePopulationMask([Sdf.Path(path) for path in (*paths, *beside)])
    load = Usd.Stage.LoadNone if options.load is LoadPayloads.NONE else Usd.Stage.LoadAll
    try:
        stage = Usd.Stage.OpenMasked(root, mask, load)
    except Tf.ErrorException:
        raise Declined("a stage that does not open") from None
    if stage.GetCompositionErrors():
        raise Declined("composition errors")
    if options.instancing is Instancing.SHARE:
        _guard_prototypes(stage)
    reading = ComposedReading(StageInput(stage, options, contract))
    opinions = reading.run()
    rows = opinions.rows.paths.to_pylist()
    row_by_path = {path: row for row, path in enumerate(rows)}
    sizes = _subtree_sizes(opinions.rows.parent)
    bases = [
        Base(path, row_by_path[path], int(sizes[row_by_path[path]])) if path in row_by_path else Base(path, 0, 0)
        for path in paths
    ]
    return Representatives(reading, opinions, bases)


def _guard_prototypes(stage: Usd.Stage) -> None:
    """Decline prototypes that a mask parts: OpenUSD shares none between instances in it and instances inside those.

    Raises:
        Declined: an instance outside of others may have the prototype of one inside them.
    """
    inside: set[tuple[str, Sdf.Path]] = set()
    outside: set[tuple[str, Sdf.Path]] = set()
    for prototype in stage.GetPrototypes():
        for instance in prototype.GetInstances():
            weakest = instance.GetPrimStack()[-1]
            (inside if instance.IsInPrototype() else outside).add((weakest.layer.identifier, weakest.path))
    if inside & outside:
        raise Declined("instances of what is instanced inside others too")


def _subtree_sizes(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of rows at and below each row; parents stand before their children."""
    sizes = [1] * len(parent)
    for row in range(len(parent) - 1, -1, -1):
        if parent[row] >= 0:
            sizes[parent[row]] += sizes[row]
    return np.array(sizes, np.int64)
