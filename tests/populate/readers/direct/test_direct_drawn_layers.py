"""Layers drawn at random: the direct reader reads every one, and makes of it what the composed reader does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.populate.readers.direct.drawn_layers import draw_layer
from tests.populate.readers.direct.reader_equality import assert_readers_agree


@pytest.mark.parametrize("decade", range(15))
def test_a_drawn_layer_is_read_alike(decade: int, tmp_path: Path) -> None:
    for seed in range(10 * decade, 10 * decade + 10):
        assert_readers_agree(draw_layer(tmp_path / "drawn.usdc", seed))
