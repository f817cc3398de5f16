"""Measurements of both ways of an engine, in fresh processes that take turns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

__all__ = ["Entry", "MeasurementError", "model_files", "take_turns"]

_ROOT: Final = Path(__file__).parents[2]
_SECONDS: Final = 1200
_SHOWN_LINES: Final = 8


class MeasurementError(RuntimeError):
    """A process that measured nothing; the message ends with what it wrote last."""


@dataclass(frozen=True)
class Entry:
    """One engine at one size.

    Attributes:
        engine: its name.
        bodies: how many.
        peer: what it is held against.
        ours, own: what each run measured; see `measure_build`.
    """

    engine: str
    bodies: int
    peer: str
    ours: tuple[Mapping[str, float], ...]
    own: tuple[Mapping[str, float], ...]

    def median(self, way: str, name: str = "seconds") -> float | None:
        """The median of what `ours` or `own` measured; None if it was not."""
        values = [run[name] for run in getattr(self, way) if name in run]
        return median(values) if values else None

    def ratio(self, name: str = "seconds") -> float | None:
        """How many times as long the peer takes (above 1: we are faster)."""
        ours, own = self.median("ours", name), self.median("own", name)
        return own / ours if ours and own else None

    def to_json(self) -> dict[str, Any]:
        """Everything measured, and the ratios of the medians."""
        return {
            "engine": self.engine,
            "bodies": self.bodies,
            "peer": self.peer,
            "ours": [dict(run) for run in self.ours],
            "own": [dict(run) for run in self.own],
            "ratio": self.ratio(),
            "processor_ratio": self.ratio("processor"),
        }


def model_files(count: int, folder: Path) -> dict[str, str]:
    """Make what the engines read.

    Raises:
        MeasurementError: it cannot be made.
    """
    command = [sys.executable, "-m", "benchmarks.simulators.model_files", str(count), str(folder.absolute())]
    return dict(_answer(command))


def take_turns(
    engine: str, pythons: Mapping[str, Path], files: str, small: str, *, runs: int, progress: Callable[[str], None]
) -> dict[str, tuple[Mapping[str, float], ...]]:
    """What each run of each way measured.

    Args:
        engine: its name.
        pythons: interpreter by way.
        files: of the stage, as JSON.
        small: of a small stage, as JSON.
        runs: how often each way gets its turn.
        progress: told what is being done.

    Raises:
        MeasurementError: a process did not end well.
    """
    found: dict[str, list[Mapping[str, float]]] = {way: [] for way in pythons}
    for run in range(runs):
        for way, python in pythons.items():
            progress(f"{way}, run {run + 1} of {runs}")
            command = [str(python), "-m", "benchmarks.simulators.measure_build", engine, way, files, small]
            found[way].append(_answer(command))
    return {way: tuple(values) for way, values in found.items()}


def _answer(command: list[str]) -> Any:
    # Our code comes from here, whatever the interpreter has installed.
    environment = os.environ | {"PYTHONPATH": str(_ROOT)}
    try:
        done = subprocess.run(
            command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise MeasurementError(f"{' '.join(command[1:5])} takes longer than {_SECONDS} s") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()[-_SHOWN_LINES:]
        raise MeasurementError(f"{' '.join(command[1:5])} ended with {done.returncode}:\n" + "\n".join(lines))
    answers = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(answers[-1])
