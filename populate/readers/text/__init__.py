"""The text reader: a usda layer in the form USD itself writes, read line by line, without opening a stage."""

from populate.readers.text.reader import TextReader

__all__ = ["TextReader"]
