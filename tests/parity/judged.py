"""A compared stage with what judging its findings takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pxr import Sdf, Usd

from schemas.contract import Contract
from tests.parity.cells import Cell
from tests.parity.compare import Comparison
from tests.parity.findings import Finding

__all__ = ["Judged", "NeverPublished"]


@dataclass(frozen=True)
class NeverPublished:
    """Components and columns that the reference publishes in no state."""

    components: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Judged:
    """A compared stage, with all that judging one of its findings takes."""

    comparison: Comparison
    stage: Usd.Stage
    contract: Contract
    never: NeverPublished

    def ours(self, prim: str) -> dict[str, Cell]:
        """Our row of a prim."""
        return self.comparison.ours.rows.get(prim, {})

    def components(self, finding: Finding) -> tuple[str, ...]:
        """Components whose columns the finding's name stands for."""
        column = finding.column or ""
        holders = self.comparison.ours.holders.get((finding.prim, column), ())
        return tuple(c for c, _ in holders) or tuple(m.component.name for m in self.contract.match_property(column))

    @cached_property
    def targets(self) -> frozenset[str]:
        """Paths that our relationship cells point at."""
        cells = (cell for row in self.comparison.ours.rows.values() for cell in row.values())
        return frozenset(path for cell in cells if cell.type.semantic == "RELATIONSHIP_PATH_ID" for path in cell.value)

    def prim_type(self, prim: str) -> str:
        """Type of one of our rows."""
        row = self.ours(prim)
        return str(row["usd-prim-type"].value[0]) if "usd-prim-type" in row else ""

    def extra_below(self, prim: str) -> list[str]:
        """Our rows at or below a prim that the reference does not have."""
        rows = self.comparison.ours.rows
        return [p for p in rows if (p == prim or p.startswith(prim + "/")) and p not in self.comparison.theirs]

    def has_opinion(self, prim: str, column: str) -> bool:
        """Whether a layer says something under the name of a property."""
        found = self.stage.GetPrimAtPath(prim)
        return bool(found) and column in found.GetAuthoredPropertyNames()

    def has_attribute(self, prim: str, column: str) -> bool:
        """Whether a layer has an attribute under the name of a property, whatever the schemas say it is."""
        found = self.stage.GetPrimAtPath(prim)
        specs = [spec.layer.GetPropertyAtPath(spec.path.AppendProperty(column)) for spec in found.GetPrimStack()]
        return any(isinstance(spec, Sdf.AttributeSpec) for spec in specs)
