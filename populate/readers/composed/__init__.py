"""The reference reader: OpenUSD composes, every authored property of a row is asked for."""

from populate.readers.composed.reader import ComposedReader

__all__ = ["ComposedReader"]
