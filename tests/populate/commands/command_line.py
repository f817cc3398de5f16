"""Running the command line: in this process, or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from populate.commands import app

__all__ = ["ROOT", "STAGES", "Outcome", "invoke", "process_environment", "run_command"]

STAGES = Path(__file__).parents[2] / "data" / "stages"
ROOT = Path(__file__).parents[3]

Outcome = subprocess.CompletedProcess[str]


def invoke(*arguments: str | Path) -> Any:
    """The result of a command run in this process: `exit_code`, `stdout`, `stderr`."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def process_environment(**extra: str) -> dict[str, str]:
    """The environment for a process of its own, without what would colour its output or change its width."""
    dropped = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "TERMINAL_WIDTH", "PYTHONIOENCODING", "TTY_COMPATIBLE")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONPATH": str(ROOT), **extra}


def run_command(*arguments: str | Path, folder: Path | None = None, **environment: str) -> Outcome:
    """The outcome of a command run in a process of its own, its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "populate.commands", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=process_environment(**environment),
        timeout=120,
        check=False,
    )
