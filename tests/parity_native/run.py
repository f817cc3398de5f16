"""One whole run: the engine's objects of every stage, held against the descriptors."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from columnar.parsing import parse
from populate import PopulateError, populate
from tests.parity.robots import MadeRobots, RobotWorkshop, make_robots
from tests.parity_native.compare import compare_stage
from tests.parity_native.exceptions import load_exceptions
from tests.parity_native.fields import Field
from tests.parity_native.stages import StageFile, all_stages
from tests.parity_native.walkers import WalkerTotals

__all__ = ["Totals", "compare_all"]

_ENGINE = Path(__file__).with_name("engine.py")
_LONGEST_SECONDS = 300


@dataclass
class Totals:
    """What was compared, and what came of it.

    Attributes:
        stages: stages compared, by set.
        counts: fields compared, by kind.
        findings: fields that are as a finding has them and not as the descriptor, by its id.
        allowed: differences that exceptions.toml allows, by its ids.
        unexplained: stage and field of every other difference.
        walkers: differences between the two walkers.
        unopened: stages that the engine or this project could not open, with the reason.
    """

    stages: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    allowed: Counter[str] = field(default_factory=Counter)
    unexplained: list[tuple[str, Field]] = field(default_factory=list)
    walkers: WalkerTotals = field(default_factory=WalkerTotals)
    unopened: dict[str, str] = field(default_factory=dict)


def compare_all(
    *,
    peer_python: str,
    newton_assets: Path | None,
    robots: RobotWorkshop | None,
    folder: Path,
    only: str,
    jobs: int,
) -> Totals:
    """Compare every stage whose SET:NAME holds `only`.

    Args:
        peer_python: interpreter of the consumer's environment.
        newton_assets: folder with the newton wheel's USD files, None to leave them out.
        robots: what robots are made with, None to go without them.
        folder: empty; stages and recordings are written here.
        only: text to find, empty for all.
        jobs: engines side by side.
    """
    made = MadeRobots() if robots is None else make_robots(robots, jobs=jobs)
    stages = all_stages(peer_python=peer_python, newton_assets=newton_assets, robots=made.files, folder=folder)
    chosen = [stage for stage in stages if only in str(stage)]
    totals, exceptions = Totals(), load_exceptions()
    totals.unopened |= {f"robots:{name}": f"not made: {why}" for name, why in made.failures.items()}
    for stage, objects in _native_objects(chosen, folder, peer_python, jobs):
        if isinstance(objects, str):
            totals.unopened[str(stage)] = objects
            continue
        try:
            scene = populate(stage.file).scene
            descriptors = parse(scene)
            totals.walkers.add(str(stage), stage.file, scene, descriptors)
        except PopulateError as error:
            totals.unopened[str(stage)] = f"ours: {error}"
            continue
        comparison = compare_stage(descriptors, objects)
        totals.stages[stage.group] += 1
        totals.counts += comparison.counts
        totals.findings += comparison.findings
        for difference in comparison.differences:
            found = next((entry for entry in exceptions if entry.allows(str(stage), difference)), None)
            if found is None:
                totals.unexplained.append((str(stage), difference))
            else:
                totals.allowed[found.finding] += 1
    return totals


def _native_objects(
    stages: list[StageFile], folder: Path, python: str, jobs: int
) -> Iterator[tuple[StageFile, list[dict[str, Any]] | str]]:
    """The engine's objects of each stage, or why there are none; an engine of its own for every stage."""

    def run(numbered: tuple[int, StageFile]) -> list[dict[str, Any]] | str:
        number, stage = numbered
        output = folder / f"{number}.json"
        command = [python, str(_ENGINE), str(stage.file), str(output)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"engine: no answer in {_LONGEST_SECONDS} s"
        if done.returncode or not output.exists():
            return f"engine: exit {done.returncode}: {done.stderr.strip()[-160:]}"
        return [_numbers(found) for found in json.loads(output.read_text(encoding="utf-8"))]

    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(stages, pool.map(run, enumerate(stages)), strict=True)


def _numbers(value: Any) -> Any:
    """Numbers that JSON cannot hold, from their text."""
    if isinstance(value, dict):
        return {name: item if name in ("class", "name") else _numbers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    return float(value) if value in ("inf", "-inf", "nan") else value
