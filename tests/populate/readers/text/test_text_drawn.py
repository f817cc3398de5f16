"""Layers drawn at random, as USD writes them: every one is read, and as the composed reader reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.populate.readers.text.text_layers import assert_text_is_read_alike, drawn_text


@pytest.mark.parametrize("decade", range(5))
def test_a_drawn_layer_is_read_alike(decade: int, tmp_path: Path) -> None:
    for seed in range(10 * decade, 10 * decade + 10):
        assert_text_is_read_alike(drawn_text(tmp_path / f"drawn{seed}.usda", seed))
