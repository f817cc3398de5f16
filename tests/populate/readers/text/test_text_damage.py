"""Damaged usda files: declined, so that OpenUSD says what is wrong, or read as OpenUSD reads them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from populate import PopulateError, populate
from tests.populate.readers.text.text_fuzz import mutated, outcome_of
from tests.populate.readers.text.text_layers import decline_text, drawn_text, written


def test_mutated_texts_end_well(tmp_path: Path) -> None:
    sources = [drawn_text(tmp_path / f"drawn{n}.usda", n, prims=6).read_text(encoding="utf-8") for n in range(10)]
    outcomes = []
    for number in range(150):
        random = Random(number)
        outcomes.append(outcome_of(mutated(random.choice(sources), random), tmp_path / f"mutated{number}.usda"))
    assert set(outcomes) == {"read", "declined"}


@pytest.mark.parametrize("number", ["inf4277", "4inf", "-nan", "1e5inf", "nan1", "--1", "1e", "1.2.3", "0x10", "1_0"])
def test_what_only_looks_like_a_number_is_left_to_openusd(number: str, tmp_path: Path) -> None:
    body = f'def Xform "b" (\n    prepend apiSchemas = ["PhysicsMassAPI"]\n)\n{{\n    float physics:mass = {number}\n}}'
    file = written(body, tmp_path / "layer.usda")
    assert "in a form that USD does not write" in decline_text(file)
    if number != "-nan":
        with pytest.raises(PopulateError, match="does not open as a USD layer"):
            populate(file)
