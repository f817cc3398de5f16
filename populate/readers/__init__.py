"""Readers: a USD stage comes in, opinions come out."""

from populate.readers.composed import ComposedReader
from populate.readers.options import Instancing, LoadPayloads, PopulateOptions
from populate.readers.reader import Progress, Reader, StageInput

__all__ = ["ComposedReader", "Instancing", "LoadPayloads", "PopulateOptions", "Progress", "Reader", "StageInput"]
