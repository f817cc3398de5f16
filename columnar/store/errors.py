"""What the store refuses."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["StoreError"]


class StoreError(ValueError):
    """A call that the store refuses as a whole; nothing of it was written.

    Attributes:
        problems: everything that was wrong, a sentence each: what was given, where, and what was expected.
    """

    def __init__(self, *problems: str) -> None:
        self.problems: Sequence[str] = problems
        super().__init__("; ".join(problems))
