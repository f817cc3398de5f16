"""The command line: `python -m benchmarks.simulators [ENGINE[=PYTHON[,PYTHON OF ITS OWN WAY]] ...]`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.simulators.engines import ENGINES, lacks
from benchmarks.simulators.measuring import Entry, MeasurementError, model_files, take_turns

__all__ = ["main"]

_SMALL = 20
_PARTS = ("open", "parse", "mechanism", "floor")


def main(
    engines: Annotated[
        list[str] | None,
        typer.Argument(metavar="ENGINE[=PYTHON[,PYTHON]]", help="By default all whose environments make has made."),
    ] = None,
    counts: Annotated[list[int] | None, typer.Option("--bodies", min=10, help="By default 1,000 and 10,000.")] = None,
    runs: Annotated[int, typer.Option(min=1, help="How often each way gets its turn; medians are shown.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON on standard output.")] = False,
    folder: Annotated[Path, typer.Option(help="Where generated stages are kept.")] = Path("build/bench"),
) -> None:
    """Time building a model from a mapped file, beside the engine's own way. Each measurement has a process of its own,
    the two ways take turns; engines whose environment is missing are skipped with a line that says what to run.
    """
    console = Console(stderr=True)
    chosen = dict(_chosen(entry) for entry in engines or ENGINES)
    entries: list[Entry] = []
    failed = False
    with console.status("") as status:
        for name, pythons in chosen.items():
            missing = [reason for way, python in pythons.items() if (reason := lacks(name, way, python))]
            if missing:
                console.print(f"{name}: skipped: {'; '.join(dict.fromkeys(missing))}", soft_wrap=True)
                continue
            for count in _counts(name, counts, console):
                try:
                    entries.append(_measured(name, pythons, count, folder, runs, status.update))
                except MeasurementError as error:
                    console.print(f"{name}, {count} bodies: {error}", soft_wrap=True, markup=False)
                    failed = True
    if as_json:
        typer.echo(json.dumps([entry.to_json() for entry in entries], indent=2))
    elif entries:
        _show(entries)
    raise typer.Exit(2 if failed or (engines and not entries) else 0)


def _chosen(text: str) -> tuple[str, dict[str, Path]]:
    name, _, pythons = text.partition("=")
    if name not in ENGINES:
        raise typer.BadParameter(f"no engine {name!r}; there are: {', '.join(ENGINES)}")
    given = [Path(python) for python in pythons.split(",") if python]
    if given:
        return name, {"ours": given[0], "own": given[-1]}
    return name, {way: ENGINES[name].python(way) for way in ("ours", "own")}


def _counts(name: str, counts: Sequence[int] | None, console: Console) -> Sequence[int]:
    """Sizes asked for; by default those that the engine takes."""
    largest = ENGINES[name].largest
    if counts or largest is None:
        return counts or (1_000, 10_000)
    console.print(f"{name}: {largest:,} bodies at most: ten times as many take 20 to 30 times as long", soft_wrap=True)
    return (largest,)


def _measured(
    name: str, pythons: dict[str, Path], count: int, folder: Path, runs: int, progress: Callable[[str], None]
) -> Entry:
    def say(what: str) -> None:
        progress(f"{name}, {count} bodies: {what}")

    say("preparing")
    files, small = (_files(bodies, folder) for bodies in (count, _SMALL))
    found = take_turns(name, pythons, files, small, runs=runs, progress=say)
    return Entry(name, count, ENGINES[name].peer, found["ours"], found["own"])


@cache
def _files(count: int, folder: Path) -> str:
    """What the engines read, as JSON; made once for all of them."""
    return json.dumps(model_files(count, folder))


def _show(entries: Sequence[Entry]) -> None:
    table = Table(title="mapped file to built model: seconds of the peer / ours", title_justify="left", box=None)
    table.add_column("engine", no_wrap=True)
    table.add_column("bodies", justify="right")
    table.add_column("peer", no_wrap=True)
    for heading in ("ratio", "by processor", "ours s", "peer s", *(f"{part} s" for part in _PARTS)):
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in entries:
        numbers = [entry.ratio(), entry.ratio("processor"), entry.median("ours"), entry.median("own")]
        parts = [entry.median("ours", part) for part in _PARTS]
        table.add_row(entry.engine, f"{entry.bodies:,}", entry.peer, *map(_number, [*numbers, *parts]))
    Console(width=None if Console().is_terminal else 140).print(table)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


if __name__ == "__main__":
    typer.run(main)
