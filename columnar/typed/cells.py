"""A USD property of a prim as cells of the store: read from whichever components declare it, written to all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from columnar.store import Cell, Edit, StoreError
from schemas.contract import Column, Component, ComponentKind, PropertyMatch

if TYPE_CHECKING:
    from columnar.typed.prims import Prim

__all__ = ["PropertyCells"]


@dataclass(frozen=True)
class PropertyCells:
    """The cells of one property of one prim.

    Several components may declare a property (`physics:density` of mass and material): to USD it is one, so what is
    authored in any of their tables is, and what is written goes to all that the prim holds.

    Attributes:
        prim: the prim.
        name: the property's name in USD.
        component: of the class that asks; it gets the cell where the prim holds none of the property's components.
        column: its column.
        instance: instance name, None unless the component is multiple-apply.
    """

    prim: Prim
    name: str
    component: Component
    column: Column
    instance: str | None

    @cached_property
    def matches(self) -> tuple[PropertyMatch, ...]:
        """All columns that declare the property, the asked one first."""
        own = PropertyMatch(self.component, self.column, self.instance)
        found = self.prim.store.contract.match_property(self.name)
        return (own, *(match for match in found if match.component.name != self.component.name))

    def definitions(self) -> list[PropertyMatch]:
        """Those whose component the prim holds: what defines the property for it, the prim's type before its APIs."""
        facts = self.prim.facts
        if facts is None:
            return []
        held = [match for match in self.matches if self.prim.holds(match.component, match.instance, facts=facts)]
        return sorted(held, key=lambda match: match.component.kind is ComponentKind.API_SCHEMA)

    def opinion(self) -> Cell | None:
        """The cell with something authored in it: a value, else a block, else a spec; None without any."""
        if not self.prim.valid:
            return None
        cells = [cell for cell in map(self._cell, self.matches) if cell is not None]
        for mark in ("authored", "blocked", "declared"):
            for cell in cells:
                if getattr(cell, mark):
                    return cell
        return None

    def column_value(self) -> Any:
        """What the asked column holds, authored or not; None where it is absent or there is no row."""
        cell = self._cell(self.matches[0]) if self.prim.valid else None
        return None if cell is None else cell.value

    def edit(self, what: str, change: Callable[[Edit, PropertyMatch], None]) -> None:
        """Change the cells, at the ordinal of the open `edit` block.

        Raises:
            StoreError: no block is open, or the prim is not there.
        """
        self.prim.require(what)
        edit = self.prim.store.editing
        if edit is None:
            raise StoreError(
                f"{what} {self.name} of {self.prim.path}: at which ordinal? "
                "Expected to be called in a block `with store.edit(ordinal):`"
            )
        defining = self.definitions()
        spoken = [match for match in self.matches if self._marked(match)]
        for match in {match.component.name: match for match in [*(defining or self.matches[:1]), *spoken]}.values():
            change(edit, match)

    def _cell(self, match: PropertyMatch) -> Cell | None:
        if match.component.multiple_apply and not match.instance:
            return None
        edit = self.prim.store.editing
        ordinal = None if edit is None else edit.ordinal
        return self.prim.store.cell(
            match.component.name, match.column.name, self.prim.path, instance=match.instance, ordinal=ordinal
        )

    def _marked(self, match: PropertyMatch) -> bool:
        cell = self._cell(match)
        return cell is not None and (cell.authored or cell.blocked or cell.declared)
