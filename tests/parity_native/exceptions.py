"""The differences that are allowed, each with its reason."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from tests.parity_native.fields import Field

__all__ = ["AllowedDifference", "load_exceptions"]

_FILE = Path(__file__).with_name("exceptions.toml")


class AllowedDifference(NamedTuple):
    """Differences of some fields on some prims of some stages, by the recorded finding that says so."""

    finding: str
    reason: str
    stages: list[str]
    paths: list[str]
    fields: list[str]

    def allows(self, stage: str, difference: Field) -> bool:
        """Whether a difference on a stage (`SET:NAME`) is one of these."""
        pairs = ((stage, self.stages), (difference.path, self.paths), (difference.name, self.fields))
        return all(any(fnmatchcase(text, pattern) for pattern in patterns) for text, patterns in pairs)


def load_exceptions() -> list[AllowedDifference]:
    """Every allowed difference of exceptions.toml."""
    return [AllowedDifference(**entry) for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["exceptions"]]
