"""One whole run: every stage through our rules and the shipped checkers."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from columnar.rules import RuleSelection, validate
from columnar.scene import Scene, numpy_values
from populate import populate
from schemas.rules import RuleSeverity, load_rules
from tests.parity.stages import StageFile
from tests.parity_rules.differences import Difference, StageVerdicts, excused

__all__ = ["COMPARED_PACKS", "RuleTotals", "compare_stages"]

COMPARED_PACKS: Final = ("newton", "openusd", "simready")
"""Packs whose rules somebody else checks, too."""

_WORKER: Final = Path(__file__).with_name("live_checkers.py")


@dataclass
class RuleTotals:
    """What a run found.

    Attributes:
        stages: compared ones by group.
        unopened: stages that do not open.
        agreed: by rule, prims that both fail.
        passed: by rule, prims that both let pass.
        excused: by entry of the table and rule.
        unexplained: stage, rule, side and prim of every other difference.
        broken: by checker, how often it broke down.
    """

    stages: Counter[str] = field(default_factory=Counter)
    unopened: list[str] = field(default_factory=list)
    agreed: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    excused: Counter[tuple[Difference, str]] = field(default_factory=Counter)
    unexplained: list[tuple[str, str, str, str]] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)


def compare_stages(stages: Sequence[StageFile], *, checkers_python: str) -> RuleTotals:
    """Hold the verdicts of both sides against one another, rule by rule and prim by prim.

    Args:
        stages: what to look at.
        checkers_python: interpreter of the environment with the shipped checkers.
    """
    totals = RuleTotals()
    compared = [rule.id for rule in load_rules().values() if rule.pack in COMPARED_PACKS]
    for stage, answer in zip(stages, _answers(stages, checkers_python), strict=True):
        if answer.get("unopened"):
            totals.unopened.append(str(stage))
            continue
        totals.stages[stage.group] += 1
        totals.broken.update(answer["broken"].keys())
        scene = populate(stage.file).scene
        theirs = {rule: set(paths) for rule, paths in answer["found"].items()}
        verdicts = StageVerdicts(scene, _ours(scene), theirs)
        prims = _prims(scene)
        for rule in compared:
            _compare(str(stage), rule, verdicts, prims, totals)
    return totals


def _answers(stages: Sequence[StageFile], python: str) -> Iterator[dict[str, Any]]:
    """What the checkers say of each stage, in order."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as names:
        names.write("".join(f"{stage.file}\n" for stage in stages))
        names.seek(0)
        worker = subprocess.Popen(
            [python, "-W", "ignore", str(_WORKER)],
            stdin=names,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with worker:
            assert worker.stdout is not None
            yield from (json.loads(line) for line in worker.stdout)
        if worker.returncode:
            raise RuntimeError(f"{_WORKER.name} ended with {worker.returncode}")


def _ours(scene: Scene) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for finding in validate(scene, RuleSelection(select=COMPARED_PACKS)):
        if finding.severity is not RuleSeverity.NOTE:
            found.setdefault(finding.rule, set()).add(finding.path)
    return found


def _prims(scene: Scene) -> set[str]:
    ids = numpy_values(scene.rows("prim").field("prim")).astype(np.int64)
    return {scene.paths[prim] for prim in ids.tolist()}


def _compare(stage: str, rule: str, verdicts: StageVerdicts, prims: set[str], totals: RuleTotals) -> None:
    ours, theirs = verdicts.ours.get(rule, set()), verdicts.theirs.get(rule, set())
    totals.agreed[rule] += len(ours & theirs)
    totals.passed[rule] += len(prims - ours - theirs)
    for side, paths in (("ours", ours - theirs), ("checker", theirs - ours)):
        for path in sorted(paths):
            entry = excused(rule, side, path, verdicts)
            if entry is None:
                totals.unexplained.append((stage, rule, side, path))
            else:
                totals.excused[entry, rule] += 1
