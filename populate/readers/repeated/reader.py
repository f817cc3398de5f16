"""The repeated reader: one representative composed for all prims that bring in the same, the others copied from it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pxr import Sdf

from columnar.assembly import StageOpinions
from populate.readers.declined import Declined
from populate.readers.direct import LayerRun, crate_layer
from populate.readers.direct.guard import ARC_FIELDS, guard_options
from populate.readers.direct.layer import Layer
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.relationships import relationship_targets
from populate.readers.options import Instancing, PopulateOptions
from populate.readers.placement import COLLECTIONS
from populate.readers.reader import Progress
from populate.readers.repeated.arc_roots import NO_ROOT, ArcRoots, find_arc_roots
from populate.readers.repeated.grouping import Group, group_roots
from populate.readers.repeated.local_specs import LocalSpecs, read_local_specs
from populate.readers.repeated.merging import merge
from populate.readers.repeated.overlay import read_overlay
from populate.readers.repeated.own_paths import roots_apart
from populate.readers.repeated.part_of_layer import part_of_layer
from populate.readers.repeated.representatives import Representatives, compose_representatives
from populate.readers.repeated.root_layer import open_layer, root_layer
from populate.readers.repeated.skeleton import build_skeleton
from populate.readers.repeated.target_guard import guard_targets
from schemas.contract import Contract

__all__ = ["RepeatedReader"]

_BINDING: Final = "material:binding"
_BY_COLLECTION: Final = "material:binding:collection"
_INSTANCER: Final = "PointInstancer"
_MOST_REPRESENTATIVES: Final = 1000


class RepeatedReader:
    """Reads stages whose root layer brings in the same things many times; declines the rest."""

    name = "repeated"

    def read(
        self, path: Path, options: PopulateOptions, contract: Contract, *, progress: Progress | None = None
    ) -> StageOpinions:
        """Rows, opinions and reports of the stage, equal to the composed reader's.

        Raises:
            Declined: nothing is repeated, or the layer holds something this reader does not fully understand.
            CrateError: the file is damaged.
        """
        guard_options(options)
        data, root = root_layer(path)
        layer = crate_layer(data, allowed=frozenset(ARC_FIELDS))
        return _Run(layer, path, root, options, contract).opinions(progress)


@dataclass
class _Run:
    """One run over one stage."""

    layer: Layer
    path: Path
    root: Sdf.Layer | None
    options: PopulateOptions
    contract: Contract

    def opinions(self, progress: Progress | None) -> StageOpinions:
        roots = find_arc_roots(self.layer.prims)
        if not len(roots):
            raise Declined("no composition arcs")
        with ThreadPoolExecutor(1) as beside:
            # OpenUSD needs the whole layer, and no interpreter while it reads it. The file is known to be sound by now.
            root = beside.submit(lambda: self.root or open_layer(self.path))
            region = LayerRun(part_of_layer(self.layer, ~roots.covered), self.contract)
            _guard_region(region, self.layer, roots)
            specs = read_local_specs(self.layer, roots, _context(self.layer, roots))
            paths = roots.paths()
            opened = root.result()
            groups = self._groups(specs, opened, roots)
            representatives = self._compose(opened, region, groups, paths)
        _guard_representatives(representatives)
        overlay = read_overlay(self.layer, roots, specs.plain, groups, representatives, self.contract)
        parents = _parents(self.layer, roots, groups, representatives)
        needed = np.unique(np.concatenate([np.zeros(0, np.int64), *parents]))
        own = region.opinions(lambda: representatives.opinions.facts, progress, parents=needed)
        skeleton = build_skeleton(own.rows.paths, representatives, groups, paths)
        guard_targets(region, roots, groups, representatives, own)
        above = [region.row_of_prim[prims] for prims in parents]
        return merge(own, representatives, skeleton, above, overlay, self.contract)

    def _groups(self, specs: LocalSpecs, opened: Sdf.Layer, roots: ArcRoots) -> list[Group]:
        """Roots by what they bring in.

        Raises:
            Declined: nothing, or too little, is brought in twice.
        """
        paths = roots.paths()
        specs = replace(specs, signature=roots_apart(self.layer, roots, opened, specs.signature))
        groups = group_roots(specs, _ranks(paths), first=self.options.instancing is Instancing.SHARE)
        if len(groups) == len(paths):
            raise Declined("no two prims bring in the same")
        if len(groups) > _MOST_REPRESENTATIVES:
            raise Declined(f"more than {_MOST_REPRESENTATIVES} different representatives")
        return groups

    def _compose(self, root: Sdf.Layer, region: LayerRun, groups: Sequence[Group], paths: pa.Array) -> Representatives:
        """The representatives, beside them the materials that they may be bound to."""
        prims = region.layer.prims
        materials = np.flatnonzero(region.kinds.flags(lambda kind: kind.material) & prims.exists)
        beside = path_texts(prims.crate, prims.node[materials]).to_pylist()
        chosen = paths.take(pa.array([group.representative for group in groups])).to_pylist()
        return compose_representatives(root, chosen, beside, self.options, self.contract)


def _ranks(paths: pa.Array) -> NDArray[np.int64]:
    """(k,) where each path stands in their order."""
    found = np.empty(len(paths), np.int64)
    found[np.asarray(pc.sort_indices(paths))] = np.arange(len(paths))
    return found


def _context(layer: Layer, roots: ArcRoots) -> NDArray[np.int64]:
    """(k, 4) what ancestors make of each root: whether it exists, is defined, is concrete, and what binds materials."""
    prims = layer.prims
    binds = np.zeros(len(prims), np.bool_)
    for name, rows in layer.properties.names.items():
        if name.startswith(_BINDING):
            binds[layer.properties.prim[rows]] = True
    nearest = np.where(binds, np.arange(len(prims)), 0)
    for level in prims.levels[1:]:
        nearest[level] = np.where(binds[level], level, nearest[prims.parent[level]])
    above = prims.parent[roots.prim]
    exists = prims.all_the_way(prims.active)
    return np.stack([exists[above], prims.defined[above], prims.walked[above], nearest[above]], axis=1).astype(np.int64)


def _guard_region(region: LayerRun, layer: Layer, roots: ArcRoots) -> None:
    """Decline what reaches from the layer's own prims into those below roots.

    Raises:
        Declined: point instancers, collections, or bindings to materials below roots.
    """
    walked = region.layer.prims.walked
    if (walked & region.kinds.flags(lambda kind: kind.prim_type == _INSTANCER)).any():
        raise Declined("point instancers beside composition arcs")
    for collection in COLLECTIONS:
        held = np.array([collection.component in kind.full.held for kind in region.kinds.kinds], np.bool_)
        if (walked & held[region.kinds.of_prim]).any():
            raise Declined(f"{collection.component} beside composition arcs")
    for name in layer.properties.names:
        if name.startswith(_BY_COLLECTION):
            raise Declined("materials bound by collection")
        if name.startswith(_BINDING):
            targets = relationship_targets(region.layer, region.layer.properties.run(name).relationships)
            if (roots.of_nodes(targets.nodes) != NO_ROOT).any():
                raise Declined("a material below composition arcs is bound from outside")


def _guard_representatives(representatives: Representatives) -> None:
    """Decline what representatives say about prims beside them.

    Raises:
        Declined: collections.
    """
    for collection in COLLECTIONS:
        if (collection.component, f"collection:{collection.name}") in representatives.opinions.columns:
            raise Declined(f"{collection.component} below composition arcs")


def _parents(
    layer: Layer,
    roots: ArcRoots,
    groups: Sequence[Group],
    representatives: Representatives,
) -> list[NDArray[np.int64]]:
    """Prim of the region above each root of the groups that have rows, by group."""
    number = np.cumsum(~roots.covered) - 1
    above = number[layer.prims.parent[roots.prim]]
    bases = representatives.bases
    return [
        above[group.roots] if base.count else np.zeros(0, np.int64) for group, base in zip(groups, bases, strict=True)
    ]
