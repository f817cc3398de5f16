"""One pass over the properties of a layer: those of one name together, each to the slot its prim's archetype has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import Archetype, OpinionState
from populate.readers.direct.attributes import read_attributes
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.properties import PropertyRun
from populate.readers.direct.reading import Reading
from populate.readers.direct.relationships import read_relationships
from populate.readers.direct.roles import NO_ROW, Roles
from populate.readers.placement import PropertySlot, RowRole
from populate.readers.reader import Progress

__all__ = ["PropertyPass"]


@dataclass(frozen=True)
class PropertyPass:
    """Reads the properties of some prims.

    Attributes:
        reading: takes what is found.
        archetypes: archetypes by code.
        codes: (p,) int32 archetype of each prim that is read, `NO_ROW` for the others.
        roles: why prims have a row.
    """

    reading: Reading
    archetypes: Sequence[Archetype]
    codes: NDArray[np.int32]
    roles: Roles

    def run(self, progress: Progress | None) -> None:
        """Read every property that has a place."""
        self._hide()
        properties = self.reading.layer.properties
        for done, name in enumerate(properties.names):
            for slot, run in self._by_slot(properties.run(name)):
                if len(attributes := run.attributes):
                    read_attributes(self.reading, attributes, slot)
                if len(relationships := run.relationships):
                    read_relationships(self.reading, relationships, slot)
            if progress is not None:
                progress("properties", done + 1, len(properties.names))

    def _hide(self) -> None:
        """Hide columns that relationship targets do not have, and what instancers selected as such do not say."""
        slots = self.reading.slots
        for code in np.unique(self.codes[self.codes != NO_ROW]).tolist():
            prims, archetype = np.flatnonzero(self.codes == code).astype(np.int32), self.archetypes[code]
            if self.roles[prims[0]] == RowRole.INSTANCER:
                slots.hide_others(self.reading.layer.properties.names, archetype, code)
            if self.roles[prims[0]] == RowRole.TARGET:
                for sink in slots.hide(archetype, code):
                    self.reading.columns.add(sink, Piece(prims, slots.instance(None), OpinionState.DROPPED))

    def _by_slot(self, run: PropertyRun) -> Iterator[tuple[PropertySlot, PropertyRun]]:
        """The specs of a run by the slot they go to; those without any are left out."""
        codes = self.codes[run.prim]
        present = np.flatnonzero(np.bincount(codes + 1, minlength=1)[1:]).tolist()
        slots = {code: self._slot(code, run.name) for code in present}
        for slot in dict.fromkeys(slot for slot in slots.values() if slot is not None):
            goes = np.zeros(len(self.archetypes) + 1, np.bool_)
            goes[[code for code, found in slots.items() if found == slot]] = True
            yield slot, run.take(goes[codes])

    def _slot(self, code: int, name: str) -> PropertySlot | None:
        plan = self.reading.slots.plan(code)
        if name in plan:
            return plan[name]
        archetype = self.archetypes[code]
        known = not archetype.prim_type or archetype.prim_type in self.reading.contract.types
        return self.reading.slots.find(archetype, code, name, known_type=known)
