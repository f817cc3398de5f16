"""Fresh processes for the steps, this interpreter's and the peer's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.job import Job, Measurement, StageFiles

__all__ = ["PRODUCER_STEP", "StepError", "peer_python", "prepare", "run_step"]

PRODUCER_STEP = "ovstage"
"""The step that the reference producer does, in the interpreter that `PEER_PYTHON` names."""

_ROOT = Path(__file__).parent.parent
_SHOWN_LINES = 15


class StepError(RuntimeError):
    """A process that measured nothing; the message ends with what it wrote last."""


def peer_python() -> str | None:
    """The interpreter that has the reference producer, if there is one."""
    return os.environ.get("PEER_PYTHON") or None


def prepare(stage: str, folder: Path) -> StageFiles:
    """Generate and populate a stage.

    Raises:
        StepError: it cannot be generated or populated.
    """
    return StageFiles(**_answer([sys.executable, "-m", "benchmarks.prepare_files", stage, str(folder.absolute())]))


def run_step(job: Job) -> Measurement:
    """Measure one step.

    Raises:
        StepError: the step raised, crashed or does not exist.
    """
    if job.step == PRODUCER_STEP:
        command = [peer_python() or "", "-m", "benchmarks.measure_producer"]
    else:
        command = [sys.executable, "-m", "benchmarks.measure_step"]
    return Measurement(**_answer([*command, job.to_json()]))


def _answer(command: list[str]) -> Any:
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()[-_SHOWN_LINES:]
        raise StepError(f"{' '.join(command[1:4])} ended with {done.returncode}:\n" + "\n".join(lines))
    return json.loads(done.stdout.strip().splitlines()[-1])
