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
from columnar.commands.unsupported import unsupported_blocks
from columnar.dynamics import Integrator
from columnar.file import replacing
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid
from columnar.simulators import check_size, engine_names, featherstone
from columnar.simulators.featherstone import FeatherstoneModel

__all__ = ["SimulationOptions", "simulate_file"]

_MOST_STEPS = 1_000_000
_OWN = "featherstone"
"""The engine that is this project's own: it takes environments and integrators."""


@dataclass(frozen=True)
class SimulationOptions:
    """How to simulate.

    Attributes:
        steps: how many.
        step: length of one (s).
        environments: copies side by side.
        engine: "featherstone", the one that is always there, or another of `columnar.simulators`.
        integrator: "implicit" (None is the same), "semi-implicit" or "rk4"; featherstone alone lets it be chosen.
        profile: the consumer whose rules the columns are parsed by.
        strict: refuse what the engine cannot express.
    """

    steps: int
    step: float
    environments: int = 1
    engine: str = "featherstone"
    integrator: str | None = None
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
    """Move a scene; the exit code is 1 if something is not expressed or refused, or a state stops being finite.

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
        SimulatorError: an engine is missing or refuses the scene, the states would not fit into memory; or `strict`,
            and something cannot be expressed.
    """
    integrator = _checked(options)
    check_outputs(file, output, plot)
    if options.engine != _OWN:
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
        _write(recording, options, None, output, plot)
        return engine_result(file, run, recording, step=options.step)
    scene = opener(file)
    model = featherstone.build(
        parse(scene, load_profile(options.profile)),
        scene,
        time_step=options.step,
        strict=options.strict,
        environments=options.environments,
    )
    if not model.articulations:
        reasons = "".join(f"\n{refusal.path}: {refusal.reason}" for refusal in model.refused)
        raise CommandError(f"{file}: no articulation to move; --engine mujoco and others move loose bodies{reasons}")
    check_size(model.names, steps=options.steps, environments=options.environments)
    found = record(
        model.articulations, steps=options.steps, step=options.step, integrator=integrator, progress=progress
    )
    _write(found, options, str(integrator), output, plot)
    return CommandResult(
        lambda: _data(options, integrator, model, found),
        lambda: _blocks(file, options, integrator, model, found),
        exit_code=int(bool(model.findings) or not found.finite),
    )


def _checked(options: SimulationOptions) -> Integrator:
    """The integrator.

    Raises:
        CommandError: every option that cannot be, a line each.
    """
    faults = []
    if options.engine not in engine_names():
        faults.append(f"no engine {options.engine!r}; there are: {', '.join(engine_names())}")
    if options.engine != _OWN and options.environments != 1:
        faults.append(f"{options.environments} environments; {options.engine} moves one")
    if options.engine != _OWN and options.integrator is not None:
        taken = f"leave it out, or take --engine {_OWN}, which knows {', '.join(Integrator)}"
        faults.append(f"integrator {options.integrator!r}; {options.engine} has one of its own: {taken}")
    elif options.integrator is not None and options.integrator not in list(Integrator):
        faults.append(f"no integrator {options.integrator!r}; there are: {', '.join(Integrator)}")
    if not 0 <= options.steps <= _MOST_STEPS:
        faults.append(f"{options.steps} steps; expected 0 to {_MOST_STEPS}")
    if not 0.0 < options.step < float("inf"):
        faults.append(f"a step of {options.step} s; expected more than 0")
    if options.environments < 1:
        faults.append(f"{options.environments} environments; expected 1 or more")
    if faults:
        raise CommandError("\n".join(faults))
    return Integrator(options.integrator or Integrator.IMPLICIT)


def _write(
    found: Recording, options: SimulationOptions, integrator: str | None, output: Path | None, plot: Path | None
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
    options: SimulationOptions, integrator: Integrator, model: FeatherstoneModel, found: Recording
) -> dict[str, Any]:
    last = {name: found.positions[-1, 0, place].item() for place, name in enumerate(found.coordinates)}
    return {
        "engine": options.engine,
        "integrator": str(integrator),
        "steps": options.steps,
        "step": options.step,
        "environments": options.environments,
        "articulations": [
            {"path": one.name, "links": len(one.tree), "dofs": one.tree.nv, "notes": list(one.notes)}
            for one in model.articulations
        ],
        "refused": [{"path": refusal.path, "reason": refusal.reason} for refusal in model.refused],
        "finite": found.finite,
        "positions": last,
        "unsupported": [entry.to_json() for entry in model.findings],
    }


def _blocks(
    file: Path, options: SimulationOptions, integrator: Integrator, model: FeatherstoneModel, found: Recording
) -> Sequence[Block]:
    facts = [
        ("engine", options.engine),
        ("integrator", str(integrator)),
        ("steps", str(options.steps)),
        ("step", f"{options.step:g} s"),
        ("environments", str(options.environments)),
        ("finite", "yes" if found.finite else "no: a state stopped being a number"),
    ]
    rows = [(one.name, len(one.tree), one.tree.nv) for one in model.articulations]
    moved = [
        (name, f"{first:.6g}", f"{last:.6g}")
        for name, first, last in zip(found.coordinates, found.positions[0, 0], found.positions[-1, 0], strict=True)
    ]
    return [
        Facts(str(file), facts),
        Grid("articulations", ("path", "links", "freedoms"), rows),
        Grid("positions", ("joint", "start", "end"), moved, terminal_rows=50),
        *unsupported_blocks(options.engine, model.findings),
    ]
