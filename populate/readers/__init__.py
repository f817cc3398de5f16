"""Readers: a USD stage comes in, opinions come out. See `populate.readers.choice` for which one reads what."""

from populate.readers.options import Instancing, LoadPayloads, PopulateOptions
from populate.readers.reader import Progress, Reader, StageInput

__all__ = ["Instancing", "LoadPayloads", "PopulateOptions", "Progress", "Reader", "StageInput"]
