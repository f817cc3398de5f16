"""`support`: what known runtimes make of the authored cells of a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from columnar.commands.opener import Opener
from columnar.reports import Block, CommandResult, Facts, Grid, Lines
from columnar.support import SupportedCells, supported_cells
from schemas.support import RuntimeSupport, Support, load_support, support_runtimes

__all__ = ["support_file"]

_STYLES = {"read": "green", "converted": "cyan", "defaulted": "yellow", "ignored": "red"}
"""How a terminal shows what becomes of a column."""


def support_file(file: Path, *, opener: Opener, runtimes: Sequence[str] = (), strict: bool = False) -> CommandResult:
    """Each authored column against each runtime: read, converted, defaulted or ignored.

    Args:
        file: what the user named.
        opener: opens it.
        runtimes: names of support tables, by default all.
        strict: makes the exit code 1 where a runtime ignores something authored.

    Raises:
        SupportError: there is no such runtime.
        SceneFileError: the file cannot be opened.
    """
    tables = [load_support(name) for name in dict.fromkeys(runtimes) or support_runtimes()]
    rows = supported_cells(opener(file), tables)
    ignored = any(each.support is Support.IGNORED for row in rows for each in row.support)
    return CommandResult(
        lambda: _data(file, tables, rows),
        lambda: _blocks(file, tables, rows),
        exit_code=int(strict and ignored),
    )


def _data(file: Path, tables: Sequence[RuntimeSupport], rows: Sequence[SupportedCells]) -> dict[str, Any]:
    return {
        "file": str(file),
        "runtimes": [
            {
                "name": table.name,
                "doc": table.doc,
                "versions": dict(table.versions),
                "source": table.source,
                "cells": {kind.value: count for kind, count in _totals(rows, place).items()},
            }
            for place, table in enumerate(tables)
        ],
        "columns": [
            {
                **row.authored._asdict(),
                "support": {
                    table.name: {"support": each.support.value, "how": each.how}
                    for table, each in zip(tables, row.support, strict=True)
                },
            }
            for row in rows
        ],
    }


def _totals(rows: Sequence[SupportedCells], place: int) -> dict[Support, int]:
    """Authored cells by what a runtime makes of them."""
    counts = Counter[Support]()
    for row in rows:
        counts[row.support[place].support] += row.authored.cells
    return {kind: counts[kind] for kind in Support}


def _blocks(file: Path, tables: Sequence[RuntimeSupport], rows: Sequence[SupportedCells]) -> Sequence[Block]:
    names = [table.name for table in tables]
    cells = sum(row.authored.cells for row in rows)
    totals: list[list[str | int]] = [[table.name, *_totals(rows, place).values()] for place, table in enumerate(tables)]
    blocks: list[Block] = [
        Facts(str(file), [("authored columns", str(len(rows))), ("authored cells", str(cells))]),
        Grid("cells by runtime", ("runtime", *(kind.value for kind in Support)), totals),
    ]
    if rows:
        shown = [
            (_component(row), row.authored.column, row.authored.cells, *(each.support.value for each in row.support))
            for row in rows
        ]
        heads = ("component", "column", "cells", *names)
        blocks.append(Grid("columns", heads, shown, styles=_STYLES))
        blocks += [Lines(f"{table.name}: what becomes of them", _hows(rows, at)) for at, table in enumerate(tables)]
    return [block for block in blocks if not isinstance(block, Lines) or block.lines]


def _component(row: SupportedCells) -> str:
    instance = f":{row.authored.instance}" if row.authored.instance else ""
    return f"{row.authored.component}{instance}{'' if row.authored.applied else ' (not applied)'}"


def _hows(rows: Sequence[SupportedCells], place: int) -> list[str]:
    """One line for everything there is to say, with the columns it holds for."""
    columns: dict[tuple[str, Support, str], list[str]] = {}
    for row in rows:
        each = row.support[place]
        if each.how:
            columns.setdefault((_component(row), each.support, each.how), []).append(row.authored.column)
    return [
        f"{component} {', '.join(names)}: {support.value}: {how}"
        for (component, support, how), names in columns.items()
    ]
