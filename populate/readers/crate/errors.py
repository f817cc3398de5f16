"""What goes wrong with crate bytes: damage, which is an error, and versions this package does not know."""

from __future__ import annotations

__all__ = ["CrateError", "CrateVersionError"]


class CrateError(ValueError):
    """Bytes that contradict the crate format; the message says which part, and what was found instead."""


class CrateVersionError(CrateError):
    """A crate of a version this package does not read; the file itself may be sound."""
