"""What the comparison sees: every planted difference, nothing else, and no excuse for it."""

from __future__ import annotations

import math

import pytest
from pxr import Usd

from populate import populate
from schemas.contract import load_contract
from tests.parity.cells import Cell, CellType, Rows, same_value
from tests.parity.columns import load_columns
from tests.parity.compare import Comparison, compare_stage
from tests.parity.exceptions import explain, load_exceptions
from tests.parity.findings import FindingKind
from tests.parity.judged import Judged
from tests.parity.sweep.stage_writer import StageWriter

BODY = "/World/body"


@pytest.fixture(scope="module")
def stage() -> Usd.Stage:
    writer = StageWriter(1.0, "Z")
    body = writer.prim("body", "Xform", ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    writer.attribute(body, "physics:mass", "float", 2.5)
    return Usd.Stage.Open(writer.layer)


def compared(stage: Usd.Stage, *, prim: str = BODY, column: str = "", cell: Cell | None = None) -> Comparison:
    """Our rows against themselves, with one reference cell (or, without a column, one row) replaced or taken away."""
    scene = populate(stage, instancing="share").scene
    theirs: Rows = {path: dict(row) for path, row in compare_stage("", scene, {}, load_columns()).ours.rows.items()}
    theirs = {p: {**row, **aliases(row)} for p, row in theirs.items()}
    if column and cell is not None:
        theirs.setdefault(prim, {})[column] = cell
    elif column:
        del theirs[prim][column]
    return compare_stage("planted", scene, theirs, load_columns())


def aliases(row: dict[str, Cell]) -> dict[str, Cell]:
    return {alias: row[name] for alias, name in load_columns().aliases.items() if name in row}


def verdict(comparison: Comparison, stage: Usd.Stage) -> list[tuple[FindingKind, str | None, str | None]]:
    judged = Judged(comparison, stage, load_contract(), load_exceptions().never)
    return [(f.kind, f.column, explain(f, judged)) for f in comparison.findings]


def test_nothing_differs_from_itself(stage: Usd.Stage) -> None:
    comparison = compared(stage, column="usd-children", prim="/World", cell=children(["/World/body"]))
    assert verdict(comparison, stage) == []
    assert comparison.same == comparison.cells > 30


def children(paths: list[str]) -> Cell:
    return Cell(CellType("uint64", 1, "NONE", True), tuple(paths))


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (Cell(CellType("float32", 1, "NONE", False), (2.4,)), FindingKind.DIFFERENT),
        (Cell(CellType("float64", 1, "NONE", False), (2.5,)), FindingKind.TYPE),
        (Cell(CellType("float32", 1, "NONE", True), (2.5,)), FindingKind.TYPE),
        (None, FindingKind.EXTRA),
    ],
)
def test_a_planted_cell_is_found_and_unexcused(stage: Usd.Stage, cell: Cell | None, kind: FindingKind) -> None:
    found = verdict(compared(stage, column="physics:mass", cell=cell), stage)
    assert (kind, "physics:mass", None) in found


def test_a_cell_only_the_reference_has_is_missing(stage: Usd.Stage) -> None:
    cell = Cell(CellType("float32", 1, "NONE", False), (1.0,))
    assert (FindingKind.MISSING, "physxRigidBody:linearDamping", None) in verdict(
        compared(stage, column="physxRigidBody:linearDamping", cell=cell), stage
    )


def test_a_row_only_the_reference_has_is_missing(stage: Usd.Stage) -> None:
    cell = Cell(CellType("uint64", 1, "NONE", False), ("Xform",))
    found = verdict(compared(stage, prim="/World/other", column="usd-prim-type", cell=cell), stage)
    assert (FindingKind.MISSING_ROW, None, None) in found


@pytest.mark.parametrize(
    ("semantic", "ours", "theirs", "same"),
    [
        ("NONE", (math.nan,), (math.nan,), True),
        ("NONE", (0.0,), (-0.0,), False),
        ("NONE", (1.0,), (1.0 + 2**-52,), False),
        ("NONE", (1.0, 2.0), (1.0,), False),
        ("MATRIX", (1e6, 1.0), (1e6, 1.0 + 1e-7), True),
        ("MATRIX", (1.0, 1.0), (1.0, 1.0 + 1e-11), False),
        ("MATRIX", (math.inf, 1.0), (math.inf, 1.0), True),
        ("MATRIX", (math.nan, 1.0), (1.0, 1.0), False),
    ],
)
def test_values_are_the_same_to_the_bit_and_matrices_to_1e_12(
    semantic: str, ours: tuple[float, ...], theirs: tuple[float, ...], same: bool
) -> None:
    kind = CellType("float64", len(ours), semantic, False)
    assert same_value(Cell(kind, ours), Cell(kind, theirs)) is same
