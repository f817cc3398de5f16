"""Arguments and options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["FileArgument", "JsonOption", "OutputArgument", "RowOption"]

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Scene file, as populate writes it.")]
OutputArgument = Annotated[Path, typer.Argument(metavar="OUT", help="File to write; an old one is replaced when done.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
RowOption = Annotated[int, typer.Option("--row", min=0, metavar="N", help="Take scene N of a file of several.")]
