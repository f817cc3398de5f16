"""Arguments and options that several commands take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["FileArgument", "JsonOption", "OutputArgument", "RowOption", "split_names"]

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Scene file, as populate writes it.")]
OutputArgument = Annotated[Path, typer.Argument(metavar="OUT", help="File to write; an old one is replaced when done.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
RowOption = Annotated[int, typer.Option("--row", min=0, metavar="N", help="Take scene N of a file of several.")]


def split_names(texts: Sequence[str], option: str) -> list[str]:
    """The names in lists separated by commas.

    Args:
        texts: as given, one for each time the option was.
        option: its name.

    Raises:
        CommandError: there is no name in them: an empty list must not pass for no option at all.
    """
    names = [name for text in texts for name in (part.strip() for part in text.split(",")) if name]
    if texts and not names:
        from columnar.commands import CommandError

        raise CommandError(f"{option} names nothing; give a name, or leave the option out")
    return names
