"""`populate --out-dir`: many stages, one display, a line for each stage in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from columnar.reports import Block, CommandResult, Facts, Grid, Lines
from populate.commands.exits import ExitCode
from populate.many import StageOutcome, populate_many

__all__ = ["populate_stages"]


def populate_stages(
    stages: Sequence[Path],
    folder: Path,
    *,
    jobs: int,
    resume: bool,
    strict: bool,
    options: Mapping[str, Any],
) -> CommandResult:
    """Populate stages into a folder; the result's exit code is 2 if one failed, 1 for reports under `strict`.

    Args:
        stages: USD files.
        folder: where the scene files go.
        jobs: stages at a time.
        resume: leave up-to-date outputs alone.
        strict: whether reports are findings.
        options: arguments of `populate`.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("populating", total=len(stages))

        def finished(outcome: StageOutcome, done: int, _: int) -> None:
            bar.update(task, completed=done, description=outcome.stage.name)

        outcomes = populate_many(stages, folder, jobs=jobs, resume=resume, finished=finished, **options)
    return CommandResult(lambda: _data(outcomes), lambda: _blocks(outcomes, folder), _exit_code(outcomes, strict))


def _exit_code(outcomes: Sequence[StageOutcome], strict: bool) -> ExitCode:
    if any(outcome.error for outcome in outcomes):
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if strict and any(outcome.reports for outcome in outcomes) else ExitCode.DONE


def _data(outcomes: Sequence[StageOutcome]) -> dict[str, Any]:
    return {
        "stages": [
            {
                "stage": str(outcome.stage),
                "output": None if outcome.error else str(outcome.output),
                "error": outcome.error,
                "prims": outcome.prims,
                "reports": dict(outcome.reports),
                "reader": outcome.reader or None,
            }
            for outcome in outcomes
        ],
        "failed": sum(outcome.error is not None for outcome in outcomes),
    }


def _blocks(outcomes: Sequence[StageOutcome], folder: Path) -> Sequence[Block]:
    failed = [outcome for outcome in outcomes if outcome.error]
    done = [outcome for outcome in outcomes if not outcome.error]
    kept = sum(outcome.reader == "cache" for outcome in done)
    facts = [("populated", str(len(done) - kept)), ("up to date", str(kept)), ("failed", str(len(failed)))]
    blocks: list[Block] = [Facts(str(folder), facts)]
    if done:
        rows = [
            (str(o.stage), str(o.output.relative_to(folder)), o.reader, o.prims, sum(o.reports.values())) for o in done
        ]
        blocks.append(Grid("stages", ("stage", "output", "reader", "prims", "reports"), rows))
    if failed:
        blocks.append(Lines(f"failed: {len(failed)}", [str(outcome.error) for outcome in failed]))
    return blocks
