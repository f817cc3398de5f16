"""The commands that feed simulation engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, OutputArgument, RowOption
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import scene_opener

__all__ = ["to_mjcf"]

StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse what the engine cannot express, instead of listing it.")
]


def to_mjcf(
    file: Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")],
    output: OutputArgument,
    profile: Annotated[
        str, typer.Option("--profile", metavar="NAME", help="Consumer whose rules apply: ovphysx, openusd.")
    ] = "ovphysx",
    strict: StrictOption = False,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Write FILE or STAGE as a MuJoCo model, in metres and kilograms, meshes inline.

    The exit code is 1 if something could not be expressed; it is listed.

    Example: arrowstage to-mjcf robot.arrow robot.xml
    """
    with exit_codes():
        from columnar.commands import to_mjcf as write

        finish(write(file, output, opener=scene_opener(row=row), profile=profile, strict=strict), as_json=as_json)
