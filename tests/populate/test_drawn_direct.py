"""Drawn stages brought down to one layer: the direct reader makes of them what the composed reader does."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from drawn_stage import LAYERS, Opinion, Prim, Stage, write_stage
from hypothesis import HealthCheck, assume, given, settings
from pxr import Sdf
from strategies import stages

from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline

ODD = ("an attribute under the name ", "names another property", "collection")
"""Parts of the reasons for which drawn layers may be declined."""


def without_composition(stage: Stage) -> Stage:
    """The stage without arcs and variants, every opinion in the weaker of its layers."""

    def plain(prim: Prim) -> Prim:
        opinions: tuple[Opinion, ...] = tuple(replace(opinion, layer=1) for opinion in prim.opinions)
        return replace(prim, arc=None, choice=None, opinions=opinions)

    return replace(stage, prims=tuple(map(plain, stage.prims)))


def single_layer(stage: Stage, folder: Path) -> Path:
    """A crate file with everything the stage says."""
    root = Sdf.Layer.FindOrOpen(str(write_stage(without_composition(stage), folder)))
    layer = Sdf.Layer.FindOrOpen(str(folder / LAYERS[1]))
    for key in ("metersPerUnit", "kilogramsPerUnit", "upAxis"):
        if root.pseudoRoot.HasInfo(key):
            layer.pseudoRoot.SetInfo(key, root.pseudoRoot.GetInfo(key))
    layer.Export(str(folder / "single.usdc"))
    return folder / "single.usdc"


@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(stage=stages())
def test_a_drawn_layer_is_read_alike(stage: Stage) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = single_layer(stage, Path(folder))
        reason = decline(file)
        assume(not any(part in reason for part in ODD))
        assert reason == ""
        assert_readers_agree(file)
