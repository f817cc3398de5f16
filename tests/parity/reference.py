"""The reference's side: runs the producer in its own environment, batch by batch, and reads what it writes down."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.parity.cells import Cell, CellType, Rows
from tests.parity.columns import ColumnTable
from tests.parity.stages import StageFile

__all__ = ["ReferenceRun", "RefusedStageError"]

_PRODUCER = Path(__file__).with_name("producer.py")
_TIMEOUT = 600
"""Seconds a batch may take; a stage that hangs counts as one that crashed."""

_POLL = 0.02


class RefusedStageError(ValueError):
    """A stage that the reference producer does not open, or that takes it down."""


class ReferenceRun:
    """Producer processes at work; their cells can be asked for while they go on.

    Args:
        stages: one that brings the process down is left out and the others go on.
        output: an empty folder.
        python: interpreter of the environment that holds the producer.
        table: says which columns hold ids without a semantic.
        jobs: how many processes work side by side.
    """

    def __init__(
        self, stages: Sequence[StageFile], output: Path, *, python: str, table: ColumnTable, jobs: int
    ) -> None:
        self._python = python
        self._table = table
        self._crashed: dict[str, str] = {}
        self._batches: dict[str, tuple[Path, Future[None]]] = {}
        self._pool = ThreadPoolExecutor(jobs)
        for number in range(jobs):
            folder = output / f"batch{number}"
            folder.mkdir()
            batch = list(stages[number::jobs])
            done = self._pool.submit(self._work, batch, folder)
            self._batches |= {stage.id: (folder, done) for stage in batch}

    def close(self) -> None:
        """Wait for the processes that still run."""
        self._pool.shutdown()

    def cells(self, stage: StageFile) -> Rows:
        """The cells of a stage, as soon as they are there.

        Raises:
            RefusedStageError: the producer did not open the stage, or went down with it; the message says how.
        """
        folder, done = self._batches[stage.id]
        dump = folder / f"{stage.id}.json"
        while not dump.exists() and stage.id not in self._crashed:
            if done.done():
                done.result()
                break
            time.sleep(_POLL)
        if stage.id in self._crashed:
            raise RefusedStageError(f"the reference producer went down: {self._crashed[stage.id]}")
        return _rows(json.loads(dump.read_text()))

    def _work(self, pending: list[StageFile], folder: Path) -> None:
        """Run a batch; after a crash, what comes behind the stage that caused it."""
        while pending:
            ending = self._run(pending, folder)
            if ending is None:
                return
            guilty = (folder / "started").read_text()
            self._crashed[guilty] = ending
            pending = pending[[stage.id for stage in pending].index(guilty) + 1 :]

    def _run(self, stages: Sequence[StageFile], folder: Path) -> str | None:
        """One producer process over these stages; None if it came to its end, else how it went down."""
        job, started = folder / "job", folder / "started"
        started.unlink(missing_ok=True)
        job.write_text(json.dumps(self._job(stages, folder)))
        command = [self._python, str(_PRODUCER), str(job)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT)
        except subprocess.TimeoutExpired:
            return f"no end after {_TIMEOUT} s"
        if done.returncode == 0:
            return None
        if not started.exists():
            raise RuntimeError(f"{' '.join(command[:2])} does not start:\n{done.stderr[-2000:]}")
        return f"exit {done.returncode}: {' '.join(done.stderr.split())[-300:]}"

    def _job(self, stages: Sequence[StageFile], folder: Path) -> dict[str, Any]:
        return {
            "output": str(folder),
            "token_columns": self._table.tokens,
            "path_columns": self._table.paths,
            "undiscovered": self._table.undiscovered,
            "stages": [{"id": s.id, "file": str(s.file), "seconds": s.seconds} for s in stages],
        }


def _rows(dump: dict[str, Any]) -> Rows:
    if "error" in dump:
        raise RefusedStageError(dump["error"])
    found: Rows = {}
    for column in dump["columns"]:
        kind = CellType(column["dtype"], column["lanes"], column["semantic"], column["array"])
        for prim, cell in zip(column["prims"], _cells(kind, column), strict=True):
            found.setdefault(prim, {})[column["name"]] = cell
    return found


def _cells(kind: CellType, column: dict[str, Any]) -> Iterator[Cell]:
    flags = kind.dtype == "bool8"
    interned = column.get("interned", [()] * len(column["values"]))
    for value, names in zip(column["values"], interned, strict=True):
        yield Cell(kind, tuple(map(bool, value) if flags else value), interned=tuple(names))
