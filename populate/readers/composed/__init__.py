"""The reference reader: OpenUSD composes, every authored property of a row is asked for."""

from populate.readers.composed.reader import ComposedReader, ComposedReading

__all__ = ["ComposedReader", "ComposedReading"]
