"""What can be wrong with a scene file, and the one exception that says so."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Problem", "SceneFileError", "SceneFileWarning"]

_SHOWN = 20


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file.

    Attributes:
        where: table, column, rows and prims, as far as they apply; "" for the file as a whole.
        found: what was wrong.
        expected: what the format asks for, "" where `found` says it all.
        remedy: what to do, "" where there is nothing but making the file anew.
    """

    where: str
    found: str
    expected: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.found}" if self.where else self.found
        text += f"; expected {self.expected}" if self.expected else ""
        return text + (f"; {self.remedy}" if self.remedy else "")


class SceneFileError(ValueError):
    """A file that cannot be read or written as a scene file.

    Attributes:
        file: the path as the caller gave it.
        problems: everything that was found; the message shows the first twenty.
    """

    def __init__(self, file: str | os.PathLike[str], problems: Problem | Sequence[Problem]) -> None:
        self.file = os.fspath(file)
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(self._message())

    def _message(self) -> str:
        if len(self.problems) == 1:
            return f"{self.file}: {self.problems[0]}"
        lines = [f"{self.file}: {len(self.problems)} problems:", *(f"  {p}" for p in self.problems[:_SHOWN])]
        if len(self.problems) > _SHOWN:
            lines.append(f"  and {len(self.problems) - _SHOWN} more")
        return "\n".join(lines)


class SceneFileWarning(UserWarning):
    """A scene file was opened, but not all of it could be understood."""
