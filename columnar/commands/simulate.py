"""`simulate`: the articulations of a scene move, and every state is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from columnar.commands.errors import CommandError
from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.commands.plot import recording_plot
from columnar.commands.recording import Recording, record
from columnar.commands.simulate_engine import engine_recording, engine_result
from columnar.dynamics import Articulation, Integrator, Refusal, build_articulations
from columnar.file import replacing
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid
from columnar.simulators import engine_names

__all__ = ["SimulationOptions", "simulate_file"]

_MOST_STEPS = 1_000_000
_MOST_NUMBERS = 250_000_000
"""Numbers a recording may hold, 2 GB of them."""


@dataclass(frozen=True)
class SimulationOptions:
    """How to simulate.

    Attributes:
        steps: how many.
        step: length of one (s).
        environments: copies side by side.
        engine: "featherstone", the one that is always there, or another of `columnar.simulators`.
        integrator: "implicit", "semi-implicit" or "rk4".
        profile: the consumer whose rules the columns are parsed by.
        strict: refuse what another engine cannot express.
    """

    steps: int
    step: float
    environments: int = 1
    engine: str = "featherstone"
    integrator: str = "implicit"
    profile: str = "ovphysx"
    strict: bool = False


def simulate_file(
    file: Path,
    options: SimulationOptions,
    *,
    opener: Opener,
    output: Path | None,
    plot: Path | None,
    progress: Callable[[str, int, int], None] | None = None,
) -> CommandResult:
    """Move every articulation of a scene; the exit code is 1 if one is refused or a state stops being finite.

    Args:
        file: what the user named.
        options: how.
        opener: opens what the user named.
        output: Arrow file for the states.
        plot: SVG file for positions and energies of environment 0.
        progress: called with what is done, how far, of how much.

    Raises:
        CommandError: options that cannot be, an output that is the input or the other output, or no articulation to
            move.
        ProfileError: no such profile.
        SceneFileError: the file cannot be opened, or an output not written.
    """
    integrator = _checked(options)
    check_outputs(file, output, plot)
    if options.engine != "featherstone":
        run, recording = engine_recording(
            file,
            opener=opener,
            engine=options.engine,
            steps=options.steps,
            step=options.step,
            profile=options.profile,
            strict=options.strict,
            progress=progress,
        )
        _write(recording, options, str(integrator), output, plot)
        return engine_result(file, run, recording, step=options.step)
    scene = opener(file)
    built = build_articulations(parse(scene, load_profile(options.profile)), scene, environments=options.environments)
    if not built.articulations:
        reasons = "".join(f"\n{refusal.path}: {refusal.reason}" for refusal in built.refused)
        raise CommandError(f"{file}: no articulation to move{reasons}")
    _check_size(built.articulations, options)
    found = record(
        built.articulations, steps=options.steps, step=options.step, integrator=integrator, progress=progress
    )
    _write(found, options, str(integrator), output, plot)
    data = _data(options, built.articulations, built.refused, found)
    return CommandResult(
        lambda: data,
        lambda: _blocks(file, options, built.articulations, built.refused, found),
        exit_code=int(bool(built.refused) or not found.finite),
    )


def _checked(options: SimulationOptions) -> Integrator:
    """The integrator.

    Raises:
        CommandError: every option that cannot be, a line each.
    """
    faults = []
    if options.engine not in engine_names():
        faults.append(f"no engine {options.engine!r}; there are: {', '.join(engine_names())}")
    if options.engine != "featherstone" and options.environments != 1:
        faults.append(f"{options.environments} environments; {options.engine} moves one")
    if options.integrator not in list(Integrator):
        faults.append(f"no integrator {options.integrator!r}; there are: {', '.join(Integrator)}")
    if not 0 <= options.steps <= _MOST_STEPS:
        faults.append(f"{options.steps} steps; expected 0 to {_MOST_STEPS}")
    if not 0.0 < options.step < float("inf"):
        faults.append(f"a step of {options.step} s; expected more than 0")
    if options.environments < 1:
        faults.append(f"{options.environments} environments; expected 1 or more")
    if faults:
        raise CommandError("\n".join(faults))
    return Integrator(options.integrator)


def _check_size(articulations: Sequence[Articulation], options: SimulationOptions) -> None:
    state = sum(one.tree.nq + one.tree.nv + 7 * len(one.tree) + 2 for one in articulations)
    numbers = state * (options.steps + 1) * options.environments
    if numbers > _MOST_NUMBERS:
        raise CommandError(
            f"{options.steps} steps of {options.environments} environments are {numbers} numbers; "
            f"{_MOST_NUMBERS} are kept at most: take fewer steps or environments"
        )


def _write(
    found: Recording, options: SimulationOptions, integrator: str, output: Path | None, plot: Path | None
) -> None:
    if output is not None:
        _write_arrow(output, found.to_arrow(engine=options.engine, integrator=integrator, step=options.step))
    if plot is not None:
        with replacing(plot) as stream:
            stream.write(recording_plot(found).encode())


def _write_arrow(output: Path, table: pa.Table) -> None:
    with replacing(output) as stream, pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)


def _data(
    options: SimulationOptions, articulations: Sequence[Articulation], refused: Sequence[Refusal], found: Recording
) -> dict[str, Any]:
    last = {name: found.positions[-1, 0, place].item() for place, name in enumerate(found.coordinates)}
    return {
        "engine": options.engine,
        "integrator": options.integrator,
        "steps": options.steps,
        "step": options.step,
        "environments": options.environments,
        "articulations": [
            {"path": one.name, "links": len(one.tree), "dofs": one.tree.nv, "notes": list(one.notes)}
            for one in articulations
        ],
        "refused": [{"path": refusal.path, "reason": refusal.reason} for refusal in refused],
        "finite": found.finite,
        "positions": last,
    }


def _blocks(
    file: Path,
    options: SimulationOptions,
    articulations: Sequence[Articulation],
    refused: Sequence[Refusal],
    found: Recording,
) -> Sequence[Block]:
    facts = [
        ("engine", options.engine),
        ("integrator", options.integrator),
        ("steps", str(options.steps)),
        ("step", f"{options.step:g} s"),
        ("environments", str(options.environments)),
        ("finite", "yes" if found.finite else "no: a state stopped being a number"),
    ]
    rows = [(one.name, len(one.tree), one.tree.nv) for one in articulations]
    blocks: list[Block] = [Facts(str(file), facts), Grid("articulations", ("path", "links", "freedoms"), rows)]
    moved = [
        (name, f"{first:.6g}", f"{last:.6g}")
        for name, first, last in zip(found.coordinates, found.positions[0, 0], found.positions[-1, 0], strict=True)
    ]
    blocks.append(Grid("positions", ("joint", "start", "end"), moved, terminal_rows=50))
    notes = [(one.name, note) for one in articulations for note in one.notes]
    if notes:
        blocks.append(Grid("left out", ("articulation", "what"), notes))
    if refused:
        blocks.append(Grid("refused", ("articulation", "why"), [(one.path, one.reason) for one in refused]))
    return blocks
