"""What reading the properties of a layer has come to so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import PropertyCell, Report
from columnar.scene import ReportCode
from populate.readers.composed.slots import SlotTable
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import OpinionColumns
from populate.readers.direct.path_texts import path_texts
from populate.readers.direct.target_table import TargetTable
from schemas.contract import Contract

__all__ = ["Reading"]


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
        reports: what was odd.
        reported: (p,) bool, prims that a report is about.
    """

    layer: Layer
    contract: Contract
    slots: SlotTable
    columns: OpinionColumns
    targets: TargetTable
    cells: list[PropertyCell] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reported = np.zeros(len(self.layer.prims), np.bool_)

    def report(self, prims: NDArray[np.integer], column: str | None, code: ReportCode, texts: str | list[str]) -> None:
        """Note something odd on some prims, with one text for all or one for each."""
        if not len(prims):
            return
        self.reported[prims] = True
        paths = path_texts(self.layer.crate, self.layer.prims.node[prims]).to_pylist()
        each = [texts] * len(paths) if isinstance(texts, str) else texts
        self.reports += [Report(path, column, code, text) for path, text in zip(paths, each, strict=True)]
