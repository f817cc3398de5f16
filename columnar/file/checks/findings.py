"""Findings of a validation, gathered; rows are named with their prims, as far as those can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from columnar.file.problems import Problem

__all__ = ["Findings"]

_SHOWN = 5
_REDO = "populate the stage again"


class Findings:
    """Problems in the order they were found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, where: str, found: str, expected: str = "") -> None:
        """Note a problem of a table or column as a whole."""
        self.problems.append(Problem(where, found, expected, _REDO))

    def add_rows(
        self, where: str, rows: npt.NDArray[Any], found: str, expected: str = "", *, names: Sequence[str] | None = None
    ) -> None:
        """Note rows that share a problem; nothing if there are none.

        Args:
            where: table or column.
            rows: row numbers.
            found: what is wrong with them.
            expected: what the format asks for.
            names: what to call the rows shown, for instance their prims.
        """
        if not len(rows):
            return
        shown = [str(row) for row in rows[:_SHOWN]]
        if names is not None:
            shown = [f"{row} ({name})" for row, name in zip(shown, names, strict=False)]
        more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
        self.add(f"{where} row{'s' if len(rows) > 1 else ''} {', '.join(shown)}{more}", found, expected)
