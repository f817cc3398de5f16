"""The case stages as crate files: read as the composed reader reads them, or left to it for a known reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf

from populate.readers import Instancing, LoadPayloads, PopulateOptions
from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline

CASES = sorted((Path(__file__).parents[3] / "data" / "cases").glob("*.usda"))
COMPOSES = {"references", "payloads", "variant sets", "sublayers", "inherits", "specializes"}
OTHER_OPTIONS = PopulateOptions(instancing=Instancing.SHARE, load=LoadPayloads.NONE)


def as_crate(case: Path, folder: Path) -> Path:
    file = folder / f"{case.stem}.usdc"
    Sdf.Layer.FindOrOpen(str(case)).Export(str(file))
    return file


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_without_composition_is_read_alike(case: Path, tmp_path: Path) -> None:
    file = as_crate(case, tmp_path)
    reason = decline(file)
    if reason:
        assert reason in COMPOSES
        pytest.skip(f"composes: {reason}")
    assert_readers_agree(file)
    assert_readers_agree(file, OTHER_OPTIONS)


def test_most_cases_are_read(tmp_path: Path) -> None:
    assert sum(not decline(as_crate(case, tmp_path)) for case in CASES) >= 60
