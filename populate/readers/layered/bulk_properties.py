"""Properties of many prims at a time, from the specs that decide them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import Archetype, OpinionState, Report, plain_type
from columnar.scene import ReportCode
from populate.readers.composed.properties import PropertyReader
from populate.readers.direct.attributes import read_attributes
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import OpinionColumns, Piece
from populate.readers.direct.path_kinds import require_paths
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.properties import PropertyRun
from populate.readers.direct.property_cells import keep_targets
from populate.readers.direct.reading import Reading
from populate.readers.direct.relationships import relationship_targets, target_lists
from populate.readers.direct.target_table import TargetTable
from populate.readers.layered.winners import Winners
from populate.readers.placement import PropertySlot, SlotTable
from populate.readers.report_texts import is_relationship

__all__ = ["BulkProperties", "StageReading"]

_Index = NDArray[np.int64]


class StageReading(Reading):
    """A reading of one layer whose prims are those of the stage."""

    def __init__(self, layer: Layer, slots: SlotTable, columns: OpinionColumns, paths: Sequence[str]) -> None:
        super().__init__(layer, slots.contract, slots, columns, TargetTable(layer.prims))
        self._paths = paths
        self.found: list[Report] = []

    def report(self, prims: NDArray[np.integer], column: str | None, code: ReportCode, texts: str | list[str]) -> None:
        """Note something odd on some prims of the stage, with one text for all or one for each."""
        each = [texts] * len(prims) if isinstance(texts, str) else texts
        for prim, text in zip(prims.tolist(), each, strict=True):
            self.found.append(Report(self._paths[prim], column, code, text))


@dataclass
class BulkProperties:
    """Reads properties of one name at a time.

    Attributes:
        properties: takes what is found beside columns, and numbers targets.
        archetypes: archetypes by code.
        codes: (p,) int32 archetype of each prim of the stage.
        known: whether the type behind each archetype is known, by code.
        paths: path strings of the prims.
        columns: takes the opinions.
    """

    properties: PropertyReader
    archetypes: Sequence[Archetype]
    codes: NDArray[np.int32]
    known: Mapping[int, bool]
    paths: Sequence[str]
    columns: OpinionColumns = field(default_factory=OpinionColumns)
    _readings: dict[int, StageReading] = field(default_factory=dict)

    def read(self, won: Winners) -> None:
        """Read what decides a property."""
        for layer, rows, fields in won.attributes:
            for slot, chosen in self._by_slot(won.name, rows):
                read_attributes(self._reading(layer), _run(won.name, rows[chosen], fields[chosen]), slot)
        for layer, rows, fields in won.relationships:
            for slot, chosen in self._by_slot(won.name, rows):
                self._read_relationships(layer, _run(won.name, rows[chosen], fields[chosen]), slot)

    def finish(self) -> None:
        """Hand over reports and cells of the `property` table."""
        for reading in self._readings.values():
            self.properties.reports += reading.found
            self.properties.properties += reading.cells

    def slot(self, code: int, name: str) -> PropertySlot | None:
        """Where a property of prims of an archetype goes."""
        slots = self.properties.slots
        plan = slots.plan(code)
        if name in plan:
            return plan[name]
        return slots.find(self.archetypes[code], code, name, known_type=self.known[code])

    def _reading(self, layer: Layer) -> StageReading:
        found = self._readings.get(id(layer))
        if found is None:
            found = self._readings[id(layer)] = StageReading(layer, self.properties.slots, self.columns, self.paths)
        return found

    def _by_slot(self, name: str, rows: _Index) -> Iterator[tuple[PropertySlot, NDArray[np.bool_]]]:
        codes = self.codes[rows]
        present = np.flatnonzero(np.bincount(codes, minlength=1)).tolist()
        slots = {code: self.slot(code, name) for code in present}
        for slot in dict.fromkeys(slot for slot in slots.values() if slot is not None):
            goes = np.zeros(len(self.archetypes), np.bool_)
            goes[[code for code, found in slots.items() if found == slot]] = True
            yield slot, goes[codes]

    def _read_relationships(self, layer: Layer, run: PropertyRun, slot: PropertySlot) -> None:
        reading = self._reading(layer)
        found = relationship_targets(layer, run)
        targets = self._targets(layer, found.nodes)
        kept = False
        for sink, instance in slot.sinks:
            if sink.column.relationship:
                values = target_lists(found.counts, targets, plain_type(sink.column))
                self.columns.add(sink, Piece(found.prim, instance, OpinionState.AUTHORED, values))
                kept = True
            elif slot.listed:
                text = is_relationship(run.name, sink.column.usd_type)
                reading.report(found.prim, run.name, ReportCode.MISTYPED, text)
                kept = True
        if not kept and slot.keep:
            keep_targets(reading, run.name, found.prim, found.counts, targets)

    def _targets(self, layer: Layer, nodes: NDArray[np.int32]) -> _Index:
        """Numbers of target nodes."""
        distinct, place = np.unique(nodes, return_inverse=True)
        require_paths(layer.prims, distinct)
        texts: Iterable[str] = path_texts(layer.crate, distinct).to_pylist()
        numbers = np.array([self.properties.target(text) for text in texts], np.int64)
        return numbers[place] if len(numbers) else np.zeros(0, np.int64)


def _run(name: str, rows: _Index, fields: NDArray[np.int32]) -> PropertyRun:
    return PropertyRun(name, rows.astype(np.int32), fields, np.zeros(len(rows), np.bool_))
