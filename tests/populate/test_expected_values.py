"""The comparison itself: what it lets pass and what it must notice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_files import Cells, Run
from expected_values import cell_findings, equal, row_findings

IDENTITY = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
SCENE: Cells = {
    "/": {},
    "/World/R0": {"usd-prim-type": "XformInstance", "_protoPath": "/__Prototype_7"},
    "/__Prototype_7/j": {"physics:body0": ["/__Prototype_7/base"], "limit:rotX:physics:low": 1.0},
}


def run(**expected: Any) -> Run:
    """A run of a stage that is never opened."""
    return Run(stage=Path("case.usda"), **expected)


@pytest.mark.parametrize(
    ("column", "expected", "got"),
    [
        ("physics:mass", 0.1, 0.10000000149011612),  # the same float32
        ("physics:upperLimit", "nan", "nan"),
        ("physics:upperLimit", 3.4028235e38, 3.4028234663852886e38),
        ("omni:xform", IDENTITY, [*IDENTITY[:-1], 1.0 + 1e-13]),
        ("physics:body0", [], []),
    ],
)
def test_equal_cells(column: str, expected: Any, got: Any) -> None:
    assert equal(column, expected, got)


@pytest.mark.parametrize(
    ("column", "expected", "got"),
    [
        ("physics:mass", 0.1, 0.10000000894069672),  # one float32 step on
        ("size", 0.2, 0.20000000298023224),  # a float64 column that went through float32
        ("physics:upperLimit", "inf", "-inf"),
        ("physics:mass", 1.0, True),
        ("physics:mass", 1.0, None),
        ("physxArticulation:solverVelocityIterationCount", 1, 1.0),
        ("physics:body0", [], None),  # an empty relationship is not an absent one
        ("physics:body0", ["/A", "/B"], ["/B", "/A"]),
        ("omni:xform", IDENTITY, [*IDENTITY[:-1], 1.0 + 1e-11]),
        ("omni:xform", IDENTITY, [*IDENTITY[:-1], float("nan")]),
    ],
)
def test_different_cells(column: str, expected: Any, got: Any) -> None:
    assert not equal(column, expected, got)


def test_a_prototype_placeholder_is_the_prototype_of_its_instance() -> None:
    cells = {"{arm}/j": {"physics:body0": ["{arm}/base"]}}

    assert not list(cell_findings(run(prototypes={"arm": "/World/R0"}, cells=cells), SCENE))
    assert list(cell_findings(run(prototypes={"arm": "/World"}, cells=cells), SCENE))


def test_a_range_repeats_its_paths() -> None:
    expected = run(ranges={"robot": 2}, cells={"/World/R{robot}": {"usd-prim-type": "XformInstance"}})

    assert list(cell_findings(expected, SCENE)) == ["case: /World/R1 has no row, usd-prim-type expected"]


def test_a_cell_that_must_not_be_there_is_found_by_pattern() -> None:
    findings = list(cell_findings(run(absent_cells={"/__Prototype_7/j": ["drive:*", "limit:*"]}), SCENE))

    assert findings == ["case: /__Prototype_7/j limit:rotX:physics:low: expected no cell, got 1.0"]


@pytest.mark.parametrize(
    "expected",
    [
        {"rows": ["/World"]},
        {"no_rows": ["/World"]},
        {"no_rows": ["/__Prototype_*"]},
        {"row_count": 2},
        {"row_counts": {"XformInstance": 0}},
        {"absent_cells": {"/World": ["physics:body0"]}},
    ],
)
def test_wrong_rows_are_found(expected: dict[str, Any]) -> None:
    assert len(list(row_findings(run(**expected), SCENE))) == 1


def test_an_unknown_key_of_a_data_file_is_refused() -> None:
    with pytest.raises(TypeError):
        run(absent_rows=["/World"])
