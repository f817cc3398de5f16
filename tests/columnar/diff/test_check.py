"""Traps in columns alone: found where they lie, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from trap_cases import HINGE, TRAPPED
from without_rows import without_row

from columnar import Scene
from columnar.assembly import scene_from_tables
from columnar.diff import check
from populate import populate
from schemas.findings import load_findings
from tests.stage_text import scene_of

CASES = Path(__file__).parents[2] / "data" / "cases"

EXPECTED: dict[str, set[str]] = {
    "001": {"OVP-017", "RUN-002"},
    "004": {"RUN-004"},
    "005": {"RUN-004"},
    "007": {"OVP-017"},
    "010": {"COL-005"},
    "011": {"COL-005"},
    "023": {"USD-002", "RUN-015"},
    "025": {"RUN-017"},
    "026": {"RUN-019"},
    "028": {"USD-001"},
    "029": {"ART-003"},
    "035": {"RUN-006"},
    "037": {"USD-003"},
    "043": {"RUN-005"},
    "052": {"COL-003"},
    "053": {"OVP-043"},
    "055": {"USD-008"},
    "056": {"RUN-018"},
    "058": {"RUN-015"},
    "059": {"RUN-007"},
    "061": {"COL-006"},
    "062": {"RUN-008"},
    "064": {"RUN-009"},
    "065": {"RUN-009"},
    "080": {"RUN-014"},
    "083": {"OVP-011"},
    "097": {"COL-015", "RUN-015"},
    "100": {"RUN-016"},
    "103": {"COL-012"},
    "104": {"OVP-032", "USD-006", "USD-007"},
    "107": {"USD-005"},
    "110": {"RUN-011"},
}
"""Findings by the number of the case; what the cases tell of the engine, and nothing for the others."""


def _ids(scene: Scene) -> set[str]:
    return {trap.finding for trap in check(scene)}


@pytest.mark.parametrize("name", TRAPPED)
def test_a_trap_is_found_where_it_lies(name: str) -> None:
    tables, places = TRAPPED[name]

    found = check(scene_from_tables(tables, fill=False))

    assert [(trap.finding, trap.path, trap.column) for trap in found] == places


def test_a_plain_scene_has_no_traps() -> None:
    assert check(scene_from_tables(HINGE, fill=False)) == []
    assert check(scene_from_tables(HINGE)) == []


def test_an_ancestor_without_a_row() -> None:
    scene = scene_from_tables({"PhysicsRigidBodyAPI": {"prim": ["/W/A"]}, "PhysicsScene": HINGE["PhysicsScene"]})
    assert _ids(scene) == set()
    assert [(t.finding, t.path) for t in check(without_row(scene, "/W"))] == [("COL-002", "/W/A")]


def test_cells_of_an_unlisted_api() -> None:
    scene = scene_of(
        'def PhysicsScene "S"\n{\n}\ndef PhysicsFixedJoint "J"\n{\n    float drive:angular:physics:damping = 1\n}\n'
    )
    assert [(t.finding, t.path, t.column) for t in check(scene)] == [("COL-001", "/J", "drive:angular:physics:damping")]


def test_units_that_nobody_stated() -> None:
    found = check(scene_of("#usda 1.0\n"))
    assert [(t.finding, t.path, t.column, t.value) for t in found] == [
        ("COL-003", "/", "usd-metadata:metersPerUnit", 0.01),
        ("COL-003", "/", "usd-metadata:upAxis", "Y"),
    ]


@pytest.mark.parametrize("stage", sorted(CASES.glob("*.usda")), ids=lambda path: path.stem)
def test_the_case_stages(stage: Path) -> None:
    assert _ids(populate(stage).scene) == EXPECTED.get(stage.stem[:3], set())


def test_a_trap_says_what_comes_of_it() -> None:
    (lower, upper) = check(scene_from_tables(TRAPPED["a hinge that absent columns lock"][0], fill=False))
    finding = load_findings()["OVP-003"]
    assert lower.to_json() == {
        "finding": "OVP-003",
        "path": "/J",
        "table": "PhysicsRevoluteJoint",
        "column": "physics:lowerLimit",
        "value": None,
        "text": f"{finding.title}: {finding.columns}",
        "simulated": True,
    }
    assert upper.column == "physics:upperLimit"


def test_values_are_json() -> None:
    (trap,) = check(scene_from_tables(TRAPPED["a half-open slider"][0], fill=False))
    assert trap.to_json()["value"] == [0.0, "inf"]
