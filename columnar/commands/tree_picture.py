"""Joint trees as one SVG: a line for each link, indented below the one that carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from columnar.reports import Markup, element

__all__ = ["TreeLine", "tree_picture"]

_ROW: Final = 20
_INDENT: Final = 22
_LETTER: Final = 6.6
"""Width of a letter, roughly, at the size of the text."""


class TreeLine(NamedTuple):
    """One link: how deep it hangs, and what is written beside it."""

    depth: int
    text: str


def tree_picture(trees: Sequence[tuple[str, Sequence[TreeLine]]]) -> str:
    """The picture as text; trees have a title each."""
    parts: list[Markup] = []
    top = 0
    widest = 200.0
    for title, lines in trees:
        parts.append(element("text", title, x=8, y=top + 15, font_weight="bold"))
        parts += _tree(lines, top + _ROW)
        top += _ROW * (len(lines) + 2)
        widest = max([widest, *(_INDENT * (line.depth + 2) + _LETTER * len(line.text) for line in lines)])
    found = element(
        "svg",
        element("title", "joint trees"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {round(widest)} {max(top, _ROW)}",
        width=round(widest),
        height=max(top, _ROW),
        font_family="monospace",
        font_size=11,
    )
    return f"{found}\n"


def _tree(lines: Sequence[TreeLine], top: int) -> list[Markup]:
    parts: list[Markup] = []
    last_at: dict[int, int] = {}
    for row, line in enumerate(lines):
        x, y = 16 + _INDENT * line.depth, top + _ROW * row + _ROW // 2
        if line.depth and line.depth - 1 in last_at:
            above = last_at[line.depth - 1]
            path = f"M {x - _INDENT} {above} L {x - _INDENT} {y} L {x} {y}"
            parts.append(element("path", d=path, fill="none", stroke="#999"))
        last_at[line.depth] = y
        parts.append(element("circle", cx=x, cy=y, r=4, fill="#1b6ca8"))
        parts.append(element("text", line.text, x=x + 10, y=y + 4))
    return parts
