"""One whole run: stages populated, stepped by the consumer, and what came of it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from populate import PopulateError, populate
from populate.readers import Instancing
from tests.parity_native.stages import StageFile, all_stages

__all__ = ["Totals", "compare_all"]

_ROOT = Path(__file__).parents[2]
_ENGINE = Path(__file__).with_name("engine.py")
_LEFT_OUT = ("deformable", "particle", "vehicle", "mpm_", "shirt", "tetmesh")
"""Words in the names of stages of what this project does not populate."""

_CHAOTIC = "matrix"
"""The set of generated joints is left out: their frames clash on purpose, so that bodies reach thousands of radians a
second within a few steps. PhysX solves independent joints in groups whose make-up follows the inner order of the stage;
the last bit that this changes has grown to anything by then (three of its sixteen stages move otherwise)."""

_GAPS = ("target_rows", "instance_rows")
"""Extensions whose rows the reference lacks: what they hold moves otherwise there, or not at all."""


@dataclass
class Totals:
    """What was compared.

    Attributes:
        bodies: bodies whose motion was compared.
        same: stages whose motion is the same to the bit.
        different: stages and bodies that move otherwise although nothing was added to the reference's columns.
        gaps: stages that move otherwise with extension rows, and which extensions they use.
        unexplained: stages that move otherwise with extension rows although they use none.
        unopened: stages that could not be stepped, with the reason.
    """

    bodies: int = 0
    same: list[str] = field(default_factory=list)
    different: dict[str, list[str]] = field(default_factory=dict)
    gaps: dict[str, list[str]] = field(default_factory=dict)
    unexplained: dict[str, list[str]] = field(default_factory=dict)
    unopened: dict[str, str] = field(default_factory=dict)

    @property
    def problems(self) -> int:
        """Stages that move as they should not."""
        return len(self.different) + len(self.unexplained)


@dataclass(frozen=True)
class _Prepared:
    stage: StageFile
    columns: Path
    extended: Path
    extensions: list[str]


def compare_all(*, peer_python: str, newton_assets: Path | None, folder: Path, only: str, jobs: int) -> Totals:
    """Compare every stage whose SET:NAME holds `only`.

    Args:
        peer_python: interpreter of the consumer's environment.
        newton_assets: folder with the newton wheel's USD files, None to leave them out.
        folder: empty; scenes and motions are written here.
        only: text to find, empty for all.
        jobs: engines side by side.
    """
    totals = Totals()
    stages = all_stages(peer_python=peer_python, newton_assets=newton_assets, robots={}, folder=folder)
    chosen = [
        stage
        for stage in stages
        if only in str(stage) and stage.group != _CHAOTIC and not any(word in stage.name for word in _LEFT_OUT)
    ]
    prepared = list(_prepared(chosen, folder, totals))
    for entry, answer in zip(prepared, _answers(prepared, folder, peer_python, jobs), strict=True):
        _judge(entry, answer, totals)
    return totals


def _prepared(stages: Sequence[StageFile], folder: Path, totals: Totals) -> Iterator[_Prepared]:
    for number, stage in enumerate(stages):
        columns, extended = (folder / f"{number}-{kind}.arrow" for kind in ("columns", "extended"))
        try:
            populate(stage.file, columns, instancing=Instancing.SHARE)
            done = populate(stage.file, extended)
        except PopulateError as error:
            totals.unopened[str(stage)] = f"ours: {error}"
            continue
        yield _Prepared(stage, columns, extended, [name for name in _GAPS if done.extensions.get(name)])


def _answers(prepared: Sequence[_Prepared], folder: Path, python: str, jobs: int) -> list[dict[str, Any]]:
    """What the engine said of each stage; a stage that takes it down is passed over."""
    parts = [prepared[number::jobs] for number in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda numbered: _run(*numbered, folder, python), enumerate(parts)))
    by_name = {answer["name"]: answer for answers in found for answer in answers}
    return [by_name[str(entry.stage)] for entry in prepared]


def _run(part: int, entries: Sequence[_Prepared], folder: Path, python: str) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    while len(answers) < len(entries):
        left = entries[len(answers) :]
        job, output = folder / f"job-{part}.json", folder / f"motion-{part}.jsonl"
        stages = [
            {
                "name": str(entry.stage),
                "stage": str(entry.stage.file),
                "columns": str(entry.columns),
                "extended": str(entry.extended),
            }
            for entry in left
        ]
        job.write_text(json.dumps({"output": str(output), "stages": stages}), encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": str(_ROOT)}
        done = subprocess.run(
            [python, str(_ENGINE), str(job)], env=environment, capture_output=True, text=True, check=False
        )
        lines = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
        answers += [json.loads(line) for line in lines]
        if len(lines) < len(left):
            name = str(left[len(lines)].stage)
            answers.append({"name": name, "error": f"exit {done.returncode}: {done.stderr.strip()[-200:]}"})
        output.unlink(missing_ok=True)
    return answers


def _judge(entry: _Prepared, answer: dict[str, Any], totals: Totals) -> None:
    name = str(entry.stage)
    if "error" in answer:
        totals.unopened[name] = answer["error"]
        return
    totals.bodies += answer["moving"]
    if answer["columns"]:
        totals.different[name] = answer["columns"]
    else:
        totals.same.append(name)
    if answer["extended"] and entry.extensions:
        totals.gaps[name] = entry.extensions
    elif answer["extended"]:
        totals.unexplained[name] = answer["extended"]
