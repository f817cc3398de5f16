"""Both walkers of a stage against each other: columns through a consumer, and OpenUSD's parser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from columnar.descriptors import Descriptors
from columnar.diff import Difference, diff
from columnar.parsing import parse
from columnar.scene import Scene
from populate.openusd_release import running_profile
from populate.walker import walk
from schemas.descriptors import DESCRIPTOR_TABLES

__all__ = ["WalkerTotals"]

_PRODUCER = "COL-"
"""Findings about what a producer of columns does; under OpenUSD's own rules only these may remain."""


@dataclass
class WalkerTotals:
    """Differences between the walkers.

    Attributes:
        stages: stages compared.
        rows: descriptor rows of both sides together.
        consumer: differences from what the PhysX consumer makes of the columns, by finding.
        own: differences from what the columns are under OpenUSD's own rules, by finding.
        unexplained: stage and difference without a finding, or with one that has no place under OpenUSD's rules.
    """

    stages: int = 0
    rows: int = 0
    consumer: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    unexplained: list[tuple[str, Difference]] = field(default_factory=list)

    def add(self, stage: str, file: Path, scene: Scene, descriptors: Descriptors) -> None:
        """Compare the walkers of one stage.

        Args:
            stage: its name.
            file: its root layer.
            scene: its columns.
            descriptors: what the PhysX consumer makes of them.
        """
        walked = walk(file, on_warning=lambda text: None)
        found = diff(descriptors, walked, scene=scene)
        own = diff(parse(scene, running_profile()), walked, scene=scene)
        self.stages += 1
        self.rows += sum(_row_counts(descriptors)) + sum(_row_counts(walked))
        self.consumer += Counter(found.counts)
        self.own += Counter(own.counts)
        self.unexplained += [(stage, one) for one in found if one.finding is None]
        self.unexplained += [(stage, one) for one in own if not (one.finding or "").startswith(_PRODUCER)]


def _row_counts(descriptors: Descriptors) -> Iterator[int]:
    return (len(descriptors.table(name)) for name in DESCRIPTOR_TABLES)
