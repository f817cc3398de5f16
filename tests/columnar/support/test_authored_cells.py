"""Counts of authored cells, held against what OpenUSD says of the same stage."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from pxr import Usd

from columnar.support import authored_cells, supported_cells
from populate import populate
from schemas.contract import load_contract
from schemas.support import Support, load_support

STAGES = sorted((Path(__file__).parents[2] / "data" / "support").glob("*.usda"))


@pytest.mark.parametrize("file", STAGES, ids=lambda file: file.stem)
def test_drives_and_limits_as_openusd_counts_them(file: Path) -> None:
    stage = Usd.Stage.Open(str(file))
    expected: Counter[tuple[str, str, str]] = Counter()
    for component in ("PhysicsDriveAPI", "PhysicsLimitAPI"):
        record = load_contract().component(component)
        for prim in stage.Traverse():
            for attribute in prim.GetAuthoredAttributes():
                prefix, _, rest = attribute.GetName().partition(":")
                instance, _, column = rest.partition(":")
                if prefix == record.property_prefix and attribute.HasAuthoredValue():
                    expected[component, instance, column] += 1
    found = Counter[tuple[str, str, str]]()
    for cells in authored_cells(populate(file).scene):
        if cells.component in ("PhysicsDriveAPI", "PhysicsLimitAPI"):
            found[cells.component, cells.instance, cells.column] += cells.cells
    assert found == expected


def test_blocked_cells_and_cells_without_their_api(tmp_path: Path) -> None:
    file = tmp_path / "stage.usda"
    file.write_text(
        '#usda 1.0\ndef PhysicsRevoluteJoint "Hinge"\n{\n    float physics:lowerLimit = None\n'
        "    float physics:upperLimit = 3\n    float drive:angular:physics:damping = 2\n}\n",
        encoding="utf-8",
    )
    cells = {(each.component, each.column): each for each in authored_cells(populate(file).scene)}
    assert ("PhysicsRevoluteJoint", "physics:lowerLimit") not in cells
    assert cells["PhysicsRevoluteJoint", "physics:upperLimit"].applied
    drive = cells["PhysicsDriveAPI", "physics:damping"]
    assert (drive.instance, drive.applied, drive.cells) == ("angular", False, 1)


def test_units_count_where_the_stage_authors_them(tmp_path: Path) -> None:
    file = tmp_path / "stage.usda"
    file.write_text('#usda 1.0\n(\n    upAxis = "Z"\n)\ndef PhysicsScene "Scene"\n{\n}\n', encoding="utf-8")
    assert [(each.component, each.column) for each in authored_cells(populate(file).scene)] == [
        ("stage_units", "usd-metadata:upAxis")
    ]


def test_each_runtime_answers_for_each_column() -> None:
    scene = populate(STAGES[0]).scene
    tables = [load_support(name) for name in ("newton", "openusd")]
    rows = supported_cells(scene, tables)
    assert rows
    assert all(len(row.support) == 2 for row in rows)
    gains = next(row for row in rows if row.authored.column == "newton:kp")
    assert [each.support for each in gains.support] == [Support.READ, Support.IGNORED]
