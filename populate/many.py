"""Many stages side by side: each in a worker process, a failed one reported, the rest done."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from populate.errors import PopulateError

__all__ = ["StageOutcome", "output_names", "populate_many"]

_SUFFIX = ".arrow"


@dataclass(frozen=True)
class StageOutcome:
    """What became of one stage.

    Attributes:
        stage: the stage.
        output: its scene file.
        error: one sentence why there is none, else None.
        prims: rows of the `prim` table.
        reports: number of reports by code.
        reader: which reader read it; "cache" if its file was up to date.
    """

    stage: Path
    output: Path
    error: str | None = None
    prims: int = 0
    reports: Mapping[str, int] = field(default_factory=dict)
    reader: str = ""


def output_names(stages: Sequence[Path]) -> list[Path]:
    """A relative output path for each stage: its stem, or as much of its path as it takes to tell them apart.

    Raises:
        PopulateError: a stage is given twice.
    """
    twice = [str(stage) for stage, count in Counter(s.resolve() for s in stages).items() if count > 1]
    if twice:
        raise PopulateError(f"given more than once: {', '.join(twice)}")
    folder = Path(os.path.commonpath([stage.resolve().parent for stage in stages]))
    inside = [stage.resolve().relative_to(folder) for stage in stages]
    for names in (
        [Path(stage.stem) for stage in inside],
        [stage.with_suffix("") for stage in inside],
        list(inside),
    ):
        if len(set(map(str.casefold, map(str, names)))) == len(names):
            return [name.with_name(name.name + _SUFFIX) for name in names]
    return [stage.with_name(stage.name + _SUFFIX) for stage in inside]


def populate_many(
    stages: Sequence[Path],
    folder: Path,
    *,
    jobs: int = 1,
    resume: bool = False,
    finished: Callable[[StageOutcome, int, int], None] | None = None,
    **options: Any,
) -> list[StageOutcome]:
    """Populate many stages into a folder; outcomes in the order of the stages.

    A stage that fails, or that brings its worker down, does not keep the others from being done.

    Args:
        stages: USD files, each once.
        folder: where the scene files go; made if it does not exist.
        jobs: number of worker processes.
        resume: leave outputs alone that are up to date.
        finished: called with (outcome, done, total) as stages are finished.
        **options: arguments of `populate`.

    Raises:
        PopulateError: a stage is given twice.
    """
    work = [(stage, folder / name) for stage, name in zip(stages, output_names(stages), strict=True)]
    for _, output in work:
        output.parent.mkdir(parents=True, exist_ok=True)
    outcomes: dict[int, StageOutcome] = {}
    for number, outcome in _run(work, max(1, jobs), resume, options):
        outcomes[number] = outcome
        if finished is not None:
            finished(outcome, len(outcomes), len(work))
    return [outcomes[number] for number in range(len(work))]


def _run(
    work: Sequence[tuple[Path, Path]], jobs: int, resume: bool, options: Mapping[str, Any]
) -> Iterator[tuple[int, StageOutcome]]:
    """Outcomes as they come. Stages in flight when a worker dies are tried once more, each in a worker of its own."""
    pending = list(range(len(work)))[::-1]
    while pending:
        suspects: list[int] = []
        with _workers(min(jobs, len(pending))) as pool:
            flying: dict[Future[StageOutcome], int] = {}
            while pending or flying:
                while pending and len(flying) < jobs and not suspects:
                    number = pending.pop()
                    flying[pool.submit(_populate_one, *work[number], resume, dict(options))] = number
                if not flying:
                    break
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    number = flying.pop(future)
                    try:
                        yield number, future.result()
                    except BrokenProcessPool:
                        suspects.append(number)
        for number in suspects:
            yield number, _alone(work[number], resume, options)


def _alone(job: tuple[Path, Path], resume: bool, options: Mapping[str, Any]) -> StageOutcome:
    stage, output = job
    with _workers(1) as pool:
        try:
            return pool.submit(_populate_one, stage, output, resume, dict(options)).result()
        except BrokenProcessPool:
            return StageOutcome(stage, output, f"{stage}: the process that read it died; an older output is untouched")


def _workers(count: int) -> ProcessPoolExecutor:
    """Fresh interpreters: OpenUSD's threads do not survive a fork."""
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"))


def _populate_one(stage: Path, output: Path, resume: bool, options: dict[str, Any]) -> StageOutcome:
    """In a worker: one stage."""
    from columnar.file import SceneFileError
    from populate.cached import populate_cached
    from populate.diagnostics import caught_warnings
    from populate.population import populate

    try:
        with caught_warnings():
            run: Callable[..., Any] = populate_cached if resume else populate
            population = run(stage, output, **options)
    except (PopulateError, SceneFileError, OSError, ValueError, MemoryError) as error:
        sentence = " ".join(str(error).split()) or type(error).__name__
        return StageOutcome(stage, output, sentence if str(stage) in sentence else f"{stage}: {sentence}")
    return StageOutcome(
        stage,
        output,
        prims=len(population.scene.rows("prim")),
        reports=dict(population.report_counts),
        reader=population.reader,
    )
