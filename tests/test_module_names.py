"""Test modules are imported by their bare names, so each name stands once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path


def test_no_name_twice() -> None:
    names = Counter(file.name for file in Path(__file__).parent.rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
