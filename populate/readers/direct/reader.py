"""The direct reader: one crate layer without arcs, straight from its bytes into opinions, no stage opened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import SceneFacts, StageOpinions
from columnar.scene import PathKind
from populate.readers.crate import CrateVersionError, read_crate
from populate.readers.declined import Declined
from populate.readers.direct.bindings import read_own_bindings, write_bindings
from populate.readers.direct.factorize import factorize
from populate.readers.direct.facts import scene_facts
from populate.readers.direct.guard import crate_bytes, guard_arcs, guard_crate, guard_layer, guard_options
from populate.readers.direct.kinds import read_kinds
from populate.readers.direct.layer import Layer, read_layer
from populate.readers.direct.listed_children import require_listed_children
from populate.readers.direct.memberships import write_memberships
from populate.readers.direct.metadata import read_metadata
from populate.readers.direct.odd_prims import report_unknown_schemas, report_unknown_types
from populate.readers.direct.opinion_columns import OpinionColumns
from populate.readers.direct.outcome import LayerOutcome, LayerRows
from populate.readers.direct.path_kinds import path_kinds
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.prims import NO_PRIM
from populate.readers.direct.property_pass import PropertyPass
from populate.readers.direct.reading import Reading
from populate.readers.direct.roles import NO_ROW, Roles, add_ancestors, add_targets, select_rows
from populate.readers.direct.target_table import TargetTable
from populate.readers.direct.transforms import local_transforms
from populate.readers.options import PopulateOptions
from populate.readers.placement import ArchetypeTable, RowRole, SlotTable
from populate.readers.reader import Progress
from schemas.contract import Contract

__all__ = ["DirectReader", "LayerRun", "crate_layer"]


class DirectReader:
    """Reads what needs no composition; declines the rest (see `populate.readers.direct.guard`)."""

    name = "direct"

    def read(
        self, path: Path, options: PopulateOptions, contract: Contract, *, progress: Progress | None = None
    ) -> StageOpinions:
        """Rows, opinions and reports of the stage that a file is on its own, equal to the composed reader's.

        Raises:
            Declined: the file needs composition, or holds something this reader does not fully understand.
            CrateError: the file is damaged.
        """
        guard_options(options)
        # The file and what is known of its structure are gone before world transforms and row order take memory.
        return _outcome(path, options, contract, progress).opinions()


def _outcome(path: Path, options: PopulateOptions, contract: Contract, progress: Progress | None) -> LayerOutcome:
    data = crate_bytes(path)
    layer = crate_layer(data)
    with ThreadPoolExecutor(1) as executor:
        digest = executor.submit(lambda: hashlib.sha256(data).hexdigest())
        run = LayerRun(layer, contract)
        return run.outcome(lambda: scene_facts(layer, path, digest.result(), options, contract), progress)


def crate_layer(data: bytes, *, allowed: frozenset[str] = frozenset()) -> Layer:
    """The layer that a file's bytes hold.

    Args:
        data: the whole file.
        allowed: fields that the caller understands although they bring in other opinions.

    Raises:
        Declined: the layer holds something that is not fully understood.
        CrateError: the file is damaged.
    """
    try:
        crate = read_crate(data, guard=None if allowed else guard_arcs)
    except CrateVersionError as error:
        raise Declined(str(error)) from None
    guard_crate(crate, allowed=allowed)
    layer = read_layer(crate)
    del crate
    require_listed_children(layer.prims, layer.properties)
    guard_layer(layer)
    return layer


class LayerRun:
    """One run over one layer, or over those of its prims that need no composition.

    Attributes:
        row_of_prim: (p,) row of each prim, `NO_ROW` for one without; known once the opinions are.
    """

    def __init__(self, layer: Layer, contract: Contract) -> None:
        self.layer = layer
        self.row_of_prim = np.full(len(layer.prims), NO_ROW, np.int64)
        self.table = ArchetypeTable(contract)
        self.reading = Reading(layer, contract, SlotTable(contract), OpinionColumns(), TargetTable(layer.prims))
        self.kinds = read_kinds(layer.prims, self.table)

    def opinions(
        self,
        facts: Callable[[], SceneFacts],
        progress: Progress | None,
        *,
        parents: NDArray[np.int64] | None = None,
    ) -> StageOpinions:
        """What the layer says, in row order; the arguments are those of `outcome`."""
        return self.outcome(facts, progress, parents=parents).opinions()

    def outcome(
        self,
        facts: Callable[[], SceneFacts],
        progress: Progress | None,
        *,
        parents: NDArray[np.int64] | None = None,
    ) -> LayerOutcome:
        """Select rows, read what they say, derive what follows.

        Args:
            facts: what holds for the whole scene; asked for last.
            progress: called with (step, done, total).
            parents: prims that need a row because rows from elsewhere stand below them.
        """
        reading, prims, kinds = self.reading, self.layer.prims, self.kinds
        roles = select_rows(self.layer, kinds)
        selected, full = np.flatnonzero(roles != NO_ROW), np.flatnonzero(roles == RowRole.FULL)
        self._read_properties(roles, np.isin(roles, (RowRole.FULL, RowRole.CONTEXT, RowRole.INSTANCER)), progress)
        read_own_bindings(reading, roles)
        read_metadata(reading, kinds, roles)
        write_bindings(reading, kinds, selected)
        write_memberships(reading, kinds, selected)
        if parents is not None:
            roles[parents] = np.where(roles[parents] == NO_ROW, RowRole.STRUCTURAL, roles[parents])
        add_ancestors(roles, prims)
        add_targets(roles, prims, kinds, reading.targets.nodes)
        boundable = kinds.flags(lambda kind: kind.boundable)
        self._read_properties(roles, (roles == RowRole.TARGET) & boundable, progress)
        add_ancestors(roles, prims)
        report_unknown_schemas(reading, kinds, full)
        report_unknown_types(reading, kinds)
        chosen = np.flatnonzero(roles != NO_ROW)
        row_of_prim = self.row_of_prim
        row_of_prim[chosen] = np.arange(len(chosen))
        rows = self._row_table(chosen, row_of_prim, roles)
        return LayerOutcome(
            rows=rows,
            columns=reading.columns,
            row_of_prim=row_of_prim,
            facts=facts(),
            instances=tuple(reading.slots.instances),
            targets=reading.targets.texts(rows.paths, row_of_prim),
            path_kinds=self._path_kinds(row_of_prim),
            properties=tuple(replace(cell, row=int(row_of_prim[cell.row])) for cell in reading.cells),
            reports=tuple(reading.reports()),
            target_rows=int(np.count_nonzero(roles == RowRole.TARGET)),
        )

    def _read_properties(self, roles: Roles, read: NDArray[np.bool_], progress: Progress | None) -> None:
        """Read every property that has a place, of the prims in `read`."""
        chosen = np.flatnonzero(read)
        if len(chosen):
            codes = np.full(len(roles), NO_ROW, np.int32)
            codes[chosen] = self._archetypes(chosen, roles)
            PropertyPass(self.reading, self.table.archetypes, codes, roles).run(progress)

    def _path_kinds(self, row_of_prim: NDArray[np.int64]) -> dict[str, PathKind]:
        """What targets and reported prims without a row are."""
        prims, reading = self.layer.prims, self.reading
        nodes = np.concatenate([reading.targets.nodes, prims.node[reading.reported]])
        found = prims.of_node[nodes]
        others = np.unique(nodes[(found == NO_PRIM) | (row_of_prim[found] == NO_ROW)])
        texts = path_texts(self.layer.crate, others).to_pylist()
        return dict(zip(texts, path_kinds(prims, others), strict=True))

    def _row_table(self, chosen: NDArray[np.int64], row_of_prim: NDArray[np.int64], roles: Roles) -> LayerRows:
        prims = self.layer.prims
        xformable = self.kinds.flags(lambda kind: kind.xformable)[chosen]
        transforms = local_transforms(self.reading, chosen, xformable)
        paths = path_texts(self.layer.crate, prims.node[chosen])
        if not pc.all(pc.less(paths[:-1], paths[1:])).as_py() and len(paths) > 1:
            raise Declined("prims that are not in the order of their paths")
        parent = np.where(chosen > 0, row_of_prim[prims.parent[chosen]], NO_ROW)
        archetype = self._archetypes(chosen, roles)
        return LayerRows(paths, parent, archetype, tuple(self.table.archetypes), transforms)

    def _archetypes(self, chosen: NDArray[np.int64], roles: Roles) -> NDArray[np.int32]:
        """Archetype code of each row."""
        combined, distinct = factorize(self.kinds.of_prim[chosen].astype(np.int64) * len(RowRole) + roles[chosen])
        codes = [
            self.table.code(self.kinds.kinds[number // len(RowRole)], RowRole(number % len(RowRole)))
            for number in distinct.tolist()
        ]
        return np.array(codes, np.int32)[combined]
