"""The run's outcome as text or JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.parity.totals import Totals

__all__ = ["as_json", "as_text"]

_SHOWN = 40
"""Failures printed one by one; all of them are in the JSON."""


def as_text(totals: Totals) -> str:
    """Tables of what was compared, excepted and left, then every problem."""
    problems = totals.problems()
    parts = [
        _table("stages", ("set", "compared"), totals.stages.items()),
        _table("readers", ("reader", "stages"), sorted(totals.readers.items())),
        _unopened(totals),
        _table("compared", ("what", "count"), _compared(totals).items()),
        _families(totals),
        _table("exceptions", ("id", "findings"), _by_id(totals, [entry.id for entry in totals.allowed.exceptions])),
        _table("extensions", ("id", "findings"), _by_id(totals, [entry.id for entry in totals.allowed.extensions])),
        _table("out of scope", ("part", "cells"), sorted(totals.outside.items())),
    ]
    if problems:
        parts.append("\n".join([f"{len(problems)} problems", *_summary(totals), *problems[:_SHOWN]]))
    else:
        parts.append("parity holds: 0 missing, 0 different")
    return "\n\n".join(part for part in parts if part)


def as_json(totals: Totals) -> dict[str, Any]:
    """The same, for machines."""
    return {
        "stages": dict(totals.stages),
        "readers": dict(totals.readers),
        "unopened": totals.unopened,
        **_compared(totals),
        "families": {name: vars(family) for name, family in sorted(totals.families.items())},
        "explained": dict(sorted(totals.explained.items())),
        "out_of_scope": dict(sorted(totals.outside.items())),
        "problems": totals.problems(),
    }


def _compared(totals: Totals) -> dict[str, int]:
    return {
        "rows": totals.rows,
        "cells": totals.cells,
        "same": totals.same,
        "components": len({component for component, _ in totals.columns}),
        "columns": len(totals.columns),
        "columns never published": totals.never_published(),
    }


def _unopened(totals: Totals) -> str:
    return "\n".join(["do not open", *(f"  {name}: {why}" for name, why in sorted(totals.unopened.items()))])


def _families(totals: Totals) -> str:
    names = [*totals.table.families, "other"]
    rows = [(name, *vars(totals.families[name]).values()) for name in names if name in totals.families]
    return _table("families", ("family", "same", "missing", "different", "extra"), rows)


def _by_id(totals: Totals, ids: Sequence[str]) -> list[tuple[str, int]]:
    return [(name, totals.explained[name]) for name in ids]


def _summary(totals: Totals) -> list[str]:
    """Failures by kind and column, the most frequent first."""
    counts = Counter((finding.kind, finding.column or "") for finding in totals.failures)
    return [f"  {count:6} {kind} {column}".rstrip() for (kind, column), count in counts.most_common(_SHOWN)]


def _table(title: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [tuple(map(str, header)), *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    text = ["  " + "  ".join(_aligned(line, widths)) for line in lines]
    return "\n".join([title, *text])


def _aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Cells of a line at their widths: the first to the left, numbers to the right."""
    cells = list(zip(line, widths, strict=True))
    return [cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells)]
