"""The commands that move articulations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, RowOption
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import scene_opener

__all__ = ["simulate", "tree"]

SceneArgument = Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")]
ProfileOption = Annotated[
    str, typer.Option("--profile", metavar="NAME", help="Consumer whose rules apply: ovphysx, openusd.")
]


def simulate(
    file: SceneArgument,
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="Steps to take.")] = 240,
    step: Annotated[float, typer.Option("--dt", metavar="T", help="Length of a step in seconds.")] = 1 / 240,
    environments: Annotated[int, typer.Option("--envs", metavar="M", help="Copies that move side by side.")] = 1,
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="Who simulates: featherstone, mujoco, newton ...")
    ] = "featherstone",
    integrator: Annotated[
        str | None,
        typer.Option(
            "--integrator",
            metavar="NAME",
            help="implicit (the default), semi-implicit or rk4; of featherstone alone.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="Save every state as Arrow to OUT.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="OUT", help="Draw positions and energies over time to OUT, as SVG.")
    ] = None,
    profile: ProfileOption = "ovphysx",
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse what the engine cannot express, instead of listing it.")
    ] = False,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Move the articulations of FILE or STAGE, and keep joint positions, velocities and link poses.

    By our own dynamics, without contacts; or by another engine, which moves all bodies. What the engine does not
    express, an articulation that it refuses among it, is listed by prim and column. The exit code is 1 if there is
    something, or if a state stops being a number.

    Example: arrowstage simulate robot.arrow --steps 1000 --envs 16 -o run.arrow --plot run.svg
    """
    with exit_codes():
        from rich.console import Console

        from columnar.commands import SimulationOptions, simulate_file
        from populate.commands.progress import RunProgress

        options = SimulationOptions(steps, step, environments, engine, integrator, profile, strict)
        with RunProgress(Console(stderr=True)) as progress:
            found = simulate_file(
                file, options, opener=scene_opener(row=row), output=output, plot=plot, progress=progress
            )
        finish(found, as_json=as_json)


def tree(
    file: SceneArgument,
    picture: Annotated[Path | None, typer.Option("--svg", metavar="OUT", help="Draw the trees to OUT, as SVG.")] = None,
    profile: ProfileOption = "ovphysx",
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show the joint trees of FILE or STAGE: types of joints, limits and drives, in radians and stage units.

    The exit code is 1 if an articulation cannot be built; the reason is given.

    Example: arrowstage tree robot.arrow --svg tree.svg
    """
    with exit_codes():
        from columnar.commands import tree_file

        finish(tree_file(file, opener=scene_opener(row=row), profile=profile, picture=picture), as_json=as_json)
