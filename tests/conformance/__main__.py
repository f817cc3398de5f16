"""`python -m tests.conformance ENGINE[=PYTHON] ...`: judge engines, each in the interpreter that has it.

`--robots FOLDER` adds stages of robots below a folder. `--write` records the verdicts and renews the README's table;
without it, verdicts that differ from those recorded end the run with 1, and so does a case in which an engine differs.
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
from populate import PopulateError, populate
from tests.conformance.cases import CASES
from tests.conformance.stages import STAGES
from tests.conformance.table import README, RESULTS, load_results, results_text, table_in_readme, table_text, verdict
from tests.stage_text import scene_of

__all__ = ["main"]

_ROOT = Path(__file__).parents[2]


def main() -> int:
    """Judge, print and perhaps write; the exit code."""
    arguments = _arguments()
    results = load_results() if RESULTS.exists() else {}
    problems = []
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = Path(name)
        _save_scenes(folder, arguments.robots)
        for engine, _, python in (entry.partition("=") for entry in arguments.engines):
            judged = _judged(engine, python or sys.executable, folder)
            problems += _merge(engine, judged, results, record=arguments.write)
    if arguments.write:
        ordered = {name: dict(sorted(results[name].items())) for name in (*CASES, "real_robots") if name in results}
        RESULTS.write_text(results_text(ordered), encoding="utf-8")
        renewed = table_in_readme(README.read_text(encoding="utf-8"), table_text(load_results()))
        README.write_text(renewed, encoding="utf-8")
    print("\n".join(problems) or "as recorded")
    return 1 if problems else 0


def _save_scenes(folder: Path, robots: Path | None) -> None:
    for name, text in STAGES.items():
        save_scene(scene_of(text), folder / f"{name}.arrow")
    (folder / "robots").mkdir()
    if robots is not None:
        for stage in sorted(robots.glob("*/*.usd[ac]")):
            try:
                populate(stage, folder / "robots" / f"{stage.parent.name}.arrow")
            except PopulateError as error:
                print(f"{stage}: {error}")


def _judged(engine: str, python: str, folder: Path) -> dict[str, Any]:
    output = folder / f"{engine}.json"
    command = [python, "-m", "tests.conformance.engine", engine, str(folder), str(output)]
    done = subprocess.run(command, cwd=_ROOT, env=os.environ | {"PYTHONPATH": str(_ROOT)}, check=False)
    if done.returncode or not output.exists():
        raise SystemExit(f"{engine}: exit {done.returncode}")
    found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return found


def _merge(engine: str, judged: dict[str, Any], results: dict[str, dict[str, str]], *, record: bool) -> list[str]:
    problems = []
    for name in CASES:
        found = verdict(name, judged[name])
        print(f"{engine} {name}: {found}, error {judged[name]['error']}, {judged[name]['findings']}")
        recorded = results.get(name, {}).get(engine)
        if found == "differs" or (not record and recorded != found):
            problems.append(f"{engine} {name}: {found}, recorded {recorded}; {judged[name]}")
        if record:
            results.setdefault(name, {})[engine] = found
    robots = judged["robots"]
    if robots and record:
        moving = sum(robot["finite"] for robot in robots.values())
        plain = sum(robot["finite"] and not robot["findings"] for robot in robots.values())
        text = f"{moving} of {len(robots)} run, {plain} without findings"
        results.setdefault("real_robots", {})[engine] = text
    for name, robot in robots.items():
        print(f"{engine} robot {name}: finite {robot['finite']}, {robot['findings']}")
    return problems


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Judge engines.")
    parser.add_argument("engines", nargs="+", metavar="ENGINE[=PYTHON]")
    parser.add_argument("--robots", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="record the verdicts and renew the README's table")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
