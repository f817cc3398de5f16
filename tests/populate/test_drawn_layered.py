"""Drawn stages of layers, arcs, variants and instances: the layered reader makes the composed reader's scene."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from drawn_stage import Stage, write_stage
from hypothesis import HealthCheck, given, settings
from strategies import stages

from populate.readers import Instancing, PopulateOptions
from tests.populate.readers.layered.layered_equality import assert_layered_agrees


@pytest.mark.parametrize("instancing", Instancing)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(stage=stages())
def test_a_drawn_stage_is_read_alike(stage: Stage, instancing: Instancing) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert_layered_agrees(write_stage(stage, Path(folder)), PopulateOptions(instancing=instancing))
