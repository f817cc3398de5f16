"""The matrix of followers, looked at again on live runtimes."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_TESTS: Final = Path(__file__).parents[1]
sys.path.insert(0, str(_TESTS / "columnar" / "rules"))

from mimic_stages import mimic_stage, mimic_stages  # noqa: E402

__all__ = ["matrix_rows"]

_MATRIX: Final = _TESTS / "columnar" / "rules" / "mimic_matrix.toml"
_SILENT: Final = frozenset({"disabled"})
"""Stages that ask for no relation, so that none is what a runtime that accepts them makes."""


def matrix_rows(*, newton_python: str, peer_python: str, folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Stage, runtime, the verdict in the matrix and the one seen now.

    Args:
        newton_python: interpreter of an environment with Newton.
        peer_python: interpreter of an environment with ovphysx.
        folder: where stages are written.
    """
    matrix: dict[str, dict[str, Any]] = tomllib.loads(_MATRIX.read_text(encoding="utf-8"))
    files = {name: folder / f"mimic.{name}.usda" for name in mimic_stages()}
    for name, file in files.items():
        file.write_text(mimic_stage(name), encoding="utf-8")
    newton = _newton(newton_python, list(files.values()))
    for (name, file), answer in zip(files.items(), newton, strict=True):
        yield name, "newton", matrix[name]["newton"], _verdict(name, answer)
        yield name, "ovphysx", matrix[name]["ovphysx"], _verdict(name, _ovphysx(peer_python, file))


def _verdict(name: str, answer: dict[str, Any]) -> str:
    """Refused with an error, taken, or passed over without a relation."""
    if answer.get("error"):
        return "rejects"
    return "accepts" if answer["relations"] or name in _SILENT else "ignores"


def _newton(python: str, files: list[Path]) -> list[dict[str, Any]]:
    worker = Path(__file__).with_name("live_newton.py")
    done = subprocess.run(
        [python, "-W", "ignore", str(worker)],
        input="".join(f"{file}\n" for file in files),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _ovphysx(python: str, file: Path) -> dict[str, Any]:
    worker = Path(__file__).with_name("live_ovphysx.py")
    done = subprocess.run([python, str(worker), str(file)], capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    errors = [line for line in (done.stdout + done.stderr).splitlines() if "[Error]" in line and "imic" in line]
    return {**answer, "error": errors[0]} if errors else answer
