"""What reading the properties of a layer has come to so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import PropertyCell, Report
from columnar.scene import ReportCode
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import OpinionColumns
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.target_table import TargetTable
from populate.readers.placement import SlotTable
from schemas.contract import Contract

__all__ = ["Reading"]


class _Finding(NamedTuple):
    """Something odd on some prims, with one text for all or one for each."""

    prims: NDArray[np.integer]
    column: str | None
    code: ReportCode
    texts: str | list[str]


@dataclass
class Reading:
    """The layer, and what was found in it.

    Attributes:
        layer: the layer.
        contract: says which columns there are.
        slots: where each property goes.
        columns: opinions by column.
        targets: relationship targets.
        cells: cells of the `property` table, their rows being prims.
    """

    layer: Layer
    contract: Contract
    slots: SlotTable
    columns: OpinionColumns
    targets: TargetTable
    cells: list[PropertyCell] = field(default_factory=list)
    _findings: list[_Finding] = field(default_factory=list)

    def report(self, prims: NDArray[np.integer], column: str | None, code: ReportCode, texts: str | list[str]) -> None:
        """Note something odd on some prims, with one text for all or one for each."""
        if len(prims):
            self._findings.append(_Finding(prims, column, code, texts))

    @property
    def reported(self) -> NDArray[np.int64]:
        """Prims that reports are about, one report after the other."""
        return np.concatenate([np.zeros(0, np.int64), *(finding.prims for finding in self._findings)])

    def reports(self) -> Iterator[Report]:
        """Every report."""
        paths = iter(path_texts(self.layer.crate, self.layer.prims.node[self.reported]).to_pylist())
        for prims, column, code, texts in self._findings:
            each = repeat(texts, len(prims)) if isinstance(texts, str) else texts
            for text in each:
                yield Report(next(paths), column, code, text)
