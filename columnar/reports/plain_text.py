"""Blocks as plain text for pipes and files: nothing is cut, nothing is wrapped, nothing is coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from columnar.reports.blocks import Block, Facts, Grid
from columnar.reports.value_text import printable

__all__ = ["is_numeric", "plain_text"]

_GAP = "  "


def plain_text(blocks: Sequence[Block]) -> str:
    """The blocks one below the other, with an empty line between two; ends in a line break unless empty."""
    return "\n".join("".join(f"{line}\n" for line in _lines(block)) for block in blocks)


def is_numeric(rows: Sequence[Sequence[str | int]], column: int) -> bool:
    """Whether a column of a grid holds whole numbers only."""
    return bool(rows) and all(isinstance(row[column], int) for row in rows)


def _lines(block: Block) -> Iterator[str]:
    if block.title:
        yield printable(block.title)
    if isinstance(block, Facts):
        facts = [fact for fact in block.facts if fact[1]]
        yield from _aligned(facts, [False, False])
    elif isinstance(block, Grid):
        right = [is_numeric(block.rows, column) for column in range(len(block.headings))]
        yield from _aligned([block.headings, *block.rows], right)
        if block.note:
            yield _GAP + printable(block.note)
    else:
        yield from (_GAP + printable(line) for line in block.lines)


def _aligned(rows: Sequence[Sequence[str | int]], right: Sequence[bool]) -> Iterator[str]:
    texts = [[printable(str(cell)) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        cells = (_padded(cell, width, to_right) for cell, width, to_right in zip(row, widths, right, strict=True))
        yield (_GAP + _GAP.join(cells)).rstrip()


def _padded(cell: str, width: int, to_right: bool) -> str:
    space = " " * (width - cell_len(cell))
    return space + cell if to_right else cell + space
