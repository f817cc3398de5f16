"""Running an engine over many stages in a process of its own; a stage that ends the process costs only itself."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["Models", "models_of"]

Models = Mapping[str, "dict[str, Any] | str"]
"""What a runtime made of each stage, a flat table; or why it made nothing."""

_LONGEST_SECONDS = 900


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
        ended = _run([python, str(engine), str(jobs), str(output)], path)
        answers = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
        found |= dict(map(json.loads, answers))
        left = [file for file in left if file not in found]
        if left and ended:
            found[left.pop(0)] = ended
    return found


def _run(command: list[str], path: Path | None) -> str:
    """Run it; why it ended early, "" if it did not."""
    environment = os.environ if path is None else {**os.environ, "PYTHONPATH": str(path)}
    try:
        done = subprocess.run(command, capture_output=True, timeout=_LONGEST_SECONDS, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return f"no answer in {_LONGEST_SECONDS} s"
    last = done.stderr.decode("utf-8", "replace").strip()[-160:]
    return f"the engine ended with {done.returncode}: {last}" if done.returncode else ""
