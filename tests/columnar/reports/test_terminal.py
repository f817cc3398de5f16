"""Blocks on a terminal: nothing is lost at any width, markup in the text stays text."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from columnar.reports import Block, Facts, Grid, Lines
from columnar.reports.terminal import print_on_terminal

LONG = "physxRigidBody:maxDepenetrationVelocity"


def _shown(blocks: list[Block], width: int) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=width, highlight=False)
    print_on_terminal(console, blocks)
    text = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert all(len(line) <= width for line in text.splitlines())
    return text


def _without_layout(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("width", [30, 60, 100, 200])
def test_folded_text_is_whole(width: int) -> None:
    grid = Grid("cells", ("column", "value", "units", "origin"), [(LONG, "300.0", "length/s", "default")])
    facts = Facts("file", [(LONG, LONG)])
    table, pairs = _shown([grid], width), _without_layout(_shown([facts], width))
    for cell in ("300.0", "length/s", "default"):
        assert cell in _without_layout(table)
    assert pairs.count("p") == 2 * LONG.count("p")
    assert "…" not in table


def test_a_grid_of_many_columns_is_shown_row_by_row() -> None:
    headings = tuple(f"column{number}" for number in range(20))
    text = _shown([Grid("", headings, [[*(f"value{number}" for number in range(19)), "-"]])], 80)
    lines = [line.split() for line in text.splitlines() if line.strip()]
    assert lines == [[f"column{number}", f"value{number}"] for number in range(19)]


def test_rows_beyond_the_limit_are_counted() -> None:
    text = _shown([Grid("", ("n",), [(number,) for number in range(10)], terminal_rows=4)], 80)
    assert "6 more rows" in text
    assert "--limit 0" in text


def test_markup_and_emoji_codes_are_text() -> None:
    text = _shown([Grid("[bold]", ("USD type",), [("token[]",)]), Lines("", ["drive:smile:x [/red]"])], 80)
    for part in ("[bold]", "token[]", "drive:smile:x [/red]"):
        assert part in text


def test_text_of_a_file_cannot_command_the_terminal() -> None:
    escape = "\x1b]0;title\x07"
    text = _shown([Facts(escape, [(escape, escape)]), Grid(escape, (escape,), [(escape,)]), Lines("", [escape])], 80)
    assert "\x1b]" not in text
    assert "\x07" not in text
