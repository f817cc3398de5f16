"""Runs the cases in one engine. Needs scene files, the engine, and nothing of USD.

    PYTHON -m tests.conformance.engine ENGINE FOLDER OUTPUT.json

FOLDER holds `CASE.arrow` for each case, and in `robots/` scene files of robots. The output is `{CASE: {"error",
"findings": [FEATURE, ...], "cannot": bool}}`, and for robots `{"robots": {NAME: {"finite", "findings"}}}`.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from columnar import open_scene, parse
from columnar.simulators import SimulatorError, load_engine
from schemas.features import Level
from tests.conformance.cases import CASES, TIME_STEP, Run

__all__ = ["judge_case", "judge_robot", "main"]

_ROBOT_STEPS = 60


def main(engine: str, folder: Path, output: Path) -> None:
    """Judge every case and robot."""
    found: dict[str, Any] = {name: judge_case(engine, name, folder / f"{name}.arrow") for name in CASES}
    robots = sorted((folder / "robots").glob("*.arrow")) if (folder / "robots").is_dir() else []
    found["robots"] = {file.stem: judge_robot(engine, file) for file in robots}
    output.write_text(json.dumps(found, indent=1), encoding="utf-8")


def judge_case(engine: str, name: str, file: Path) -> dict[str, Any]:
    """How far the engine is off, and what it says that it cannot express."""
    run, found = _built(engine, file)
    if run is None:
        return found
    error = CASES[name].error(run)
    _close(run)
    return {**found, "error": error if math.isfinite(error) else None}


def judge_robot(engine: str, file: Path) -> dict[str, Any]:
    """Whether a robot moves a while with finite numbers."""
    run, found = _built(engine, file)
    if run is None:
        return {**found, "finite": False}
    state = run.after(_ROBOT_STEPS * TIME_STEP)
    _close(run)
    return {**found, "finite": bool(np.isfinite(state.body_positions).all())}


def _built(engine: str, file: Path) -> tuple[Run | None, dict[str, Any]]:
    adapter: Any = load_engine(engine)
    scene = open_scene(file)
    try:
        model = adapter.build(parse(scene), scene, time_step=TIME_STEP)
    except SimulatorError as error:
        return None, {"error": None, "findings": [str(error)[:200]], "cannot": True}
    found = adapter.unsupported(model)
    features = sorted({entry.feature for entry in found})
    cannot = any(entry.level is Level.NO for entry in found)
    return Run(adapter, model), {"findings": features, "cannot": cannot}


def _close(run: Run) -> None:
    if hasattr(run.engine, "close"):
        run.engine.close(run.model)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
