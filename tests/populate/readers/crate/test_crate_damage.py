"""Damaged files: an error that says where, never a crash, a hang or memory out of proportion."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from populate.readers.crate import CrateError, read_crate
from tests.populate.readers.crate.mutations import sections_of
from tests.populate.readers.direct.drawn_layers import draw_layer


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return draw_layer(tmp_path_factory.mktemp("drawn") / "drawn.usdc", 5).read_bytes()


def test_every_truncation_is_refused(sound: bytes) -> None:
    for size in [*range(0, len(sound), 37), len(sound) - 1]:
        with pytest.raises(CrateError):
            read_crate(sound[:size])


@pytest.mark.parametrize("name", ["TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"])
@pytest.mark.parametrize("count", [1 << 20, 1 << 31, 1 << 40, (1 << 64) - 1])
def test_counts_that_no_file_of_that_size_has_are_refused(sound: bytes, name: str, count: int) -> None:
    start, _ = sections_of(sound)[name]
    start += 8 if name == "PATHS" else 0  # the first number may be larger: not every path needs a place in the tree
    data = sound[:start] + struct.pack("<Q", count) + sound[start + 8 :]
    with pytest.raises(CrateError, match=name):
        read_crate(data)


def test_a_missing_section_is_named(sound: bytes) -> None:
    with pytest.raises(CrateError, match="no section PATHS"):
        read_crate(sound.replace(b"PATHS\0", b"PATHX\0"))


def test_mutated_files_end_well() -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "tests.populate.readers.crate.fuzz", "--count", "2500"],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr[-3000:]
    assert "'read'" in outcome.stdout
