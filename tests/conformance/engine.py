"""Runs the cases, or one robot, in one engine. Needs scene files, the engine, and nothing of USD.

    PYTHON -m tests.conformance.engine ENGINE FOLDER OUTPUT.json [ROBOT]

FOLDER holds `CASE.arrow` for each case, and in `robots/` scene files and references of robots. The output is
`{CASE: {"error", "findings": [FEATURE, ...], "cannot": [FEATURE, ...]}}`, of a robot `{"error", "findings", "cannot"}`.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from columnar import open_scene, parse
from columnar.simulators import SimulatorError, load_engine
from schemas.features import Level
from tests.conformance.cases import CASES, TIME_STEP, Run
from tests.conformance.robot_error import SECONDS, STEP, load_reference, robot_error

__all__ = ["judge_case", "judge_robot", "main"]


def main(engine: str, folder: Path, output: Path, robot: str | None = None) -> None:
    """Judge every case, or a robot."""
    found: dict[str, Any]
    if robot is None:
        found = {name: judge_case(engine, name, folder / f"{name}.arrow") for name in CASES}
    else:
        found = judge_robot(engine, folder / "robots" / f"{robot}.arrow")
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
    """How far a robot is from where the reference has it."""
    run, found = _built(engine, file, STEP)
    if run is None:
        return found
    run.engine.step(run.model, round(SECONDS / STEP))
    error = robot_error(load_reference(file), run.engine.names(run.model).bodies, run.engine.state(run.model))
    _close(run)
    return {**found, "error": error}


def _built(engine: str, file: Path, time_step: float = TIME_STEP) -> tuple[Run | None, dict[str, Any]]:
    adapter: Any = load_engine(engine)
    scene = open_scene(file)
    try:
        model = adapter.build(parse(scene), scene, time_step=time_step)
    except SimulatorError as error:
        return None, {"error": None, "findings": [str(error)[:200]], "cannot": [str(error)[:200]]}
    found = adapter.unsupported(model)
    features = sorted({entry.feature for entry in found})
    cannot = sorted({entry.feature for entry in found if entry.level is Level.NO})
    return Run(adapter, model), {"findings": features, "cannot": cannot}


def _close(run: Run) -> None:
    if hasattr(run.engine, "close"):
        run.engine.close(run.model)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
