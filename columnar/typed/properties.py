"""What attributes and relationships of a prim have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columnar.typed.cells import PropertyCells
from columnar.typed.documentation import property_text

if TYPE_CHECKING:
    from columnar.typed.prims import Prim

__all__ = ["Property"]


class Property:
    """A property of a prim, whether it is there or not; made by the accessors of schema classes and by `Prim`.

    Truth value: as `IsValid`.
    """

    def __init__(self, cells: PropertyCells) -> None:
        self._cells = cells

    def __bool__(self) -> bool:
        return self.IsValid()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Property) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.GetPath()!r})"

    def GetPrim(self) -> Prim:
        """The prim."""
        return self._cells.prim

    def GetName(self) -> str:
        """The whole name: `drive:angular:physics:stiffness`."""
        return self._cells.name

    def GetPath(self) -> str:
        """Path of the prim and name: `/World/Hinge.drive:angular:physics:stiffness`."""
        return f"{self._cells.prim.path}.{self._cells.name}"

    def GetDocumentation(self) -> str:
        """What it means: declaration, units, allowed values, what an absent one counts as."""
        return property_text(self._cells.component, self._cells.column)

    def IsValid(self) -> bool:
        """Whether the prim's type or an API schema defines the property, or something is authored."""
        return bool(self._cells.definitions()) or self.IsAuthored()

    def IsDefined(self) -> bool:
        """The same as `IsValid`."""
        return self.IsValid()

    def IsAuthored(self) -> bool:
        """Whether a value, a block, or a spec without either is authored."""
        return self._cells.opinion() is not None

    def GetColumnValue(self) -> object:
        """What the column holds, authored or not, as consumers of the columns read it; None where it is absent.

        Unlike the fallbacks of USD's schemas this is what the producer writes, its own rules included. Relationships:
        entity ids.
        """
        return self._cells.column_value()

    def _key(self) -> tuple[int, str, str]:
        return id(self._cells.prim.store), self._cells.prim.path, self._cells.name
