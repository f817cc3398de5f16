"""Stages drawn at random: every one that the repeated reader reads comes out as from the composed reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.populate.readers.repeated.drawn_fields import draw_field
from tests.populate.readers.repeated.repeated_equality import EVERY_OPTION, assert_repeated_agrees, repeated_decline

EXPECTED = (
    "no two prims bring in the same",
    "inherit from classes",
    "whose type is unknown",
    "below composition arcs",
    "which has no row for itself",
    "which has no row of its own",
    "a transform that is reported",
    "not populated for itself",
    "authored as",
    "has no usable value",
    "an attribute over a relationship",
)
"""Parts of the reasons for which drawn stages may be declined."""


@pytest.mark.parametrize("decade", range(4))
def test_a_drawn_stage_is_read_alike(decade: int, tmp_path: Path) -> None:
    read = 0
    for seed in range(10 * decade, 10 * decade + 10):
        file = draw_field(tmp_path, seed)
        for options in EVERY_OPTION:
            reason = repeated_decline(file, options)
            if reason:
                assert any(part in reason for part in EXPECTED), f"seed {seed}: {reason}"
                continue
            assert_repeated_agrees(file, options)
            read += 1
    assert read >= 10
