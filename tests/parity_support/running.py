"""Running an engine over many stages in a process of its own; a stage that ends or hangs it costs only itself."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["Models", "models_of"]

Models = Mapping[str, "dict[str, Any] | str"]
"""What a runtime made of each stage, a flat table; or why it made nothing."""

_LONGEST_SECONDS = 300
"""For one stage."""

_POLL_SECONDS = 0.5


def models_of(engine: Path, files: Sequence[Path], *, python: str, folder: Path, path: Path | None = None) -> Models:
    """What an engine makes of stages.

    Args:
        engine: script that takes a JSON list of files and a file to append a line per stage to.
        files: the stages.
        python: interpreter that has the runtime.
        folder: where lists and answers are written.
        path: a folder for the interpreter to import from.
    """
    jobs, output = folder / f"{engine.stem}.json", folder / f"{engine.stem}.jsonl"
    found: dict[str, dict[str, Any] | str] = {}
    left = [str(file) for file in files]
    while left:
        jobs.write_text(json.dumps(left), encoding="utf-8")
        output.unlink(missing_ok=True)
        ended = _run([python, str(engine), str(jobs), str(output)], output, path)
        answers = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
        found |= dict(map(json.loads, answers))
        left = [file for file in left if file not in found]
        if left and ended:
            found[left.pop(0)] = ended
    return found


def _run(command: list[str], output: Path, path: Path | None) -> str:
    """Run it; why it ended early, "" if it did not."""
    environment = os.environ if path is None else {**os.environ, "PYTHONPATH": str(path)}
    with output.with_suffix(".log").open("wb") as log:
        engine = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        size, since = -1, time.monotonic()
        while (code := _waited(engine)) is None:
            grown = output.stat().st_size if output.exists() else 0
            if grown != size:
                size, since = grown, time.monotonic()
            elif time.monotonic() - since > _LONGEST_SECONDS:
                engine.kill()
                engine.wait()
                return f"no answer in {_LONGEST_SECONDS} s"
    return f"the engine ended with {code}" if code else ""


def _waited(engine: subprocess.Popen[bytes]) -> int | None:
    try:
        return engine.wait(_POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return None
