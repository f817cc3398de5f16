"""Declining: a reader that does not fully understand a stage leaves it to the next one."""

from __future__ import annotations

__all__ = ["Declined", "OtherFormat"]


class Declined(Exception):
    """A reader will not read this stage; nothing is wrong with the stage itself.

    Args:
        reason: why, in half a sentence that names the feature or the prim.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class OtherFormat(Declined):
    """The reader is for files of another kind, which is no news to anybody."""
