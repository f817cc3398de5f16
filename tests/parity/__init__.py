"""Parity with the reference producer: the same stages populated by both, every cell compared."""
