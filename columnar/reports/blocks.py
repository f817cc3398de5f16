"""What a command has to say, apart from how it is shown: facts, tables and paragraphs.

Text may be any: whoever shows it makes it printable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Block", "CommandResult", "Facts", "Grid", "Lines"]


@dataclass(frozen=True)
class Facts:
    """Labelled values, one per line. Facts with the value "" are left out."""

    title: str
    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Grid:
    """A table. Columns whose cells are all numbers are aligned to the right.

    Attributes:
        title: what the rows are.
        headings: one per column.
        rows: cells by row; text or whole numbers.
        terminal_rows: most rows that are shown on a terminal, None for all; elsewhere every row is printed.
        note: a sentence below the table.
        styles: how a terminal shows cells, by their text; a style is one of rich's, such as "green".
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str | int]]
    terminal_rows: int | None = None
    note: str = ""
    styles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lines:
    """Paragraphs, one line each where nothing is wrapped."""

    title: str
    lines: Sequence[str]


Block = Facts | Grid | Lines


@dataclass(frozen=True)
class CommandResult:
    """A command's answer; only the form that is asked for is made.

    Attributes:
        data: makes what `--json` prints.
        blocks: makes what is printed otherwise.
        exit_code: 0, or 1 for findings.
    """

    data: Callable[[], Any]
    blocks: Callable[[], Sequence[Block]]
    exit_code: int = 0
