"""`show FILE PRIM`: the prim's cells with their origin, and nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_scenes import answer_text, grid_rows, hinge_scene, reported_scene

from columnar.commands import CommandError, show_file
from columnar.reports import CommandResult
from columnar.scene import Scene, cells

FILE = Path("robot.arrow")


def _shown(scene: Scene, path: str) -> CommandResult:
    return show_file(FILE, path, opener=lambda _: scene)


@pytest.mark.parametrize("path", ["/", "/Arm", "/Base", "/D6", "/Hinge"])
def test_the_data_is_the_prims_part_of_all_cells(path: str) -> None:
    scene = hinge_scene()
    assert _shown(scene, path).data() == {"prims": {path: cells(scene)[path]}}


def test_the_data_has_property_cells_too() -> None:
    found = _shown(reported_scene(), "/A").data()["prims"]["/A"]
    assert found["acme:size"] == [1.0, 2.0, 3.0]
    assert found["physics:friends"] == ["/A", "/gone"]
    assert "physics:density" not in found


def test_origins_follow_the_masks() -> None:
    rows = grid_rows(_shown(reported_scene(), "/A").blocks(), "PhysicsMassAPI")
    assert rows["physics:mass"] == ("2.5", "mass", "authored")
    assert rows["physics:density"][0] == "-"
    assert rows["physics:density"][2] == "blocked"
    assert rows["physics:centerOfMass"][2] == "default"


def test_components_without_their_api_say_so() -> None:
    titles = [block.title for block in _shown(reported_scene(), "/A").blocks()]
    assert "PhysicsRigidBodyAPI" in titles
    assert "PhysxRigidBodyAPI (not applied)" in titles


def test_every_instance_has_a_block_with_full_names() -> None:
    blocks = _shown(hinge_scene(), "/D6").blocks()
    assert grid_rows(blocks, "PhysicsDriveAPI:transX")["drive:transX:physics:stiffness"][0] == "1.0"
    assert grid_rows(blocks, "PhysicsDriveAPI:rotY")["drive:rotY:physics:stiffness"][0] == "2.0"


def test_relationships_are_paths() -> None:
    rows = grid_rows(_shown(hinge_scene(), "/Hinge").blocks(), "PhysicsJoint")
    assert rows["physics:body0"][0] == "[/Base]"


def test_other_properties_and_reports_are_shown() -> None:
    blocks = _shown(reported_scene(), "/A").blocks()
    assert grid_rows(blocks, "other properties")["acme:note"] == ("string", "kept", "authored")
    assert grid_rows(blocks, "reports")["physics:mass"] == ("mistyped", "authored as a double")


def test_a_path_with_nothing_but_reports_shows_them() -> None:
    text = answer_text(_shown(reported_scene(), "/off").blocks())
    assert "no such type" in text
    assert _shown(reported_scene(), "/off").data() == {"prims": {"/off": {}}}


def test_a_target_without_row_is_said_to_be_one() -> None:
    with pytest.raises(CommandError, match=r"robot\.arrow: /gone: .*missing.* no row"):
        _shown(reported_scene(), "/gone")


@pytest.mark.parametrize("path", ["/Hingee", "/Hinge/Axis"])
def test_an_unknown_prim_is_an_error_that_names_file_and_prim(path: str) -> None:
    with pytest.raises(CommandError, match=f"robot.arrow: no prim '{path}'"):
        _shown(hinge_scene(), path)


def test_a_misspelt_prim_has_a_suggestion() -> None:
    with pytest.raises(CommandError, match="did you mean '/Hinge'"):
        _shown(hinge_scene(), "/Hingee")
