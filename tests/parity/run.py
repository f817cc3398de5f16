"""One whole run: all stages through both producers, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pxr import Usd

from populate import PopulateError, populate
from schemas.contract import load_contract
from tests.parity.columns import ColumnTable, load_columns
from tests.parity.compare import compare_stage
from tests.parity.exceptions import load_exceptions
from tests.parity.judged import Judged
from tests.parity.reference import ReferenceRun, RefusedStageError
from tests.parity.robots import MadeRobots, RobotWorkshop, make_robots
from tests.parity.stages import StageFile, all_stages
from tests.parity.totals import MINIMUM_ROBOTS, MINIMUM_SAMPLES, Totals

__all__ = ["compare_all"]


def compare_all(
    *,
    peer_python: str,
    newton_assets: Path,
    robots: RobotWorkshop | None,
    folder: Path,
    only: str,
    reader: str | None,
    jobs: int,
) -> Totals:
    """Compare every stage whose name holds `only`.

    Args:
        peer_python: interpreter of the producer's environment.
        newton_assets: folder with the newton wheel's USD files.
        robots: what robots are made with, None to go without them.
        folder: empty; stages and dumps are written here.
        only: text to find in SET:NAME, empty for all.
        reader: the only reader to try, None for the one that populate chooses.
        jobs: processes side by side.
    """
    contract, table = load_contract(), load_columns()
    sweep, dumps = folder / "sweep", folder / "dumps"
    sweep.mkdir()
    dumps.mkdir()
    stages = all_stages(peer_python=peer_python, newton_assets=newton_assets, contract=contract, folder=sweep)
    made = _robots(robots, only, jobs)
    stages += [StageFile("robots", name, file) for name, file in made.files.items()]
    chosen = [stage for stage in stages if only in str(stage)]
    minimums = {"samples": MINIMUM_SAMPLES} | ({"robots": MINIMUM_ROBOTS} if robots else {})
    totals = Totals(contract, table, load_exceptions(), complete=not only, minimums=minimums)
    totals.unopened |= {f"robots:{name}": f"not made: {_short(why)}" for name, why in made.failures.items()}
    reference = ReferenceRun(chosen, dumps, python=peer_python, table=table, jobs=jobs)
    try:
        _compare_stages(chosen, reference, table, totals, reader)
    finally:
        reference.close()
    return totals


def _robots(workshop: RobotWorkshop | None, only: str, jobs: int) -> MadeRobots:
    if workshop is None:
        return MadeRobots()
    return make_robots(workshop, jobs=jobs, only=lambda name: only in f"robots:{name}")


def _compare_stages(
    stages: Sequence[StageFile], reference: ReferenceRun, table: ColumnTable, totals: Totals, reader: str | None
) -> None:
    """Compare stage after stage; one that does not open on a side is noted by name."""
    for stage in stages:
        try:
            judged = _compare(stage, reference, table, totals, reader)
        except RefusedStageError as error:
            totals.unopened[str(stage)] = f"reference: {_short(error)}"
        except (PopulateError, RuntimeError) as error:
            totals.unopened[str(stage)] = f"ours: {_short(error)}"
        else:
            totals.add(stage.group, judged)


def _compare(
    stage: StageFile, reference: ReferenceRun, table: ColumnTable, totals: Totals, reader: str | None
) -> Judged:
    opened = Usd.Stage.Open(str(stage.file))
    code = None if stage.seconds is None else stage.seconds * opened.GetTimeCodesPerSecond()
    populated = populate(stage.file, instancing="share", time=code, contract=totals.contract, reader=reader)
    comparison = compare_stage(str(stage), populated.scene, reference.cells(stage), table)
    totals.readers[populated.reader] += 1
    return Judged(comparison, opened, totals.contract, totals.allowed.never)


def _short(error: Exception | str) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= 160 else f"{text[:60]} ... {text[-90:]}"
