"""Cases that have articulations, held against MuJoCo; `python -m tests.parity_agreement` takes all other stages too."""

from __future__ import annotations

from pathlib import Path

import pytest

from populate import PopulateError, populate
from tests.parity_agreement.judge import judge_scene

CASES = Path(__file__).parents[1] / "data" / "cases"

EXPLAINED = {"067_mimic_newton": {"motion": ("mimic_start",)}}
"""What they agree without."""


@pytest.mark.parametrize("file", sorted(CASES.glob("*.usda")), ids=lambda file: file.stem)
def test_cases_agree(file: Path) -> None:
    try:
        scene = populate(file).scene
    except (PopulateError, RuntimeError):
        return
    for name, verdict in judge_scene(scene, states=3, seconds=0.1).verdicts.items():
        assert verdict.agrees, f"{name}: {verdict}"
        assert verdict.without == EXPLAINED.get(file.stem, {}).get(name, ())
