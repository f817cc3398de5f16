"""Targets that cannot be written, and writes that fail half-way."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from file_scenes import arm_scene, odd_scene

from columnar.file import SceneFileError, open_scene, save_scene
from columnar.scene import cells

needs_permissions = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere"
)


def message(target: Path) -> str:
    with pytest.raises(SceneFileError) as caught:
        save_scene(arm_scene(), target)
    assert len(str(caught.value).splitlines()) == 1
    assert caught.value.file == str(target)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return str(caught.value)


def test_no_such_folder(tmp_path: Path) -> None:
    target = tmp_path / "none" / "scene.arrow"
    expected = f"{target}: cannot be written: its folder does not exist; create {tmp_path / 'none'}"
    assert message(target) == expected


def test_target_is_a_folder(tmp_path: Path) -> None:
    assert "it is a folder; expected a file name" in message(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_target_is_no_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is no regular file" in message(tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_target_with_a_null_character(tmp_path: Path) -> None:
    assert "null" in message(tmp_path / "a\0b")


def test_name_too_long(tmp_path: Path) -> None:
    assert "File name too long" in message(tmp_path / ("a" * 300))


def test_longest_name(tmp_path: Path) -> None:
    save_scene(arm_scene(), tmp_path / ("a" * 255))


@needs_permissions
def test_read_only_target_and_folder(tmp_path: Path) -> None:
    target = tmp_path / "scene.arrow"
    target.write_bytes(b"mine")
    target.chmod(0o444)
    assert "it is read-only" in message(target)
    tmp_path.chmod(0o555)
    assert "Permission denied" in message(tmp_path / "other.arrow")
    tmp_path.chmod(0o755)
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), pa.ArrowInvalid("no"), KeyboardInterrupt()])
def test_failure_while_writing(error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "scene.arrow"
    save_scene(arm_scene(), target)
    before = target.read_bytes()

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else SceneFileError):
        save_scene(odd_scene(), target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["scene.arrow"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_full_disk(tmp_path: Path) -> None:
    """A file size limit stops the write in the middle."""
    code = (
        "import resource, signal, sys; from file_scenes import *; from columnar.file import *;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "try: save_scene(arm_scene(), sys.argv[1])\n"
        "except SceneFileError as error: print(error)"
    )
    (tmp_path / "scene.arrow").write_bytes(b"mine")
    root = Path(__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "scene.arrow")],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{root}:{Path(__file__).parent}"},
    )
    assert "scene.arrow: cannot be written: File too large" in run.stdout
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"mine"]


def test_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    save_scene(arm_scene(), tmp_path / "real" / "scene.arrow")
    (tmp_path / "link.arrow").symlink_to(tmp_path / "real" / "scene.arrow")
    save_scene(odd_scene(), tmp_path / "link.arrow")
    assert (tmp_path / "link.arrow").is_symlink()
    assert cells(open_scene(tmp_path / "real" / "scene.arrow")) == cells(odd_scene())


def test_permissions(tmp_path: Path) -> None:
    target = tmp_path / "scene.arrow"
    before = os.umask(0o027)
    try:
        save_scene(arm_scene(), target)
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    target.chmod(0o604)
    save_scene(odd_scene(), target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_a_mapped_scene_survives_the_next_save(tmp_path: Path) -> None:
    save_scene(arm_scene(), tmp_path / "scene.arrow")
    mapped = open_scene(tmp_path / "scene.arrow", trusted=True)
    save_scene(odd_scene(), tmp_path / "scene.arrow")
    assert cells(mapped) == cells(arm_scene())
