"""Outputs of commands: none may be what the command reads, nor another output."""

from __future__ import annotations

import os
from pathlib import Path

from columnar.commands.errors import CommandError

__all__ = ["check_outputs"]


def check_outputs(file: Path, *outputs: Path | None) -> None:
    """Refuse outputs that are the input or one another, links followed.

    Args:
        file: what the user named.
        outputs: files to write; None for one that is not asked for.

    Raises:
        CommandError: an output is the input or another output.
    """
    # Unlike `Path.resolve`, this takes links that run in a circle.
    taken = {os.path.realpath(file): "the input"}
    for output in outputs:
        if output is None:
            continue
        place = os.path.realpath(output)
        if place in taken:
            raise CommandError(f"{output}: cannot be written: it is {taken[place]}; name another file")
        taken[place] = "another output"
