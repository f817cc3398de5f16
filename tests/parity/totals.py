"""Totals over all stages: what was compared, what differed and why, and what is still missing from the coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from schemas.contract import Contract
from tests.parity.columns import ColumnTable
from tests.parity.exceptions import ExceptionTable, explain
from tests.parity.findings import Finding, FindingKind
from tests.parity.judged import Judged

__all__ = ["MINIMUM_ROBOTS", "MINIMUM_SAMPLES", "FamilyTotals", "Totals"]

MINIMUM_SAMPLES = 60
"""Samples of the producer that must have been compared."""

MINIMUM_ROBOTS = 10
"""Robots that must have been compared, where there are converters to make them."""


@dataclass
class FamilyTotals:
    """Cells of a family of components."""

    same: int = 0
    missing: int = 0
    different: int = 0
    extra: int = 0


@dataclass
class Totals:
    """Counts of a whole run.

    Attributes:
        complete: whether all stages are run, so that coverage is asked for too.
        minimums: how many stages of a group must have been compared in a complete run.
        stages: compared stages by group.
        readers: compared stages by the reader that populated them.
        unopened: why, by the name of each stage that does not open on one side.
        failures: findings that nothing explains.
        explained: findings by exception or extension.
        columns: compared cells by (component, column).
    """

    contract: Contract
    table: ColumnTable
    allowed: ExceptionTable
    complete: bool
    minimums: Mapping[str, int] = field(default_factory=dict)
    stages: Counter[str] = field(default_factory=Counter)
    readers: Counter[str] = field(default_factory=Counter)
    unopened: dict[str, str] = field(default_factory=dict)
    rows: int = 0
    cells: int = 0
    same: int = 0
    failures: list[Finding] = field(default_factory=list)
    explained: Counter[str] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    columns: Counter[tuple[str, str]] = field(default_factory=Counter)
    families: dict[str, FamilyTotals] = field(default_factory=dict)

    def add(self, group: str, judged: Judged) -> None:
        """Count a compared stage."""
        comparison = judged.comparison
        self.stages[group] += 1
        self.rows += comparison.rows
        self.cells += comparison.cells
        self.same += comparison.same
        self.outside += comparison.outside
        self.columns += comparison.columns
        for (component, _), count in comparison.same_columns.items():
            self._family(component).same += count
        for finding in comparison.findings:
            reason = explain(finding, judged)
            if reason is None:
                self.failures.append(finding)
                self._count_failure(finding, judged)
            else:
                self.explained[reason] += 1

    def uncompared(self) -> list[str]:
        """Contract columns of which no cell was compared, apart from those that the reference never publishes."""
        never = self.allowed.never
        return [
            f"{component.name} {column.name}"
            for component in self.contract.components.values()
            if component.name not in never.components
            for column in component.columns
            if column.name not in never.columns and (component.name, column.name) not in self.columns
        ]

    def never_published(self) -> int:
        """Number of contract columns that the reference publishes in no state."""
        return (
            sum(len(c.columns) for c in self.contract.components.values()) - len(self.columns) - len(self.uncompared())
        )

    def unused(self) -> list[str]:
        """Exceptions and extensions that explain nothing any more."""
        return [
            entry.id for entry in (*self.allowed.exceptions, *self.allowed.extensions) if not self.explained[entry.id]
        ]

    def problems(self) -> list[str]:
        """Why the run fails; empty if it does not."""
        found = [str(finding) for finding in self.failures]
        refused = {entry.stage for entry in self.allowed.refused}
        found += [f"does not open: {name}, {why}" for name, why in self.unopened.items() if name not in refused]
        if not self.complete:
            return found
        found += [
            f"only {self.stages[group]} {group} compared, expected at least {minimum}"
            for group, minimum in self.minimums.items()
            if self.stages[group] < minimum
        ]
        found += [f"never compared: {column}" for column in self.uncompared()]
        found += [f"explains nothing any more: {name} in exceptions.toml" for name in self.unused()]
        found += [f"opens after all: {name} in exceptions.toml" for name in refused - self.unopened.keys()]
        return found

    def _family(self, component: str) -> FamilyTotals:
        return self.families.setdefault(self.table.family(component), FamilyTotals())

    def _count_failure(self, finding: Finding, judged: Judged) -> None:
        """A failure counts for the family of its column; a whole row counts for the ancestors."""
        components = judged.components(finding) if finding.column else ("prim",)
        family = self._family(components[0] if components else "prim" if _structural(finding) else "")
        if finding.kind in (FindingKind.MISSING, FindingKind.MISSING_ROW):
            family.missing += 1
        elif finding.kind in (FindingKind.EXTRA, FindingKind.EXTRA_ROW):
            family.extra += 1
        else:
            family.different += 1


def _structural(finding: Finding) -> bool:
    return (finding.column or "").startswith(("usd-", "omni:", "_protoPath"))
