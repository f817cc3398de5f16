"""What a comparison finds: one record per row or cell that is not the same on both sides."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tests.parity.cells import Cell

__all__ = ["Finding", "FindingKind"]


class FindingKind(StrEnum):
    """How the two sides differ."""

    MISSING_ROW = "missing row"
    EXTRA_ROW = "extra row"
    MISSING = "missing"
    EXTRA = "extra"
    TYPE = "type"
    DIFFERENT = "different"


class Finding(NamedTuple):
    """A row (`column` is None) or cell that differs. `ours` and `theirs` are None on the side that has nothing."""

    kind: FindingKind
    stage: str
    prim: str
    column: str | None
    ours: Cell | None
    theirs: Cell | None

    def __str__(self) -> str:
        place = f"{self.stage} {self.prim} {self.column or ''}".rstrip()
        sides = [f"{side} {_text(cell)}" for side, cell in (("ours", self.ours), ("reference", self.theirs)) if cell]
        return f"{self.kind}: {place} {', '.join(sides)}".rstrip()


def _text(cell: Cell) -> str:
    value = ", ".join(str(v) for v in cell.value[:4]) + (" ..." if len(cell.value) > 4 else "")
    return f"({value}) as {cell.type}"
