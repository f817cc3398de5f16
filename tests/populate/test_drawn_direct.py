"""Drawn stages brought down to one layer: the direct reader makes of them what the composed reader does."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from drawn_stage import LAYERS, Opinion, Prim, Stage, TargetEdits, write_stage
from hypothesis import HealthCheck, given, settings
from pxr import Sdf
from strategies import stages

from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline

RESOLVED = ("material:binding", "collection:")
"""Starts of properties that decide over other prims, for which oddities are declined (see test_direct_declines)."""


def is_plain(opinion: Opinion) -> bool:
    """Whether the direct reader takes the opinion: all but oddities among bindings and collections."""
    if not opinion.name.startswith(RESOLVED):
        return True
    return isinstance(opinion.value, TargetEdits) and not any("." in target for target in opinion.value.targets)


def without_composition(stage: Stage) -> Stage:
    """The stage without arcs, variants and what is declined, every opinion in the weaker of its layers."""

    def plain(prim: Prim) -> Prim:
        opinions: tuple[Opinion, ...] = tuple(
            replace(opinion, layer=1) for opinion in prim.opinions if is_plain(opinion)
        )
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
        assert decline(file) == ""
        assert_readers_agree(file)
