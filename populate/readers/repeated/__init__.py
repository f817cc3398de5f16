"""The repeated reader: repeated references, payloads and instances composed once each, their columns copied."""

from populate.readers.repeated.reader import RepeatedReader

__all__ = ["RepeatedReader"]
