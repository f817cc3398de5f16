"""Every articulation of samples, newton wheel, cases and made robots in both engines.

    PEER_PYTHON=... NEWTON_ASSETS=... python -m tests.parity_agreement [--robots FOLDER] [--only TEXT]

Prints a line for each stage and the totals. What only agrees once something is taken out of both is explained by that
feature's name. The exit code is 1 if anything is left unexplained.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from columnar import Scene
from columnar.simulators import SimulatorError
from populate import PopulateError, populate
from tests.parity.articulations import compared_stages
from tests.parity.robots import ROBOTS
from tests.parity.stages import StageFile
from tests.parity_agreement.judge import Judgement, judge_scene

__all__ = ["main"]


def main() -> int:
    """Judge, print; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity_agreement", description=__doc__)
    parser.add_argument("--robots", type=Path, default=ROBOTS, help="folder with a made robot in each of its folders")
    parser.add_argument("--only", default="", help="text to find in SET:NAME")
    asked = parser.parse_args()
    totals: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    problems: list[str] = []
    for stage, scene in _scenes(asked.robots, asked.only):
        try:
            judgement = judge_scene(scene)
        except SimulatorError as error:
            problems.append(f"{stage}: {error}")
            continue
        if judgement.verdicts:
            _count(stage, judgement, totals, reasons, problems)
    _say(f"{totals['stages']} stages, {totals['articulations']} articulations: {totals['compared']} comparisons, ")
    _say(f"{totals['explained']} of them explained, {len(problems)} unexplained; by feature: {dict(reasons)}")
    _say("\n".join(problems))
    return int(bool(problems))


def _scenes(robots: Path, only: str) -> Iterator[tuple[StageFile, Scene]]:
    for stage in compared_stages(robots):
        if only in str(stage):
            try:
                yield stage, populate(stage.file).scene
            except (PopulateError, RuntimeError):
                continue


def _count(
    stage: StageFile, judgement: Judgement, totals: Counter[str], reasons: Counter[str], problems: list[str]
) -> None:
    totals["stages"] += 1
    totals["articulations"] += judgement.articulations
    said = []
    for name, verdict in judgement.verdicts.items():
        totals["compared"] += 1
        totals["explained"] += bool(verdict.without)
        reasons.update(verdict.without)
        without = f" without {', '.join(verdict.without)}" if verdict.without else ""
        rows = " (rows act)" if verdict.active else ""
        said.append(f"{name}{rows} {verdict.error:.1e}{without}")
        if not verdict.agrees:
            problems.append(f"{stage}: {said[-1]}, more than {verdict.tolerance:g}")
    _say(f"{stage}: {'; '.join(said)}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n" if text else "")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
