"""The command on runtimes: support."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, RowOption, split_names
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import scene_opener

__all__ = ["support"]


def support(
    file: Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")],
    runtime: Annotated[
        list[str] | None,
        typer.Option("--runtime", metavar="A,B,...", help="Only these runtimes: mujoco, newton, openusd, ovphysx."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with exit code 1 if a runtime ignores something authored.")
    ] = False,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what known runtimes make of every authored column of FILE or STAGE: read, converted, defaulted, ignored.

    Read: the value stands in the runtime's model; converted: another value made from it does; defaulted: the runtime
    takes a value of its own; ignored: nothing comes of it. The exit code is 0, with --strict 1 if anything authored is
    ignored.

    Example: arrowstage support robot.usda --runtime newton --strict
    """
    with exit_codes():
        from columnar.commands import support_file

        names = split_names(runtime or (), "--runtime")
        result = support_file(file, opener=scene_opener(row=row), runtimes=names, strict=strict)
        finish(result, as_json=as_json)
