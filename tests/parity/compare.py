"""Our cells of a stage against the reference's: by prim, column, type and value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from columnar.scene import Scene
from tests.parity.cells import Cell, Rows, same_value
from tests.parity.columns import ColumnTable
from tests.parity.derived import add_derived
from tests.parity.findings import Finding, FindingKind
from tests.parity.ours import OurCells, our_cells
from tests.parity.prototypes import rename_prototypes

__all__ = ["Comparison", "compare_stage"]


@dataclass
class Comparison:
    """What was compared on a stage, and what was found.

    Attributes:
        findings: rows and cells that differ, exceptions not yet taken off.
        rows: rows on both sides.
        cells: cells on both sides.
        same: of these, the ones that are the same.
        columns: compared cells by (component, column) of the contract, and `same_columns` the same ones.
        outside: reference cells left as out of scope, by part.
        ours, theirs: all rows, for whoever has to judge a finding.
    """

    stage: str
    findings: list[Finding] = field(default_factory=list)
    rows: int = 0
    cells: int = 0
    same: int = 0
    columns: Counter[tuple[str, str]] = field(default_factory=Counter)
    same_columns: Counter[tuple[str, str]] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    ours: OurCells = field(default_factory=OurCells)
    theirs: Rows = field(default_factory=dict)


def compare_stage(stage: str, scene: Scene, theirs: Rows, table: ColumnTable) -> Comparison:
    """Compare a scene populated with `--instancing share` with the reference's rows of the same stage."""
    ours = our_cells(scene)
    theirs = rename_prototypes(theirs, ours.rows)
    add_derived(ours.rows, theirs, scene.contract)
    found = Comparison(stage, ours=ours, theirs=theirs)
    for prim in sorted(ours.rows.keys() | theirs.keys()):
        if prim not in theirs:
            found.findings.append(Finding(FindingKind.EXTRA_ROW, stage, prim, None, None, None))
        elif prim not in ours.rows:
            found.findings.append(Finding(FindingKind.MISSING_ROW, stage, prim, None, None, None))
        else:
            found.rows += 1
            _compare_row(found, prim, table)
    return found


def _compare_row(found: Comparison, prim: str, table: ColumnTable) -> None:
    ours, theirs = found.ours.rows[prim], found.theirs[prim]
    for column, own, given in _pairs(ours, theirs, table):
        if own is None or given is None:
            outside = table.outside(column, theirs) if own is None else None
            if outside is not None:
                found.outside[outside] += 1
            else:
                kind = FindingKind.MISSING if own is None else FindingKind.EXTRA
                found.findings.append(Finding(kind, found.stage, prim, column, own, given))
            continue
        found.cells += 1
        holders = found.ours.holders.get((prim, table.aliases.get(column, column)), ())
        found.columns.update(holders)
        difference = _difference(column, own, given, table)
        if difference is None:
            found.same += 1
            found.same_columns.update(holders)
        else:
            found.findings.append(Finding(difference, found.stage, prim, column, own, given))


def _pairs(
    ours: dict[str, Cell], theirs: dict[str, Cell], table: ColumnTable
) -> Iterator[tuple[str, Cell | None, Cell | None]]:
    """(column, our cell, their cell) of every column that either side has; an alias stands against its original."""
    for column in sorted(ours.keys() | theirs.keys()):
        own = ours.get(table.aliases.get(column, column))
        yield column, own, theirs.get(column)


def _difference(column: str, own: Cell, given: Cell, table: ColumnTable) -> FindingKind | None:
    if own.type != given.type:
        return FindingKind.TYPE
    if column in table.unordered:
        same = len(own.value) == len(given.value) and set(own.value) == set(given.value)
    else:
        same = same_value(own, given)
    return None if same else FindingKind.DIFFERENT
