"""`show FILE` and `show FILE COMPONENT`: summaries, rows, and the cells as JSON."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from command_scenes import answer_text, grid_rows, hinge_scene, reported_scene

from columnar.commands import CommandError, show_file
from columnar.reports import CommandResult, Grid
from columnar.scene import Scene, cells

FILE = Path("robot.arrow")


def _shown(scene: Scene, argument: str | None = None, limit: int | None = None) -> CommandResult:
    return show_file(FILE, argument, opener=lambda _: scene, limit=limit)


def _grid(result: CommandResult) -> Grid:
    """The only block of an answer that is one table."""
    (grid,) = result.blocks()
    assert isinstance(grid, Grid)
    return grid


def test_the_summary_counts_rows_and_applied_ones() -> None:
    rows = grid_rows(_shown(hinge_scene()).blocks(), "components")
    assert rows["PhysicsDriveAPI"][:2] == (3, 3)
    assert rows["PhysicsJoint"][:2] == (2, 2)
    assert rows["PhysxRigidBodyAPI"][:2] == (2, 0)
    assert "PhysicsScene" not in rows


def test_the_summary_as_data_is_every_cell() -> None:
    scene = reported_scene()
    assert _shown(scene).data() == {"prims": cells(scene)}


def test_rows_hold_paths_instances_and_float32_in_short() -> None:
    text = answer_text(_shown(hinge_scene(), "PhysicsDriveAPI").blocks()).splitlines()
    assert text[0] == "PhysicsDriveAPI: 3 rows"
    assert [line.split()[:2] for line in text[2:]] == [["/D6", "rotY"], ["/D6", "transX"], ["/Hinge", "angular"]]
    assert "[0.1, 0.0, 0.0]" in answer_text(_shown(hinge_scene(), "PhysicsRigidBodyAPI").blocks())


def test_columns_without_a_value_are_left_out() -> None:
    grid = _grid(_shown(hinge_scene(), "PhysicsDriveAPI"))
    assert "physics:stiffness" in grid.headings
    grid = _grid(_shown(hinge_scene(), "PhysxRigidBodyAPI"))
    assert "physxRigidBody:solverPositionIterationCount" not in grid.headings


def test_large_numbers_are_no_path_ids() -> None:
    scene = hinge_scene()
    kinds = {c.name: c for c in scene.contract.component("PhysxSceneAPI").columns}
    assert kinds["physxScene:gpuTempBufferCapacity"].dtype == "uint64"
    grid = _grid(_shown(scene, "PhysicsJoint"))
    assert grid.rows[1][grid.headings.index("physics:body0")] == "[/Base]"


def test_a_component_as_data_holds_its_cells_only() -> None:
    scene = reported_scene()
    found = _shown(scene, "PhysicsMassAPI").data()["prims"]
    assert found["/A"]["physics:mass"] == 2.5
    assert set(found) == {"/A"}
    assert {name.partition(":")[0] for name in found["/A"]} == {"physics"}


def test_paths_and_reports_are_lists() -> None:
    scene = reported_scene()
    assert {"name": "/gone", "kind": "missing"} in _shown(scene, "path").data()["paths"]
    assert _shown(scene, "report").data()["reports"][0] == {
        "prim": "/A",
        "column": "physics:mass",
        "code": "mistyped",
        "text": "authored as a double",
    }


def test_other_tables_are_cells() -> None:
    scene = reported_scene()
    assert _shown(scene, "property").data() == {
        "prims": {"/A": {"acme:note": "kept", "acme:size": [1.0, 2.0, 3.0], "physics:friends": ["/A", "/gone"]}}
    }
    assert _shown(scene, "prim").data()["prims"]["/A"]["usd-prim-type"] == "Cube"
    assert "usd-metadata:upAxis" in _shown(scene, "prim").data()["prims"]["/"]
    assert "[/A, /gone]" in answer_text(_shown(scene, "property").blocks())


def test_a_component_without_rows_says_so() -> None:
    result = _shown(hinge_scene(), "PhysicsScene")
    assert answer_text(result.blocks()).startswith("PhysicsScene: populated, no rows")
    assert result.data() == {"prims": {}}


def test_a_component_that_was_not_populated_says_so() -> None:
    scene = hinge_scene()
    index = scene.batch.schema.get_field_index("PhysicsScene")
    field = scene.batch.schema.field(index)
    absent = Scene(scene.batch.set_column(index, field, pa.nulls(1, field.type)))
    with pytest.raises(CommandError, match=r"robot\.arrow: PhysicsScene: it was not populated"):
        _shown(absent, "PhysicsScene")


def test_an_unknown_table_has_a_suggestion() -> None:
    with pytest.raises(CommandError, match="did you mean 'PhysicsJoint'"):
        _shown(hinge_scene(), "PhysicsJiont")


def test_the_limit_is_for_terminals() -> None:
    grid = _grid(_shown(hinge_scene(), "PhysicsDriveAPI", limit=1))
    assert grid.terminal_rows == 1
    assert len(grid.rows) == 3
