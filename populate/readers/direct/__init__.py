"""The direct reader: single-layer usdc files read with numpy, without opening a stage."""

from populate.readers.direct.facts import scene_facts
from populate.readers.direct.guard import guard_layer, guard_options
from populate.readers.direct.layer import read_layer
from populate.readers.direct.outcome import LayerOutcome
from populate.readers.direct.reader import DirectReader, LayerRun, crate_layer

__all__ = [
    "DirectReader",
    "LayerOutcome",
    "LayerRun",
    "crate_layer",
    "guard_layer",
    "guard_options",
    "read_layer",
    "scene_facts",
]
