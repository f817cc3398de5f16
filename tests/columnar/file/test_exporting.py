"""A file per table, for other tools."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from file_scenes import arm_scene, odd_scene

from columnar.file import EXPORT_FORMATS, SceneFileError, export_tables
from columnar.scene import Scene


def read(path: Path) -> pa.Table:
    return pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()


@pytest.mark.parametrize("form", EXPORT_FORMATS)
@pytest.mark.parametrize("make", [arm_scene, odd_scene])
def test_every_table_with_rows(make: type[Scene], form: str, tmp_path: Path) -> None:
    scene = make()
    written = export_tables(scene, tmp_path / "new" / "folder", format=form)
    filled = {name for name in scene.tables if len(scene.rows(name))} | {"scene"}
    assert {path.name for path in written} == {f"{name}.{form}" for name in filled}
    assert sorted((tmp_path / "new" / "folder").iterdir()) == sorted(written)
    for path in written:
        found = read(path)
        if path.stem == "scene":
            assert found.to_pylist() == [scene.info]
            continue
        first = "id" if path.stem == "path" else "path"
        assert found.column_names[0] == first
        assert found.drop_columns([first]).to_pylist() == scene.table(path.stem).to_pylist()


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_paths_and_field_metadata(form: str, tmp_path: Path) -> None:
    export_tables(arm_scene(), tmp_path, format=form)
    drives = read(tmp_path / f"PhysicsDriveAPI.{form}")
    assert drives.column("path").to_pylist()[-1] == "/World/d6"
    assert drives.column("instance").to_pylist() == ["angular", "angular", "angular", "rotY", "transX"]
    assert drives.column("physics:type").to_pylist() == ["acceleration", "force", "force", "hydraulic", "force"]
    assert drives.schema.field("physics:damping").metadata[b"name"] == b"drive:<inst>:physics:damping"
    paths = read(tmp_path / f"path.{form}")
    names = dict(zip(paths.column("id").to_pylist(), paths.column("name").to_pylist(), strict=True))
    joints = read(tmp_path / f"PhysicsJoint.{form}")
    bodies = [[names[i] for i in ids] for ids in joints.column("physics:body1").to_pylist()]
    assert bodies[0] == ["/World/arm/link0"]


def test_exporting_again_replaces(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    export_tables(odd_scene(), tmp_path)
    export_tables(arm_scene(), tmp_path)
    assert read(tmp_path / "prim.parquet").num_rows == 12
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no export format 'csv'; there are parquet, arrow"):
        export_tables(arm_scene(), tmp_path, format="csv")


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SceneFileError, match="file: cannot be created: File exists; expected a folder"):
        export_tables(arm_scene(), tmp_path / "file")


def test_table_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "prim.parquet").mkdir()
    with pytest.raises(SceneFileError, match=r"prim\.parquet: cannot be written: it is a folder"):
        export_tables(arm_scene(), tmp_path)
