"""Files of every format version open for ever: one fixture each, with the cells it held when it was written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from columnar import cells, open_scene
from schemas.contract import load_contract

FILES = Path(__file__).parents[2] / "data" / "files"


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("fixture", sorted(FILES.glob("*.arrow")), ids=lambda file: file.stem)
def test_cells_are_those_it_was_written_with(fixture: Path, trusted: bool) -> None:
    written = json.loads(fixture.with_suffix(".json").read_text(encoding="utf-8"))
    found = cells(open_scene(fixture, trusted=trusted))
    assert {path: found[path] for path in written} == written


def test_every_format_version_has_a_fixture() -> None:
    versions = range(1, load_contract().settings.format_version + 1)
    assert [FILES / f"format-{version}.arrow" for version in versions] == sorted(FILES.glob("format-*.arrow"))
