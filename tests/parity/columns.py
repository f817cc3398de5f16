"""The table of columns that are aliases or derived, or that lie outside the project; the families of the totals."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from tests.parity.cells import Cell

__all__ = ["ColumnTable", "OutOfScope", "load_columns"]

_FILE = Path(__file__).with_name("columns.toml")


class OutOfScope(BaseModel):
    """A part of the reference's output that this project leaves.

    A cell belongs to it if its property namespace is listed, or if its prim's type is: with `columns` only those, with
    `apis` only on prims that apply one of them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    namespaces: tuple[str, ...]
    prim_types: tuple[str, ...]
    columns: tuple[str, ...] = ()
    apis: tuple[str, ...] = ()

    def holds(self, column: str, row: dict[str, Cell]) -> bool:
        """Whether the cell of this column on a reference row lies outside."""
        if column.partition(":")[0] in self.namespaces:
            return True
        prim_type = row["usd-prim-type"].value[0] if "usd-prim-type" in row else ""
        applied = row["usd-schemas"].value if "usd-schemas" in row else ()
        return (
            prim_type in self.prim_types
            and not column.startswith(("usd-", "omni:", "physics:", "newton:", "material:"))
            and (not self.columns or column in self.columns)
            and (not self.apis or any(api in applied for api in self.apis))
        )


class ColumnTable(BaseModel):
    """What `columns.toml` holds; see the comments there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: tuple[str, ...]
    paths: tuple[str, ...]
    undiscovered: tuple[str, ...]
    unordered: tuple[str, ...]
    derived: tuple[str, ...]
    aliases: dict[str, str]
    out_of_scope: tuple[OutOfScope, ...]
    families: dict[str, tuple[str, ...]]

    def family(self, component: str) -> str:
        """The family of a component."""
        return next((family for family, names in self.families.items() if component in names), "other")

    def outside(self, column: str, row: dict[str, Cell]) -> str | None:
        """Id of the part outside the project that a reference cell belongs to."""
        return next((part.id for part in self.out_of_scope if part.holds(column, row)), None)


def load_columns() -> ColumnTable:
    """The table as shipped."""
    return ColumnTable(**tomllib.loads(_FILE.read_text()))
