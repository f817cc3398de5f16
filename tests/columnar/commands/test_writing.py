"""`concat`, `export` and `pack` answer with what they wrote."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_scenes import answer_text, hinge_scene, reported_scene, saved

from columnar.commands import concat_files, export_file, pack_file
from columnar.file import SceneFileError, open_scene, open_scenes
from columnar.scene import cells


def test_concat_keeps_the_order_of_the_files(tmp_path: Path) -> None:
    files = [saved(hinge_scene(), tmp_path / "a.arrow"), saved(reported_scene(), tmp_path / "b.arrow")]
    result = concat_files(files, tmp_path / "c.arrow", opener=open_scenes)
    assert result.data() == {"output": str(tmp_path / "c.arrow"), "scenes": 2}
    assert [cells(scene) for scene in open_scenes(tmp_path / "c.arrow")] == [
        cells(hinge_scene()),
        cells(reported_scene()),
    ]
    concat_files([tmp_path / "c.arrow", files[0]], tmp_path / "d.arrow", opener=open_scenes)
    assert len(open_scenes(tmp_path / "d.arrow")) == 3


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_export_lists_files_with_their_rows(tmp_path: Path, format: str) -> None:
    file = saved(hinge_scene(), tmp_path / "a.arrow")
    result = export_file(file, tmp_path / "tables", opener=open_scene, format=format)
    rows = {entry["file"]: entry["rows"] for entry in result.data()["files"]}
    assert rows[f"PhysicsDriveAPI.{format}"] == 3
    assert rows[f"scene.{format}"] == 1
    assert sorted(rows) == sorted(path.name for path in (tmp_path / "tables").iterdir())
    assert f"PhysicsDriveAPI.{format}" in answer_text(result.blocks())


def test_export_takes_the_scene_that_is_opened(tmp_path: Path) -> None:
    files = [saved(hinge_scene(), tmp_path / "a.arrow"), saved(reported_scene(), tmp_path / "b.arrow")]
    concat_files(files, tmp_path / "c.arrow", opener=open_scenes)
    export_file(tmp_path / "c.arrow", tmp_path / "tables", opener=partial(open_scene, row=1), format="parquet")
    table = pq.read_table(tmp_path / "tables" / "PhysicsMassAPI.parquet")
    assert table["physics:mass"].to_pylist() == [2.5]


def test_pack_gives_the_size_before_and_after(tmp_path: Path) -> None:
    file = saved(hinge_scene(), tmp_path / "a.arrow")
    data = pack_file(file, tmp_path / "p.arrow").data()
    assert data["bytes"] == (tmp_path / "p.arrow").stat().st_size
    assert data["bytes_before"] == file.stat().st_size
    assert cells(open_scene(tmp_path / "p.arrow")) == cells(hinge_scene())


def test_pack_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SceneFileError, match=r"gone\.arrow: no such file"):
        pack_file(tmp_path / "gone.arrow", tmp_path / "p.arrow")
