"""Extensions are counted by name, against stages of known content."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from populate import populate

STAGES = Path(__file__).parents[1] / "data" / "stages"


@pytest.mark.parametrize(
    ("stage", "instancing", "counts"),
    [
        # The site of the lamp is nothing but the hinge's target.
        ("lamp", "expand", {"target_rows": 1}),
        # Two instances of one body; shared, the body is kept once in its prototype, as the reference does.
        ("instances", "expand", {"instance_rows": 2}),
        ("instances", "share", {}),
        # acme:glow and mjc:unheardOf have no column; AcmeGlowAPI and MjcJointAPI are in no published schema.
        ("odd_lamp", "expand", {"property_cells": 2, "unregistered_apis": 2, "MjcJointAPI": 1}),
    ],
)
def test_counts(stage: str, instancing: str, counts: Mapping[str, int]) -> None:
    assert populate(STAGES / f"{stage}.usda", instancing=instancing).extensions == counts
