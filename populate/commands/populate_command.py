"""`populate`: a stage becomes a scene file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, OutputArgument
from populate.commands.choices import Instancing, LoadPayloads
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.interrupts import interrupts_held

__all__ = ["populate_stage"]

_USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")


def _finite(value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("a USD time code is a finite number")
    return value


def populate_stage(
    stage: Annotated[Path, typer.Argument(metavar="STAGE", help="USD file: .usd, .usda, .usdc or .usdz.")],
    output: OutputArgument,
    root: Annotated[str | None, typer.Option("--root", metavar="PRIM", help="Look below PRIM only.")] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="PRIM{SET=NAME}", help="Select a variant; may be given several times."),
    ] = None,
    load: Annotated[LoadPayloads, typer.Option("--load", help="Load payloads or not.")] = LoadPayloads.ALL,
    instancing: Annotated[
        Instancing, typer.Option("--instancing", help="Give instances rows of their own, or keep prototypes once.")
    ] = Instancing.EXPAND,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="CODE", callback=_finite, help="Read values at a USD time code."),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option("--reader", metavar="NAME", help="Try only this reader (direct, composed), not the fastest."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if there is any report.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the physics columns of STAGE to OUT.

    Everything odd about the stage is reported and kept in OUT. Only default values are read unless --time is given.

    Example: arrowstage populate robot.usda robot.arrow --variant '/World/Robot{Physics=physx}'
    """
    with exit_codes():
        _check_output(stage, output)
        from rich.console import Console

        from populate.commands.progress import RunProgress

        with interrupts_held():
            from populate import populate
            from populate.commands.summary import populate_summary
            from populate.diagnostics import caught_warnings

        with caught_warnings() as warnings, RunProgress(Console(stderr=True)) as progress:
            population = populate(
                stage,
                output,
                root=root,
                variants=variant or (),
                load=load.value,
                instancing=instancing.value,
                time=time,
                reader=reader,
                progress=progress,
            )
        finish(populate_summary(population, warnings, strict=strict), as_json=as_json)


def _check_output(stage: Path, output: Path) -> None:
    """Refuse early what would fail at the end of a long run, or overwrite a stage.

    Raises:
        SceneFileError: no file can be written there.
    """
    from columnar.file import Problem, SceneFileError

    expected = f"a file name such as {stage.stem}.arrow"
    if output.suffix.lower() in _USD_SUFFIXES:
        raise SceneFileError(output, Problem("", "cannot be written: it has the name of a USD file", expected))
    if output.is_dir():
        raise SceneFileError(output, Problem("", "cannot be written: it is a folder", expected))
    if not output.parent.is_dir():
        remedy = f"create {output.parent}"
        raise SceneFileError(output, Problem("", "cannot be written: its folder does not exist", "", remedy))
