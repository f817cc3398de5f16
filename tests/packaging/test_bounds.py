"""The lower bounds that are promised are the versions that are tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())


def _versions(requirements: list[str], operator: str) -> dict[str, str]:
    found = (re.fullmatch(rf"([a-z-]+){operator}([0-9.]+?)(\.\*)?", text) for text in requirements)
    return {match[1]: match[2] for match in found if match}


def test_the_oldest_group_is_every_lower_bound() -> None:
    bounds = _versions(PYPROJECT["project"]["dependencies"], ">=")
    assert set(bounds) == {"numpy", "pyarrow", "pydantic", "rich", "typer", "usd-core"}
    assert _versions(PYPROJECT["dependency-groups"]["oldest"], "==") == bounds
