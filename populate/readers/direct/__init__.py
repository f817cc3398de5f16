"""The direct reader: single-layer usdc files read with numpy, without opening a stage."""

from populate.readers.direct.reader import DirectReader, LayerRun, crate_layer

__all__ = ["DirectReader", "LayerRun", "crate_layer"]
