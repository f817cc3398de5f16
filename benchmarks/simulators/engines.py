"""The engines, and which interpreter has each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["ENGINES", "Engine", "lacks"]

_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Engine:
    """Where an engine is measured, and against what.

    Attributes:
        peer: what it is held against.
        environment: folder of the virtual environment that make puts it into; None for the running interpreter.
        package: what the interpreter must be able to import.
        own_environment: likewise for the engine's own way, where it cannot share one.
        own_package: likewise.
        largest: most bodies that it takes in minutes, by default all.
    """

    peer: str
    environment: str | None
    package: str
    own_environment: str | None = None
    own_package: str | None = None
    largest: int | None = None

    def python(self, way: str) -> Path:
        """The interpreter of a way, `ours` or `own`."""
        folder = self.own_environment if way == "own" and self.own_environment else self.environment
        return Path(sys.executable) if folder is None else _ROOT / folder / "bin" / "python"


ENGINES: Final[Mapping[str, Engine]] = {
    "featherstone": Engine("MuJoCo loads MJCF", None, "columnar", None, "mujoco"),
    "mujoco": Engine("loads MJCF", None, "mujoco"),
    "newton": Engine("add_usd", ".venv-newton", "newton"),
    "ovphysx": Engine("open_usd", ".venv-peer", "ovphysx"),
    "pinocchio": Engine("loads URDF", ".venv-engines", "pinocchio"),
    "genesis": Engine("morphs.USD", ".venv-engines", "genesis", ".venv-genesis-usd", "pxr", largest=1_000),
}
"""By name, in the order in which they are measured."""


def lacks(name: str, way: str, python: Path) -> str | None:
    """What to do before an engine can be measured; None if nothing."""
    engine = ENGINES[name]
    folder = engine.own_environment if way == "own" and engine.own_environment else engine.environment
    if not python.exists():
        return f"{python} is missing: run `make {folder}/ready`, or name an interpreter: {name}=PYTHON"
    package = (engine.own_package if way == "own" else None) or engine.package
    found = subprocess.run([str(python), "-c", f"import {package}"], capture_output=True, check=False)
    return f"{python} cannot import {package}" if found.returncode else None
