"""`populate`: a stage becomes a scene file."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from populate.commands.arguments import JsonOption
from populate.commands.choices import Instancing, LoadPayloads
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.interrupts import interrupts_held

if TYPE_CHECKING:
    from columnar.reports import CommandResult
    from populate.population import Population

__all__ = ["populate_stage"]

_USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")


def _finite(value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("a USD time code is a finite number")
    return value


def populate_stage(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="STAGE OUT", help="A USD file and the file to write; with --out-dir, USD files only."),
    ],
    out_dir: Annotated[
        Path | None,
        typer.Option(
            "--out-dir", metavar="DIR", help="Populate every STAGE given, each into a file of its own in DIR."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, metavar="N", help="With --out-dir: run N stages at a time.")
    ] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Leave an output alone whose layers, options and contract are the same.")
    ] = False,
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
        typer.Option("--reader", metavar="NAME", help="Try only this reader (direct, text ...), not the fastest."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if there is any report.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the physics columns of STAGE to OUT.

    Everything odd about the stage is reported and kept in OUT. Only default values are read unless --time is given.
    With --out-dir a stage that fails is reported, the rest are done, and the exit code is 2.

    Example: arrowstage populate robot.usda robot.arrow --variant '/World/Robot{Physics=physx}'
    """
    options = {
        "root": root,
        "variants": tuple(variant or ()),
        "load": load.value,
        "instancing": instancing.value,
        "time": time,
        "reader": reader,
    }
    with exit_codes():
        if out_dir is not None:
            from populate.commands.populate_stages import populate_stages

            result = populate_stages(paths, out_dir, jobs=jobs, resume=resume, strict=strict, options=options)
        elif len(paths) != 2:
            raise typer.BadParameter("expected STAGE and OUT, or --out-dir DIR and any number of stages")
        else:
            result = _populate_one(*paths, resume=resume, strict=strict, options=options)
        finish(result, as_json=as_json)


def _populate_one(
    stage: Path, output: Path, *, resume: bool, strict: bool, options: Mapping[str, Any]
) -> CommandResult:
    _check_output(stage, output)
    from rich.console import Console

    from populate.commands.progress import RunProgress

    with interrupts_held():
        from populate import populate, populate_cached
        from populate.commands.summary import populate_summary
        from populate.diagnostics import caught_warnings

    with caught_warnings() as warnings, RunProgress(Console(stderr=True)) as progress:
        run: Callable[..., Population] = populate_cached if resume else populate
        population = run(stage, output, progress=progress, **options)
    return populate_summary(population, warnings, strict=strict)


def _check_output(stage: Path, output: Path) -> None:
    """Refuse early what would fail at the end of a long run, or overwrite a stage.

    Raises:
        SceneFileError: no file can be written there.
    """
    from columnar.file import Problem, SceneFileError, require_writable

    expected = f"a file name such as {stage.stem}.arrow"
    if output.suffix.lower() in _USD_SUFFIXES:
        raise SceneFileError(output, Problem("", "cannot be written: it has the name of a USD file", expected))
    if output.is_dir():
        raise SceneFileError(output, Problem("", "cannot be written: it is a folder", expected))
    if os.path.realpath(output) == os.path.realpath(stage):
        raise SceneFileError(output, Problem("", "cannot be written: it is the stage", expected))
    require_writable(output)
