"""`show`: what a scene file holds, as a whole, of one prim, or of one component."""

from __future__ import annotations

from pathlib import Path

from columnar.commands.errors import CommandError
from columnar.commands.opener import Opener
from columnar.commands.show_prim import show_prim
from columnar.commands.show_summary import show_summary
from columnar.commands.show_table import show_table
from columnar.reports import CommandResult
from columnar.scene import SCENE_TABLES
from schemas.contract import unknown_name

__all__ = ["show_file"]


def show_file(file: Path, argument: str | None = None, *, opener: Opener, limit: int | None = None) -> CommandResult:
    """Tables of a file, all cells of a prim, or the rows of a table.

    Args:
        file: a scene file.
        argument: a prim path (it begins with "/"), a component, or one of the other tables (`prim`, `path`,
            `property`, `report`); None for a summary.
        opener: opens the file.
        limit: most rows shown on a terminal, None for all.

    Raises:
        CommandError: the file has no such prim or table.
    """
    scene = opener(file)
    if argument is None:
        return show_summary(scene, file)
    if argument.startswith("/"):
        return show_prim(scene, file, argument)
    if argument not in scene.tables:
        known = {*SCENE_TABLES, *scene.contract.components}
        reason = "it was not populated" if argument in known else unknown_name("component or table", argument, known)
        raise CommandError(f"{file}: {argument}: {reason}")
    return show_table(scene, argument, limit=limit)
