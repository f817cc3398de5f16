"""How a command comes by its scenes: the caller says, so that an argument may one day be a stage as well as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from columnar.scene import Scene

__all__ = ["Opener", "ScenesOpener"]

Opener = Callable[[Path], Scene]
"""Opens the scene the user named; raises an error that says what was wrong with it."""

ScenesOpener = Callable[[Path], Sequence[Scene]]
"""Opens every scene of what the user named."""
