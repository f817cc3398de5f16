"""The commands on scene files: they never import USD."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import FileArgument, JsonOption, OutputArgument, RowOption
from populate.commands.choices import ExportFormat
from populate.commands.exits import exit_codes
from populate.commands.finish import finish

__all__ = ["concat", "export", "info", "pack", "show"]


def info(
    file: FileArgument,
    stage: Annotated[
        Path | None, typer.Option("--stage", metavar="PATH", help="Compare the layers with the stage at PATH.")
    ] = None,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Say what FILE is: versions, units, layers, rows, reports, and which layers have changed since.

    Layers are compared with the root layer beside FILE unless --stage says where it is.

    Example: arrowstage info robot.arrow --stage stages/robot.usda
    """
    with exit_codes():
        from columnar.commands import file_info
        from columnar.file import open_scenes

        finish(file_info(file, opener=open_scenes, row=row, stage=stage), as_json=as_json)


def show(
    file: FileArgument,
    argument: Annotated[
        str | None, typer.Argument(metavar="PRIM|COMPONENT", help="Prim path, component, or table (report).")
    ] = None,
    row: RowOption = 0,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Show at most so many rows on a terminal.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """Show the tables of FILE, all cells of a prim, or the rows of a component.

    Example: arrowstage show robot.arrow /World/Robot/Arm
    """
    with exit_codes():
        from columnar.commands import show_file
        from columnar.file import open_scene

        finish(show_file(file, argument, opener=partial(open_scene, row=row), limit=limit or None), as_json=as_json)


def concat(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scene files, in the order of the rows.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT", help="File to write.")],
    as_json: JsonOption = False,
) -> None:
    """Write the scenes of several files into one, a row each.

    Example: arrowstage concat arm.arrow hand.arrow -o both.arrow
    """
    with exit_codes():
        from columnar.commands import concat_files
        from columnar.file import open_scenes

        finish(concat_files(files, output, opener=open_scenes), as_json=as_json)


def export(
    file: FileArgument,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write to; made if need be.")],
    format: Annotated[ExportFormat, typer.Option("--format", help="Format of the files.")] = ExportFormat.PARQUET,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Write every table of FILE to a file of its own in DIR.

    Example: arrowstage export robot.arrow tables --format arrow
    """
    with exit_codes():
        from columnar.commands import export_file
        from columnar.file import open_scene

        opener = partial(open_scene, row=row)
        finish(export_file(file, folder, opener=opener, format=format.value), as_json=as_json)


def pack(file: FileArgument, output: OutputArgument, as_json: JsonOption = False) -> None:
    """Compress FILE for archives and transport; a packed file opens like any other.

    Example: arrowstage pack robot.arrow robot-packed.arrow
    """
    with exit_codes():
        from columnar.commands import pack_file

        finish(pack_file(file, output), as_json=as_json)
