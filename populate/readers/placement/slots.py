"""Where a prim's authored property goes: into columns of components it holds, into a column without its API, into the
`property` table, or nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from columnar.assembly import Archetype, OpinionState
from populate.readers.placement.value_types import Conversion
from schemas.contract import Column, Component, Contract, PropertyMatch

__all__ = ["PROPERTY", "ColumnSink", "Entry", "PropertySlot", "SlotTable"]

_TRANSFORM = "xformOp"


Entry = tuple[int, int, OpinionState, Any]
"""One prim's opinion: row, instance index, state, and a value of the column's own type (None if there is none).

A plain tuple: stages have millions of them.
"""


@dataclass(eq=False)
class ColumnSink:
    """Opinions gathered for one column. `conversions` remembers, by USD value type, how values get in."""

    component: Component
    column: Column
    entries: list[Entry] = field(default_factory=list)
    conversions: dict[object, Conversion] = field(default_factory=dict)

    def add(self, row: int, instance: int, state: OpinionState, value: Any = None) -> None:
        """One more opinion; see `Entry`."""
        self.entries.append((row, instance, state, value))


@dataclass(frozen=True)
class PropertySlot:
    """The places one property of an archetype's prims goes to.

    Attributes:
        sinks: (column sink, instance index) of each.
        listed: whether the prims hold the sinks' components; without it only exactly matching types fit.
        ruled: whether the producer fills the column on these prims although they do not hold its component.
        keep: whether what fits no sink is kept in the `property` table.
    """

    sinks: tuple[tuple[ColumnSink, int], ...]
    listed: bool
    keep: bool
    ruled: bool = False


PROPERTY = PropertySlot((), False, True)
"""The slot of a property that only the `property` table takes."""


@dataclass
class SlotTable:
    """Finds the slot of each (archetype, property name) once.

    Attributes:
        sinks: sinks by (component, column) name, made when first needed.
        instances: instance names in the order they were first seen.
    """

    contract: Contract
    sinks: dict[tuple[str, str], ColumnSink] = field(default_factory=dict)
    instances: dict[str, int] = field(default_factory=dict)
    _plans: dict[int, dict[str, PropertySlot | None]] = field(default_factory=dict)

    def plan(self, code: int) -> dict[str, PropertySlot | None]:
        """The slots found so far for an archetype, by property name; fill through `find`."""
        return self._plans.setdefault(code, {})

    def find(self, archetype: Archetype, code: int, name: str, *, known_type: bool) -> PropertySlot | None:
        """The slot of a property on prims of an archetype, None for one that is not published or kept."""
        slot = self.plan(code)[name] = self._find(archetype, name, known_type)
        return slot

    def hide(self, archetype: Archetype, code: int) -> list[ColumnSink]:
        """Sinks of the columns that prims of an archetype hold and relationship targets do not have."""
        components = [self.contract.component(name) for name in archetype.held]
        hidden = [(c, column) for c in components for column in c.columns if not column.published_on_targets]
        self.plan(code).update({column.name: None for _, column in hidden})
        return [self.sink(component, column) for component, column in hidden]

    def hide_others(self, names: Iterable[str], archetype: Archetype, code: int) -> None:
        """Let prims of an archetype say nothing but what its own components have columns for."""
        columns = [self.contract.component(name).column_by_name for name in archetype.held]
        self.plan(code).update({name: None for name in names if not any(name in held for held in columns)})

    def sink(self, component: Component, column: Column) -> ColumnSink:
        """The sink of a column."""
        key = (component.name, column.name)
        found = self.sinks.get(key)
        if found is None:
            found = self.sinks[key] = ColumnSink(component, column)
        return found

    def instance(self, name: str | None) -> int:
        """Index of an instance name; "" for a column that is not multiple-apply."""
        return self.instances.setdefault(name or "", len(self.instances))

    def _find(self, archetype: Archetype, name: str, known_type: bool) -> PropertySlot | None:
        matches = [m for m in self.contract.match_property(name) if self._named(m, archetype)]
        held = [m for m in matches if (m.instance or "") in archetype.held.get(m.component.name, ())]
        if held:
            return PropertySlot(
                tuple((self.sink(m.component, m.column), self.instance(m.instance)) for m in held), True, True
            )
        if len(matches) == 1:
            match = matches[0]
            ruled = match.column.created_without_api and any(h in archetype.held for h in match.component.created_on)
            sink = (self.sink(match.component, match.column), self.instance(match.instance))
            return PropertySlot((sink,), False, True, ruled)
        if matches or self.contract.keeps_property(name):
            return PROPERTY
        foreign = bool(archetype.unregistered) or not known_type
        return PROPERTY if foreign and not name.startswith(_TRANSFORM) else None

    def _named(self, match: PropertyMatch, archetype: Archetype) -> bool:
        """Whether a column's name alone means the column on these prims.

        The names of geometry (`size`, `points`) are general ones: they count where the prim holds the component or one
        of the API schemas that publish geometry, be it a gprim or not.
        """
        component = match.component
        if component.name in archetype.held:
            return True
        if component.published_in_context:
            return False
        return not component.published_with or any(api in archetype.schemas for api in component.published_with)
