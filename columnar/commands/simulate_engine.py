"""`simulate --engine`: a scene moves in an engine that is not our own, and every state is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from columnar.commands.opener import Opener
from columnar.commands.recording import Recording
from columnar.commands.unsupported import unsupported_blocks
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid
from columnar.simulators import EngineRun, run_engine

__all__ = ["engine_recording", "engine_result"]


def engine_recording(
    file: Path,
    *,
    opener: Opener,
    engine: str,
    steps: int,
    step: float,
    profile: str,
    strict: bool,
    progress: Callable[[str, int, int], None] | None,
) -> tuple[EngineRun, Recording]:
    """The run of an engine, and its states as `simulate` keeps them: one environment, all bodies as links.

    Raises:
        SimulatorError: no such engine, it is not installed, or it refuses the scene.
    """
    scene = opener(file)
    descriptors = parse(scene, load_profile(profile))
    run = run_engine(engine, descriptors, scene, steps=steps, time_step=step, strict=strict, progress=progress)
    labels = tuple(f"{name.path}:{name.axis}" for name in run.coordinates)
    recording = Recording(
        times=run.times,
        coordinates=labels,
        dofs=labels,
        links=run.bodies,
        positions=run.positions[:, None],
        velocities=np.array([state.velocities for state in run.states])[:, None],
        link_positions=np.array([state.body_positions for state in run.states])[:, None],
        link_rotations=np.array([state.body_rotations for state in run.states])[:, None],
        kinetic=run.energies[:, :1],
        potential=run.energies[:, 1:],
    )
    return run, recording


def engine_result(file: Path, run: EngineRun, recording: Recording, *, step: float) -> CommandResult:
    """What `simulate` answers; the exit code is 1 if something was not expressed, or a state stops being finite."""
    data: dict[str, Any] = {
        "engine": run.engine,
        "steps": len(run.times) - 1,
        "step": step,
        "environments": 1,
        "bodies": len(run.bodies),
        "finite": recording.finite,
        "positions": dict(zip(recording.coordinates, recording.positions[-1, 0].tolist(), strict=True)),
        "unsupported": [entry.to_json() for entry in run.unsupported],
    }
    failed = bool(run.unsupported) or not recording.finite
    return CommandResult(lambda: data, lambda: _blocks(file, run, recording, step), exit_code=int(failed))


def _blocks(file: Path, run: EngineRun, recording: Recording, step: float) -> Sequence[Block]:
    facts = [
        ("engine", run.engine),
        ("steps", str(len(run.times) - 1)),
        ("step", f"{step:g} s"),
        ("bodies", str(len(run.bodies))),
        ("finite", "yes" if recording.finite else "no: a state stopped being a number"),
    ]
    moved = [
        (name, f"{first:.6g}", f"{last:.6g}")
        for name, first, last in zip(
            recording.coordinates, recording.positions[0, 0], recording.positions[-1, 0], strict=True
        )
    ]
    positions = Grid("positions", ("joint", "start", "end"), moved, terminal_rows=50)
    return [Facts(str(file), facts), positions, *unsupported_blocks(run.engine, run.unsupported)]
