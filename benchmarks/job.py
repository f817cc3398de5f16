"""What a benchmark process is asked to do, as JSON on its command line, and what it answers on its last line."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["Job", "Measurement", "StageFiles", "answer", "measure", "read_job"]

_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class StageFiles:
    """Paths that belong to one stage.

    Attributes:
        stage: its root layer.
        scene: the scene file populated from it.
        output: where a step may write.
    """

    stage: str
    scene: str
    output: str


@dataclass(frozen=True)
class Job:
    """One step to measure in a process of its own.

    Attributes:
        step: its name.
        files: what to measure it on.
        warm_up: a stage of the same layout and of size 2, on which the step runs once before; what a process does only
            once (plug-ins, contract, imports on first use) is thus left out, for every peer alike. None leaves it in.
    """

    step: str
    files: StageFiles
    warm_up: StageFiles | None

    def to_json(self) -> str:
        """The job as `read_job` takes it."""
        return json.dumps(asdict(self))


@dataclass(frozen=True)
class Measurement:
    """Wall time of a step in seconds, and the most memory in bytes that its process ever had."""

    seconds: float
    memory: int


def read_job() -> Job:
    """The job on the command line."""
    job = json.loads(sys.argv[1])
    return Job(job["step"], StageFiles(**job["files"]), StageFiles(**job["warm_up"]) if job["warm_up"] else None)


def measure(run: Callable[[], object]) -> Measurement:
    """Run once. The result lives until the clock has stopped: taking a stage apart again is no part of opening it."""
    started = time.perf_counter()
    result = run()
    seconds = time.perf_counter() - started
    del result
    return Measurement(seconds, _peak_memory())


def _peak_memory() -> int:
    """The most memory in bytes that this program had resident.

    Linux carries `ru_maxrss` over from the parent process, which would hide small peaks; its own high-water mark of the
    address space starts anew with each program.
    """
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    maximum = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return maximum if sys.platform == "darwin" else maximum * 1024


def answer(measurement: Measurement) -> None:
    """Write the measurement, after whatever a library may have written to the same stream."""
    sys.stdout.write("\n" + json.dumps(asdict(measurement)) + "\n")
    sys.stdout.flush()
