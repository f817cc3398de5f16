"""The layered reader: OpenUSD composes and says which specs make a prim, numpy takes the values from the layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import pyarrow as pa

from columnar.assembly import ColumnOpinions, StageOpinions
from populate.readers.composed import ComposedReading
from populate.readers.composed.transforms import LocalTransforms, local_transforms
from populate.readers.crate import CrateError
from populate.readers.declined import Declined
from populate.readers.layered.bulk_properties import BulkProperties
from populate.readers.layered.bulk_transforms import XFORM, bulk_transforms
from populate.readers.layered.prim_specs import PrimSpecs
from populate.readers.layered.winners import Winners, property_specs, winners
from populate.readers.options import PopulateOptions
from populate.readers.placement import RowRole
from populate.readers.reader import Progress, StageInput

__all__ = ["LayeredReader"]

_BINDING = "material:binding"
_FAR_REACHING = (_BINDING, "collection:")
"""Relationships that are looked at again, one by one, for what follows from them."""


@dataclass(frozen=True)
class LayeredReader:
    """Reads stages of any composition; slower than the readers that open no stage.

    Attributes:
        fewest: selected prims below which it declines.
    """

    name: ClassVar[str] = "layered"
    fewest: int = 0

    def read(
        self, open_stage: Callable[[], StageInput], options: PopulateOptions, *, progress: Progress | None = None
    ) -> StageOpinions:
        """Rows, opinions and reports of the stage, equal to the composed reader's.

        Args:
            open_stage: opens it.
            options: what is asked for.
            progress: called with (step, done, total).

        Raises:
            Declined: a time code is asked for, a layer holds a value of an odd type, or there are few prims.
        """
        if options.time is not None:
            raise Declined("a time code is asked for")
        try:
            return LayeredReading(open_stage(), progress, self.fewest).run()
        except CrateError as damage:
            raise Declined(f"a damaged layer: {damage}") from None


@dataclass
class LayeredReading(ComposedReading):
    """One run over one stage.

    Attributes:
        fewest: selected prims below which it declines.
        bulk: takes what is read of many prims at a time.
        specs: which specs make each prim.
    """

    fewest: int = 0
    bulk: BulkProperties = field(init=False)
    specs: PrimSpecs = field(init=False)

    def read_selected(self, selected: list[int], roles: dict[int, RowRole]) -> None:
        """Read what selected prims say: those selected for themselves together, the others one by one."""
        if len(selected) < self.fewest:
            raise Declined(f"fewer than {self.fewest} prims to read")
        walked = self.walked
        full = [index for index in selected if roles[index] is RowRole.FULL]
        self.specs = PrimSpecs(self.source.stage)
        self.specs.add(full, walked.prims, walked.paths)
        codes = np.zeros(len(walked.prims), np.int32)
        known = {}
        for index in full:
            code = codes[index] = self.code(index, RowRole.FULL)
            known[int(code)] = walked.kinds[index].known
        self.bulk = BulkProperties(self.properties, self.table.archetypes, codes, known, walked.paths)
        found = self._winners(full)
        for won in found:
            self.specs.hard.update(won.hard.tolist())
            if won.name.startswith(_BINDING):
                self.specs.hard.update(row for _, rows, _ in won.attributes for row in rows.tolist())
        hard = np.zeros(len(walked.prims), np.bool_)
        hard[list(self.specs.hard)] = True
        for won in found:
            self._read_name(won.without(hard))
        self.bulk.finish()
        for index in full:
            if not hard[index] and walked.prims[index].HasAuthoredMetadata("customData"):
                self.read_local_velocities(walked.prims[index], index)
        super().read_selected([i for i in selected if roles[i] is not RowRole.FULL or hard[i]], roles)

    def transforms(self, order: list[int]) -> LocalTransforms:
        """Local transforms by row."""
        walked = self.walked
        xformable = np.array([kind.xformable for kind in walked.kinds], np.bool_)
        rows = np.array(order, np.int64)
        wanted = rows[xformable[rows]].tolist()
        self.specs.add(wanted, walked.prims, walked.paths)
        found = {won.name: won for won in self._winners(wanted, prefix=XFORM)}
        mask = np.zeros(len(xformable), np.bool_)
        mask[[index for index in wanted if index not in self.specs.hard]] = True
        done = bulk_transforms(found, mask)
        mask &= ~done.hard
        single = [index for index in wanted if not mask[index]]
        one_by_one = local_transforms(
            [walked.prims[index] for index in single],
            [walked.paths[index] for index in single],
            [True] * len(single),
            None,
        )
        done.local[single], done.reset[single] = one_by_one.local, one_by_one.reset
        return LocalTransforms(done.local[rows], done.reset[rows], one_by_one.reports)

    def columns(self, order: list[int]) -> dict[tuple[str, str], ColumnOpinions]:
        """Opinions by row: those read together, and those read one by one."""
        rows = np.full(len(self.walked.prims), -1, np.int64)
        rows[order] = np.arange(len(order))
        found = super().columns(order)
        for key, together in self.bulk.columns.finish(rows).items():
            found[key] = _joined(together, found[key]) if key in found else together
        return found

    def _winners(self, rows: list[int], prefix: str = "") -> list[Winners]:
        layers = [property_specs(entries) for entries in self.specs.layers(rows)]
        return list(winners(layers, prefix=prefix))

    def _read_name(self, won: Winners) -> None:
        """Read a property; relationships that OpenUSD composes, or that more follows from, one by one."""
        single = won.composed
        if won.name.startswith(_FAR_REACHING):
            single = np.concatenate([single, *(rows for _, rows, _ in won.relationships)])
            won = Winners(won.name, won.attributes, (), single, won.hard)
        self.bulk.read(won)
        for row in single.tolist():
            slot = self.bulk.slot(int(self.bulk.codes[row]), won.name)
            if slot is not None:
                self.properties.read_relationship(self.walked.prims[row], row, self.walked.paths[row], won.name, slot)


def _joined(first: ColumnOpinions, second: ColumnOpinions) -> ColumnOpinions:
    instances = None
    if first.instances is not None and second.instances is not None:
        instances = np.concatenate([first.instances, second.instances])
    return ColumnOpinions(
        rows=np.concatenate([first.rows, second.rows]),
        instances=instances,
        states=np.concatenate([first.states, second.states]),
        values=pa.concat_arrays([first.values, second.values]),
    )
