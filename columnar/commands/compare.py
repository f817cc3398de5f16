"""`compare`: one scene in several engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.commands.errors import CommandError
from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.commands.plot import panels_plot
from columnar.commands.unsupported import unsupported_blocks
from columnar.file import replacing
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid, json_data
from columnar.simulators import EngineRun, largest_differences, run_engine

__all__ = ["compare_engines"]

Doubles = npt.NDArray[np.float64]

_SHOWN: Final = 50
"""Joints shown on a terminal."""


def compare_engines(
    file: Path,
    engines: Sequence[str],
    *,
    opener: Opener,
    steps: int,
    time_step: float,
    profile: str,
    plot: Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> CommandResult:
    """Initial accelerations, trajectories and energies of a scene by engine, the largest differences first.

    The exit code is 1 if an engine's state is not, or stops being, a number.

    Args:
        file: what the user named.
        engines: two at least.
        opener: opens what the user named.
        steps: how many steps to take.
        time_step: seconds of a step.
        profile: the consumer whose rules the columns are parsed by.
        plot: SVG file for the positions that differ most, and energies.
        progress: called with what is done, how far, of how much.

    Raises:
        CommandError: fewer than two engines, no steps, or the plot is the input.
        SceneFileError: the file cannot be opened, or the plot not written.
        SimulatorError: no such engine, it is not installed, it refuses the scene, or the states would not fit into
            memory.
    """
    if len(set(engines)) < 2:
        raise CommandError("name two engines at least: --engines mujoco,featherstone")
    if not 1 <= steps <= 1_000_000:
        raise CommandError(f"{steps} steps; expected 1 to 1000000")
    check_outputs(file, plot)
    scene = opener(file)
    descriptors = parse(scene, load_profile(profile))
    runs = [
        run_engine(name, descriptors, scene, steps=steps, time_step=time_step, progress=progress)
        for name in dict.fromkeys(engines)
    ]
    if plot is not None:
        with replacing(plot) as stream:
            stream.write(_plot(runs).encode())
    whole = all(run.finite for run in runs)
    return CommandResult(lambda: _data(runs), lambda: _blocks(file, runs), exit_code=int(not whole))


def _data(runs: Sequence[EngineRun]) -> dict[str, Any]:
    acceleration, position = largest_differences(runs)
    joints = [
        {
            "path": name.path,
            "axis": name.axis,
            "acceleration": {run.engine: json_data(float(run.accelerations[place])) for run in runs},
            "position": {run.engine: json_data(float(run.positions[-1, place])) for run in runs},
            "difference": {"acceleration": _number(acceleration[place]), "position": _number(position[place])},
        }
        for place, name in enumerate(runs[0].coordinates)
    ]
    return {
        "engines": [run.engine for run in runs],
        "joints": joints,
        "energy": {
            run.engine: {
                moment: json_data(dict(zip(("kinetic", "potential"), run.energies[place].tolist(), strict=True)))
                for moment, place in (("start", 0), ("end", -1))
            }
            for run in runs
        },
        "finite": {run.engine: run.finite for run in runs},
        "max_difference": {"acceleration": _number(_largest(acceleration)), "position": _number(_largest(position))},
        "unsupported": {run.engine: [entry.to_json() for entry in run.unsupported] for run in runs},
    }


def _largest(differences: Doubles) -> float:
    """The largest difference; NaN where nothing is compared."""
    return float(np.fmax.reduce(differences)) if len(differences) else np.nan


def _number(difference: float) -> Any:
    """A difference in JSON: null where nothing is compared, "inf" where an engine's value is not finite."""
    return None if np.isnan(difference) else json_data(float(difference))


def _difference_text(difference: float) -> str:
    if np.isnan(difference):
        return "not compared"
    return f"{difference:.3g}" if np.isfinite(difference) else "not finite"


def _blocks(file: Path, runs: Sequence[EngineRun]) -> Sequence[Block]:
    acceleration, position = largest_differences(runs)
    facts = [
        ("engines", ", ".join(run.engine for run in runs)),
        ("time", f"{runs[0].times[-1]:g} s in {len(runs[0].times) - 1} steps"),
        ("largest difference of initial accelerations", _difference_text(_largest(acceleration))),
        ("largest difference of positions", _difference_text(_largest(position))),
        ("not finite", ", ".join(run.engine for run in runs if not run.finite)),
    ]
    energies = [(run.engine, *(f"{value:.6g}" for value in run.energies[[0, -1]].ravel())) for run in runs]
    heads = ("engine", "kinetic, start", "potential, start", "kinetic, end", "potential, end")
    blocks: list[Block] = [Facts(str(file), facts), Grid("energies", heads, energies)]
    order = np.lexsort((-acceleration, -position))
    names = runs[0].coordinates
    for title, values, differences, heading in (
        ("initial accelerations", [run.accelerations for run in runs], acceleration, "difference"),
        ("positions at the end", [run.positions[-1] for run in runs], position, "largest difference at any time"),
    ):
        rows = [
            (
                names[place].path,
                names[place].axis,
                *(f"{value[place]:.6g}" for value in values),
                _difference_text(differences[place]),
            )
            for place in order.tolist()
        ]
        columns = ("joint", "axis", *(run.engine for run in runs), heading)
        blocks.append(Grid(title, columns, rows, terminal_rows=_SHOWN))
    for run in runs:
        blocks += unsupported_blocks(run.engine, run.unsupported)
    return blocks


def _plot(runs: Sequence[EngineRun]) -> str:
    """The coordinates that differ most, and total energies."""
    _, position = largest_differences(runs)
    names = runs[0].coordinates
    chosen = np.argsort(-position, kind="stable")[:6].tolist()
    lines = [
        (f"{names[place].path.rpartition('/')[2]} {names[place].axis}, {run.engine}", run.positions[:, place])
        for place in chosen
        for run in runs
    ]
    energies = [(run.engine, run.energies.sum(axis=1)) for run in runs]
    panels = [("positions that differ most (rad, length)", lines), ("kinetic and potential energy", energies)]
    return panels_plot(" and ".join(run.engine for run in runs), runs[0].times, panels)
