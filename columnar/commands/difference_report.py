"""How differences are printed: by finding, and one by one; as an HTML page where one is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from columnar.descriptors import Descriptors
from columnar.diff import Difference, Differences, SceneDifferences
from columnar.diff.page import differences_page
from columnar.file import replacing
from columnar.reports import Block, CommandResult, Facts, Grid, value_text
from schemas.findings import load_findings

__all__ = ["ComparedSide", "difference_report"]

_SHOWN = 50
"""Differences shown on a terminal."""


@dataclass(frozen=True)
class ComparedSide:
    """One side of a comparison.

    Attributes:
        name: what it is called.
        descriptors: its descriptors, if descriptors are what was compared.
    """

    name: str
    descriptors: Descriptors | None = None


def difference_report(
    found: Differences | SceneDifferences, a: ComparedSide, b: ComparedSide, *, html: Path | None = None
) -> CommandResult:
    """The report of a comparison; the exit code is 0 if there is nothing, or nothing that a simulation sees.

    Args:
        found: the differences.
        a: the first side.
        b: the second side.
        html: where to write the page; nothing is written without it.

    Raises:
        SceneFileError: the page cannot be written.
    """
    every = list(found)
    if html is not None:
        _write(html, every, a, b)
    return CommandResult(found.to_json, lambda: _blocks(every, a, b, html), exit_code=int(found.simulated))


def _write(file: Path, differences: Sequence[Difference], a: ComparedSide, b: ComparedSide) -> None:
    page = differences_page(
        differences,
        title=f"{a.name} and {b.name}",
        sides=[(side.name, side.descriptors) for side in (a, b)],
    )
    with replacing(file) as stream:
        stream.write(page.encode("utf-8", "backslashreplace"))


def _blocks(differences: Sequence[Difference], a: ComparedSide, b: ComparedSide, html: Path | None) -> Sequence[Block]:
    unexplained = sum(difference.finding is None for difference in differences)
    facts = [
        ("a", a.name),
        ("b", b.name),
        ("differences", str(len(differences))),
        ("unexplained", str(unexplained)),
        ("page", "" if html is None else str(html)),
    ]
    blocks: list[Block] = [Facts("", facts)]
    counts = Counter(difference.finding for difference in differences if difference.finding is not None)
    if counts:
        known = load_findings()
        rows = [
            (id_, count, "yes" if known[id_].simulated else "no", known[id_].title)
            for id_, count in sorted(counts.items())
        ]
        blocks.append(Grid("findings", ("finding", "differences", "simulated", "title"), rows))
    if differences:
        heads = ("table", "path", "field", "a", "b", "finding")
        blocks.append(Grid("differences", heads, list(map(_row, differences)), terminal_rows=_SHOWN))
    return blocks


def _row(difference: Difference) -> tuple[str, ...]:
    where = " ".join([difference.path or "-", *difference.keys.values()])
    values = (_shown(difference, value) for value in (difference.a, difference.b))
    return (difference.table, where, difference.field, *values, difference.finding or "unexplained")


def _shown(difference: Difference, value: Any) -> str:
    if difference.is_row:
        return value_text(None) if value is None else "present"
    return value_text(value, single=True)
