"""What populate raises: bad input gets one sentence that names file and prim, and what to do."""

from __future__ import annotations

__all__ = ["PopulateError"]


class PopulateError(ValueError):
    """Input that cannot be populated: a stage that does not open, a prim or variant that is not there."""
