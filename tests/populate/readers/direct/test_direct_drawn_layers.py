"""Layers drawn at random: every one that the direct reader reads comes out as from the composed reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.populate.readers.direct.drawn_layers import draw_layer
from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline

EXPECTED = ("an attribute under the name ", "names another property", "authored as ")
"""Parts of the reasons for which drawn layers may be declined: oddities that only such layers have."""


@pytest.mark.parametrize("decade", range(15))
def test_a_drawn_layer_is_read_alike(decade: int, tmp_path: Path) -> None:
    read = 0
    for seed in range(10 * decade, 10 * decade + 10):
        file = draw_layer(tmp_path / "drawn.usdc", seed)
        reason = decline(file)
        if reason:
            assert any(part in reason for part in EXPECTED), f"seed {seed}: {reason}"
            continue
        assert_readers_agree(file)
        read += 1
    assert read >= 7
