"""The commands on descriptors: parse, diff, check. USD is imported only where a stage is given."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from populate.commands.arguments import FileArgument, JsonOption, RowOption
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import is_stage, scene_opener
from populate.commands.interrupts import interrupts_held

if TYPE_CHECKING:
    from columnar.reports import CommandResult

__all__ = ["check", "diff", "parse"]

ProfileOption = Annotated[
    str, typer.Option("--profile", metavar="NAME", help="Consumer whose rules apply: ovphysx, openusd, openusd-26.8.")
]


def parse(
    file: Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")],
    profile: ProfileOption = "ovphysx",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="Save the descriptor tables to OUT.")
    ] = None,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what a consumer makes of the columns of FILE or STAGE: joints, limits, drives, bodies, articulations.

    Example: arrowstage parse robot.arrow --json
    """
    with exit_codes():
        from columnar.commands import parse_file

        finish(parse_file(file, opener=scene_opener(row=row), profile=profile, output=output), as_json=as_json)


def diff(
    first: Annotated[Path, typer.Argument(metavar="STAGE|FILE", help="USD file, or the first of two scene files.")],
    second: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Columns of STAGE, or the scene file to compare with.")
    ] = None,
    profile: ProfileOption = "ovphysx",
    html: Annotated[
        Path | None, typer.Option("--html", metavar="OUT", help="Write a page with pictures of the joints to OUT.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare STAGE read through columns with STAGE read by OpenUSD's parser, or the cells of two scene files.

    Every difference bears the recorded finding that predicts it, or is unexplained. The exit code is 0 if there is
    none, or none that a simulation sees.

    Example: arrowstage diff robot.usda --html differences.html
    """
    with exit_codes():
        compared = _stage_result(first, second, profile, html) if is_stage(first) else _file_result(first, second, html)
        finish(compared, as_json=as_json)


def _stage_result(stage: Path, file: Path | None, profile: str, html: Path | None) -> CommandResult:
    from columnar.commands import CommandError, ComparedSide, check_outputs, difference_report
    from columnar.file import open_scene

    if file is not None and is_stage(file):
        raise CommandError(f"{file}: a stage is compared with its own columns, in a scene file or made now")
    check_outputs([stage] if file is None else [stage, file], html)
    scene = None if file is None else open_scene(file)
    with interrupts_held():
        from populate.comparison import compare_stage
        from populate.diagnostics import caught_warnings
        from populate.openusd_release import chosen_profile

    chosen = chosen_profile(profile)
    with caught_warnings() as texts:
        found = compare_stage(stage, scene, profile=chosen)
    for text in texts:
        warnings.warn(text, stacklevel=1)
    columns = ComparedSide(f"{stage if file is None else file} as {chosen.name} reads columns", found.columns)
    usd = ComparedSide(f"{stage} as OpenUSD's parser reads it", found.usd)
    return difference_report(found.differences, columns, usd, html=html)


def _file_result(first: Path, second: Path | None, html: Path | None) -> CommandResult:
    from columnar.commands import CommandError, diff_files
    from columnar.file import open_scene

    if second is None:
        raise CommandError(f"{first}: one scene file alone cannot be compared; name its stage first, or another file")
    if is_stage(second):
        raise CommandError(f"{second}: the stage comes first: arrowstage diff {second} {first}")
    return diff_files(first, second, opener=open_scene, html=html)


def check(file: FileArgument, row: RowOption = 0, as_json: JsonOption = False) -> None:
    """Look for traps in the columns of FILE: cells that a consumer reads otherwise than they seem to say.

    The exit code is 0 if there is none, or none that a simulation sees.

    Example: arrowstage check robot.arrow
    """
    with exit_codes():
        from columnar.commands import check_file

        finish(check_file(file, opener=scene_opener(row=row)), as_json=as_json)
