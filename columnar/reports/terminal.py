"""Blocks on a terminal: rich tables, folded where they are too wide and never cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from columnar.reports.blocks import Block, Facts, Grid, Lines
from columnar.reports.plain_text import is_numeric
from columnar.reports.value_text import printable

__all__ = ["print_on_terminal"]

_INDENT = (0, 0, 0, 2)
_NARROWEST_COLUMN = 12


def print_on_terminal(console: Console, blocks: Sequence[Block]) -> None:
    """Print blocks with an empty line between two. Text is printed as it is: no markup, no emoji codes."""
    for number, block in enumerate(blocks):
        if number:
            console.print()
        if block.title:
            console.print(_text(block.title, "bold"))
        for renderable in _renderables(block, console.width):
            console.print(renderable)


def _renderables(block: Block, width: int) -> Iterator[RenderableType]:
    if isinstance(block, Facts):
        yield Padding(_facts(block.facts), _INDENT)
    elif isinstance(block, Lines):
        yield from (Padding(_text(line), _INDENT) for line in block.lines)
    else:
        yield from _grid(block, width)


def _grid(block: Grid, width: int) -> Iterator[RenderableType]:
    shown = block.rows if block.terminal_rows is None else block.rows[: block.terminal_rows]
    if len(block.headings) * _NARROWEST_COLUMN > width:
        for row in shown:
            pairs = [(heading, str(cell)) for heading, cell in zip(block.headings, row, strict=True) if cell != "-"]
            yield Padding(_facts(pairs, block.styles), (0, 0, 1, 2))
    else:
        yield _table(block.headings, shown, block.styles)
    if len(shown) < len(block.rows):
        yield Padding(_text(f"{len(block.rows) - len(shown)} more rows: --limit 0 shows all", "dim"), _INDENT)
    if block.note:
        yield Padding(_text(block.note, "dim"), _INDENT)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str | int]], styles: Mapping[str, str]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=True, show_edge=False)
    for column, heading in enumerate(headings):
        justify: Literal["right", "left"] = "right" if is_numeric(rows, column) else "left"
        table.add_column(_text(heading), justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*(_text(cell, styles.get(str(cell), "")) for cell in row))
    return table


def _facts(facts: Sequence[tuple[str, str]], styles: Mapping[str, str] | None = None) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", overflow="fold")
    table.add_column(overflow="fold")
    for label, value in facts:
        if value:
            table.add_row(_text(label), _text(value, (styles or {}).get(value, "")))
    return table


def _text(content: str | int, style: str = "") -> Text:
    return Text(printable(str(content)), style)
