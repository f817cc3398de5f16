"""How what an engine cannot express is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from columnar.reports import Block, Grid, value_text
from columnar.simulators import Unsupported

__all__ = ["unsupported_blocks"]

_SHOWN: Final = 50
"""Places shown on a terminal."""


def unsupported_blocks(engine: str, found: Sequence[Unsupported]) -> list[Block]:
    """What could not be expressed, by feature and place by place; nothing if all could."""
    if not found:
        return []
    counts = Counter((entry.feature, str(entry.level), entry.meaning) for entry in found)
    features = [(feature, count, level, meaning) for (feature, level, meaning), count in sorted(counts.items())]
    places = [(entry.path, entry.column, entry.feature, value_text(entry.value, single=True)) for entry in found]
    return [
        Grid(f"not expressed by {engine}", ("feature", "places", "level", "what it is"), features),
        Grid("places", ("path", "column", "feature", "value"), places, terminal_rows=_SHOWN),
    ]
