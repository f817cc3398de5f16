"""Saving and opening again: every cell comes back, the bytes depend on the content alone."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from file_scenes import arm_scene, changed_batch, odd_scene

from columnar.assembly import scene_from_tables
from columnar.file import SceneFileError, concat_scenes, open_scene, pack_scene, save_scene
from columnar.scene import Scene, cells

SCENES = {"arm": arm_scene, "odd": odd_scene, "empty": lambda: scene_from_tables({})}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> Scene:
    return SCENES[request.param]()


@pytest.mark.parametrize("trusted", [False, True])
def test_round_trip(scene: Scene, trusted: bool, tmp_path: Path) -> None:
    save_scene(scene, tmp_path / "scene.arrow")
    opened = open_scene(tmp_path / "scene.arrow", trusted=trusted)
    assert cells(opened) == cells(scene)
    assert opened.info == scene.info
    assert opened.tables == scene.tables
    assert opened.batch.equals(scene.batch, check_metadata=True)


def test_arrow_opens_the_file_without_this_package(scene: Scene, tmp_path: Path) -> None:
    save_scene(scene, tmp_path / "scene.arrow")
    table = pa.ipc.open_file(tmp_path / "scene.arrow").read_all()
    assert table.num_rows == 1
    assert table.column("path")[0].as_py()[0] == {"name": "/", "kind": "row"}


def test_two_saves_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        save_scene(arm_scene(), tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_another_process_gives_the_same_bytes(tmp_path: Path) -> None:
    save_scene([arm_scene(), odd_scene()], tmp_path / "here.arrow")
    code = (
        "import sys; from file_scenes import *; from columnar.file import save_scene;"
        "save_scene([arm_scene(), odd_scene()], sys.argv[1])"
    )
    root = Path(__file__).parents[3]
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "there.arrow")],
        check=True,
        env={"PYTHONPATH": f"{root}:{Path(__file__).parent}", "PYTHONHASHSEED": "1"},
    )
    digests = [hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("here.arrow", "there.arrow")]
    assert digests[0] == digests[1]


def test_saving_an_opened_scene_gives_the_same_bytes(scene: Scene, tmp_path: Path) -> None:
    save_scene(scene, tmp_path / "first")
    for trusted in (False, True):
        save_scene(open_scene(tmp_path / "first", trusted=trusted), tmp_path / "again")
        assert (tmp_path / "again").read_bytes() == (tmp_path / "first").read_bytes()


def test_rows_of_several_scenes(tmp_path: Path) -> None:
    scenes = [arm_scene(links=5, meters_per_unit=0.01), odd_scene(), arm_scene(links=2)]
    save_scene(scenes, tmp_path / "all.arrow")
    for row, scene in enumerate(scenes):
        opened = open_scene(tmp_path / "all.arrow", row=row)
        assert cells(opened) == cells(scene)
        assert opened.info == scene.info
        save_scene(scene, tmp_path / "one")
        save_scene(opened, tmp_path / "cut out")
        assert (tmp_path / "cut out").read_bytes() == (tmp_path / "one").read_bytes()


def test_concat_files_and_scenes(tmp_path: Path) -> None:
    save_scene([arm_scene(), odd_scene()], tmp_path / "two.arrow")
    save_scene(arm_scene(links=4), tmp_path / "one.arrow")
    concat_scenes([tmp_path / "two.arrow", odd_scene(), str(tmp_path / "one.arrow")], tmp_path / "all.arrow")
    save_scene([arm_scene(), odd_scene(), odd_scene(), arm_scene(links=4)], tmp_path / "expected.arrow")
    assert (tmp_path / "all.arrow").read_bytes() == (tmp_path / "expected.arrow").read_bytes()


def test_concat_onto_one_of_its_sources(tmp_path: Path) -> None:
    target = tmp_path / "log.arrow"
    save_scene(arm_scene(), target)
    concat_scenes([target, odd_scene()], target, trusted=True)
    assert cells(open_scene(target, row=1)) == cells(odd_scene())


def test_pack_and_unpack(tmp_path: Path) -> None:
    save_scene([arm_scene(links=50), odd_scene()], tmp_path / "plain.arrow")
    pack_scene(tmp_path / "plain.arrow", tmp_path / "packed.arrow")
    assert (tmp_path / "packed.arrow").stat().st_size < (tmp_path / "plain.arrow").stat().st_size
    for trusted in (False, True):
        assert cells(open_scene(tmp_path / "packed.arrow", row=1, trusted=trusted)) == cells(odd_scene())
    concat_scenes([tmp_path / "packed.arrow"], tmp_path / "unpacked.arrow")
    assert (tmp_path / "unpacked.arrow").read_bytes() == (tmp_path / "plain.arrow").read_bytes()


def test_nothing_to_save(tmp_path: Path) -> None:
    with pytest.raises(SceneFileError, match="cannot be written: there is no scene; expected at least one"):
        save_scene([], tmp_path / "none.arrow")


def test_a_scene_that_could_not_be_opened_is_not_written(tmp_path: Path) -> None:
    save_scene(arm_scene(), tmp_path / "scene.arrow")
    before = (tmp_path / "scene.arrow").read_bytes()
    broken = changed_batch(
        arm_scene().batch, "prim", "prim", lambda ids: pa.array(range(100, 100 + len(ids)), pa.uint64())
    )
    with pytest.raises(SceneFileError, match=r"prim\.prim rows 0, 1, .*: cannot be written: is no path id"):
        save_scene(Scene(broken), tmp_path / "scene.arrow")
    assert (tmp_path / "scene.arrow").read_bytes() == before
