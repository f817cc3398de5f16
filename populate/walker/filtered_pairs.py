"""The table of filtered pairs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from populate.walker.parsed import ParsedPrim, ParsedStage

__all__ = ["filtered_pair_rows"]


def filtered_pair_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every distinct pair OpenUSD reports; it reads the relationship on bodies, shapes and articulations."""
    holders: chain[ParsedPrim] = chain(stage.bodies, stage.shapes, stage.articulations)
    pairs = {(holder.path, str(other)) for holder in holders for other in holder.parsed.filteredCollisions}
    return ({"path": path, "other": other} for path, other in pairs)
