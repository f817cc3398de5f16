"""`check`: what misleads in the columns of a scene file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from columnar.commands.opener import Opener
from columnar.diff import Trap, check
from columnar.reports import Block, CommandResult, Facts, Grid, Lines, value_text
from schemas.findings import load_findings

__all__ = ["check_file"]

_SHOWN = 50
"""Traps shown on a terminal."""


def check_file(file: Path, *, opener: Opener) -> CommandResult:
    """Every trap of a file; the exit code is 0 if there is none that a simulation sees.

    Args:
        file: a scene file.
        opener: opens it.

    Raises:
        SceneFileError: the file cannot be opened.
    """
    traps = check(opener(file))
    return CommandResult(
        lambda: {"file": str(file), "findings": [trap.to_json() for trap in traps]},
        lambda: _blocks(file, traps),
        exit_code=int(any(trap.simulated for trap in traps)),
    )


def _blocks(file: Path, traps: Sequence[Trap]) -> Sequence[Block]:
    blocks: list[Block] = [Facts(str(file), [("findings", str(len(traps)))])]
    counts = Counter(trap.finding for trap in traps)
    if counts:
        known = load_findings()
        rows = [(id_, count, "yes" if known[id_].simulated else "no") for id_, count in sorted(counts.items())]
        heads = ("finding", "places", "simulated")
        meanings = [f"{id_}: {known[id_].title}. Columns: {known[id_].columns}." for id_ in sorted(counts)]
        places = [(trap.finding, trap.path, trap.column, value_text(trap.value, single=True)) for trap in traps]
        blocks += [
            Grid("findings", heads, rows),
            Lines("what they mean", meanings),
            Grid("places", ("finding", "path", "column", "value"), places, terminal_rows=_SHOWN),
        ]
    return blocks
