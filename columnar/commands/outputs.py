"""Outputs of commands: each can be written, and none is what the command reads, nor another output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from columnar.commands.errors import CommandError
from columnar.file import require_writable

__all__ = ["check_outputs"]


def check_outputs(inputs: Path | Sequence[Path], *outputs: Path | None) -> None:
    """Refuse outputs before any work: those that are an input or one another, links followed, or cannot be written.

    Args:
        inputs: files that the user named to be read.
        outputs: files to write; None for one that is not asked for.

    Raises:
        CommandError: an output is an input or another output.
        SceneFileError: an output cannot be written.
    """
    # Unlike `Path.resolve`, this takes links that run in a circle.
    taken = {os.path.realpath(file): "the input" for file in ([inputs] if isinstance(inputs, Path) else inputs)}
    for output in outputs:
        if output is None:
            continue
        place = os.path.realpath(output)
        if place in taken:
            raise CommandError(f"{output}: cannot be written: it is {taken[place]}; name another file")
        require_writable(output)
        taken[place] = "another output"
