"""Arguments that may be a stage or a scene file: the suffix tells."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from populate.commands.interrupts import interrupts_held

if TYPE_CHECKING:
    from columnar.scene import Scene

__all__ = ["USD_SUFFIXES", "is_stage", "scene_opener"]

USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")


def is_stage(path: Path) -> bool:
    """Whether a path is named like a USD file."""
    return path.suffix.lower() in USD_SUFFIXES


def scene_opener(*, row: int = 0) -> Callable[[Path], Scene]:
    """An opener that populates stages and opens scene files.

    Args:
        row: which scene of a file of several.
    """

    def open_input(path: Path) -> Scene:
        if is_stage(path):
            if row:
                from columnar.commands import CommandError

                raise CommandError(f"{path}: --row {row}: a stage is one scene; the rows are those of scene files")
            return _populated(path)
        from columnar.file import open_scene

        return open_scene(path, row=row)

    return open_input


def _populated(path: Path) -> Scene:
    """The columns of a stage; what OpenUSD warns of becomes warnings."""
    with interrupts_held():
        from populate import populate
        from populate.diagnostics import caught_warnings
    with caught_warnings() as texts:
        scene = populate(path).scene
    for text in texts:
        warnings.warn(text, stacklevel=1)
    return scene
