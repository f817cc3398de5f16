"""What commands raise when they cannot do what was asked."""

from __future__ import annotations

__all__ = ["CommandError"]


class CommandError(ValueError):
    """An argument names nothing that is there; the message says what there is."""
