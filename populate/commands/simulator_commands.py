"""The commands that feed simulation engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, OutputArgument, RowOption
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import scene_opener

__all__ = ["compare", "to_mjcf"]

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

    Where everything starts and what drives aim at is the key `start`: reset to it before stepping. Numbers have
    MuJoCo's six digits.

    The exit code is 1 if something could not be expressed; it is listed.

    Example: arrowstage to-mjcf robot.arrow robot.xml
    """
    with exit_codes():
        from columnar.commands import to_mjcf as write

        finish(write(file, output, opener=scene_opener(row=row), profile=profile, strict=strict), as_json=as_json)


def compare(
    file: Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")],
    engines: Annotated[
        str, typer.Option("--engines", metavar="A,B,...", help="Engines to compare, two at least.")
    ] = "mujoco,featherstone",
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="Steps to take.")] = 240,
    step: Annotated[float, typer.Option("--dt", metavar="T", help="Length of a step in seconds.")] = 1 / 240,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="OUT", help="Draw what differs most, and energies, to OUT, as SVG.")
    ] = None,
    profile: Annotated[
        str, typer.Option("--profile", metavar="NAME", help="Consumer whose rules apply: ovphysx, openusd.")
    ] = "ovphysx",
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Move FILE or STAGE in several engines: initial accelerations, positions, energies, the largest differences.

    The exit code is 1 if a state stops being a number.

    Example: arrowstage compare robot.arrow --engines mujoco,featherstone --plot compare.svg
    """
    with exit_codes():
        from rich.console import Console

        from columnar.commands import compare_engines
        from populate.commands.progress import RunProgress

        names = [name.strip() for name in engines.split(",") if name.strip()]
        with RunProgress(Console(stderr=True)) as progress:
            found = compare_engines(
                file,
                names,
                opener=scene_opener(row=row),
                steps=steps,
                time_step=step,
                profile=profile,
                plot=plot,
                progress=progress,
            )
        finish(found, as_json=as_json)
