"""`python -m tests.conformance ENGINE[=PYTHON] ...`: judge engines, each in the interpreter that has it.

`--robots FOLDER` judges the robots in its folders too, each in a process of its own. `--write` records the verdicts and
renews the README's table and the page of robots; without it, verdicts that differ from those recorded end the run with
1, and so does a case or a robot in which an engine differs. `--findings` prints what is recorded of robots.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from columnar import save_scene
from columnar.simulators import SimulatorError
from populate import PopulateError
from tests.conformance.cases import CASES
from tests.conformance.robot_error import load_reference
from tests.conformance.robot_table import (
    PAGE,
    ROBOT_RESULTS,
    load_robot_results,
    page_text,
    robot_results_text,
    robot_row,
)
from tests.conformance.robots import write_robot
from tests.conformance.stages import STAGES
from tests.conformance.table import (
    README,
    RESULTS,
    load_results,
    results_text,
    robot_verdict,
    table_in_readme,
    table_text,
    verdict,
)
from tests.stage_text import scene_of

__all__ = ["main", "merge_robot", "write_results"]

_TIMEOUT = 900.0
"""Seconds for one robot, compiling of kernels included."""

_ROOT = Path(__file__).parents[2]


def main() -> int:
    """Judge, print and perhaps write; the exit code."""
    arguments = _arguments()
    if arguments.findings:
        print(page_text(load_robot_results()))
        return 0
    results, robots = load_results(), load_robot_results()
    problems = []
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = Path(name)
        made = _save_scenes(folder, arguments.robots)
        for engine, _, python in (entry.partition("=") for entry in arguments.engines):
            problems += _judge_cases(engine, python or sys.executable, folder, results, record=arguments.write)
            for robot in made:
                judged = _judge_robot(engine, python or sys.executable, folder, robot)
                problems += merge_robot(engine, robot, judged, load_reference(made[robot]), robots, arguments.write)
    if arguments.write:
        write_results(results, robots)
    print("\n".join(problems) or "as recorded")
    return 1 if problems else 0


def write_results(results: dict[str, dict[str, str]], robots: dict[str, dict[str, Any]]) -> None:
    """Record verdicts, renew the README's table and the page of robots."""
    ordered = {name: dict(sorted(results[name].items())) for name in CASES if name in results}
    if robots:
        ordered["real_robots"] = robot_row(robots)
        ROBOT_RESULTS.write_text(robot_results_text(robots), encoding="utf-8")
        PAGE.write_text(page_text(robots), encoding="utf-8")
    RESULTS.write_text(results_text(ordered), encoding="utf-8")
    renewed = table_in_readme(README.read_text(encoding="utf-8"), table_text(load_results()))
    README.write_text(renewed, encoding="utf-8")


def _save_scenes(folder: Path, robots: Path | None) -> dict[str, Path]:
    """Save cases and robots; gives the scene file of every robot."""
    for name, text in STAGES.items():
        save_scene(scene_of(text), folder / f"{name}.arrow")
    (folder / "robots").mkdir()
    made = {}
    for stage in sorted(robots.glob("*/*.usd[ac]")) if robots is not None else ():
        file = folder / "robots" / f"{stage.parent.name}.arrow"
        try:
            write_robot(stage, file)
            made[file.stem] = file
        except (PopulateError, SimulatorError) as error:
            print(f"{stage}: {error}")
    return made


def _judge_cases(
    engine: str, python: str, folder: Path, results: dict[str, dict[str, str]], *, record: bool
) -> list[str]:
    output = folder / f"{engine}.json"
    done = _run(python, engine, str(folder), str(output), timeout=None)
    if done or not output.exists():
        raise SystemExit(f"{engine}: {done}")
    judged = json.loads(output.read_text(encoding="utf-8"))
    problems = []
    for name in CASES:
        found = verdict(name, judged[name])
        print(f"{engine} {name}: {found}, error {judged[name]['error']}, {judged[name]['findings']}")
        recorded = results.get(name, {}).get(engine)
        if found == "differs" or (not record and recorded != found):
            problems.append(f"{engine} {name}: {found}, recorded {recorded}; {judged[name]}")
        if record:
            results.setdefault(name, {})[engine] = found
    return problems


def _judge_robot(engine: str, python: str, folder: Path, robot: str) -> dict[str, Any]:
    output = folder / f"{engine}-{robot}.json"
    done = _run(python, engine, str(folder), str(output), robot, timeout=_TIMEOUT)
    if done or not output.exists():
        return {"error": None, "findings": [done or "no answer"], "cannot": [done or "no answer"]}
    found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return found


def _run(python: str, *arguments: str, timeout: float | None) -> str:
    """What went wrong; nothing if nothing did."""
    command = [python, "-m", "tests.conformance.engine", *arguments]
    environment = os.environ | {"PYTHONPATH": str(_ROOT)}
    try:
        done = subprocess.run(command, cwd=_ROOT, env=environment, check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        return f"no end after {timeout:g} s"
    return f"exit {done.returncode}" if done.returncode else ""


def merge_robot(
    engine: str,
    robot: str,
    judged: dict[str, Any],
    reference: dict[str, Any],
    results: dict[str, dict[str, Any]],
    record: bool,
) -> list[str]:
    """Print a verdict, record it or hold it against what is recorded; gives what is wrong."""
    found = "the reference" if engine == "mujoco" else robot_verdict(judged, reference)
    print(f"{engine} robot {robot}: {found}, error {judged['error']}, {judged['findings']}")
    recorded = results.get(robot, {}).get(engine, {}).get("verdict")
    if record:
        error = {} if engine == "mujoco" else {"error": _digits(judged["error"])}
        entry = {"verdict": found, **error, "findings": judged["findings"]}
        results.setdefault(robot, {})[engine] = entry
    if found == "differs" or (not record and recorded != found):
        return [f"{engine} robot {robot}: {found}, recorded {recorded}; {judged}"]
    return []


def _digits(error: float | None) -> str:
    return "none" if error is None else f"{error:.0e}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Judge engines.")
    parser.add_argument("engines", nargs="*", metavar="ENGINE[=PYTHON]")
    parser.add_argument("--robots", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="record the verdicts and renew what is made of them")
    parser.add_argument("--findings", action="store_true", help="print what is recorded of robots, and judge nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
