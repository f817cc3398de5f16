"""Mutated files are refused or open as valid scenes; nothing else ever happens, crashes of the process included."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from file_scenes import arm_scene, odd_scene

from columnar.file import pack_scene, save_scene

HERE = Path(__file__).parent


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "zstd"])
def test_mutated_files(packed: bool, tmp_path: Path) -> None:
    count = 800 if packed else 2000
    save_scene([arm_scene(), odd_scene()], tmp_path / "scene.arrow")
    if packed:
        pack_scene(tmp_path / "scene.arrow", tmp_path / "scene.arrow")
    run = subprocess.run(
        [sys.executable, str(HERE / "mutation_worker.py"), str(tmp_path / "scene.arrow"), str(count), "20260807"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(HERE.parents[2])},
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    refused, opened = map(int, run.stdout.split())
    assert refused + opened == count
    assert refused > count / 4
    assert opened > 0
