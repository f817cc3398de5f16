"""The layered reader: OpenUSD says which specs make a prim, numpy takes their values from the layers."""

from populate.readers.layered.reader import LayeredReader

__all__ = ["LayeredReader"]
