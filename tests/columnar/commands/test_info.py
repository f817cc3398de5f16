"""`info`: facts of a file, and layers that have changed since."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from command_scenes import answer_text, grid_rows, hinge_scene, reported_scene, saved

from columnar.commands import file_info
from columnar.file import SceneFileError, open_scenes, save_scene

TEXT = "#usda 1.0\n"
LAYERS = (("robot.usda", hashlib.sha256(TEXT.encode()).hexdigest()),)


def test_facts_of_a_file(tmp_path: Path) -> None:
    file = saved(reported_scene(), tmp_path / "robot.arrow")
    data = file_info(file, opener=open_scenes).data()
    assert data["bytes"] == file.stat().st_size
    assert data["format_version"] == 1
    assert data["units"] == {
        "metersPerUnit": {"value": 0.01, "authored": True},
        "kilogramsPerUnit": {"value": 1.0, "authored": False},
        "upAxis": {"value": "Y", "authored": False},
    }
    assert data["time_code"] == 1.5
    assert data["options"] == [{"name": "root", "value": "/A"}]
    assert data["rows"]["PhysicsMassAPI"] == 1
    assert data["reports"] == {"mistyped": 1, "unknown_type": 1}
    assert (data["scenes"], data["row"]) == (1, 0)


def test_the_text_says_the_same(tmp_path: Path) -> None:
    file = saved(reported_scene(), tmp_path / "robot.arrow")
    blocks = file_info(file, opener=open_scenes).blocks()
    facts = grid_rows(blocks, str(file))
    assert facts["metersPerUnit"] == ("0.01",)
    assert facts["kilogramsPerUnit"] == ("1.0 (not authored)",)
    assert facts["time"] == ("time code 1.5",)
    assert facts["options"] == ("root=/A",)
    assert grid_rows(blocks, "layers") == {"robot.usda": ("a" * 64,)}
    assert grid_rows(blocks, "reports") == {"mistyped": (1,), "unknown_type": (1,)}


def test_an_unchanged_root_layer_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "robot.usda").write_text(TEXT)
    file = saved(reported_scene(layers=LAYERS), tmp_path / "robot.arrow")
    result = file_info(file, opener=open_scenes)
    assert result.data()["changed_layers"] == []
    assert "every layer is as it was" in answer_text(result.blocks())


def test_changed_and_missing_layers_are_named(tmp_path: Path) -> None:
    (tmp_path / "robot.usda").write_text(TEXT + "\n")
    file = saved(reported_scene(layers=(*LAYERS, ("parts/arm.usd", "b" * 64))), tmp_path / "robot.arrow")
    result = file_info(file, opener=open_scenes)
    assert result.data()["changed_layers"] == ["robot.usda", "parts/arm.usd"]
    assert "robot.usda, parts/arm.usd (changed or gone)" in answer_text(result.blocks())


def test_without_a_stage_nothing_is_compared(tmp_path: Path) -> None:
    file = saved(reported_scene(layers=LAYERS), tmp_path / "robot.arrow")
    result = file_info(file, opener=open_scenes)
    assert result.data()["changed_layers"] is None
    assert "--stage" in answer_text(result.blocks())


def test_a_stage_elsewhere_is_compared(tmp_path: Path) -> None:
    stage = tmp_path / "stages" / "renamed.usda"
    stage.parent.mkdir()
    stage.write_text(TEXT)
    file = saved(reported_scene(layers=LAYERS), tmp_path / "robot.arrow")
    assert file_info(file, opener=open_scenes, stage=stage).data()["changed_layers"] == []


def test_a_missing_stage_is_an_error(tmp_path: Path) -> None:
    file = saved(reported_scene(), tmp_path / "robot.arrow")
    with pytest.raises(SceneFileError, match=r"gone\.usda: no such file"):
        file_info(file, opener=open_scenes, stage=tmp_path / "gone.usda")


def test_rows_of_a_file_of_several_scenes(tmp_path: Path) -> None:
    file = tmp_path / "both.arrow"
    save_scene([hinge_scene(meters_per_unit=0.5), reported_scene()], file)
    result = file_info(file, opener=open_scenes, row=1)
    assert (result.data()["scenes"], result.data()["root_layer"]) == (2, "robot.usda")
    assert grid_rows(result.blocks(), "scenes")["1"] == ("robot.usda", 2)
    assert file_info(file, opener=open_scenes).data()["units"]["metersPerUnit"]["value"] == 0.5
    with pytest.raises(SceneFileError, match="has no scene 2"):
        file_info(file, opener=open_scenes, row=2)
