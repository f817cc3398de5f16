"""What reading a layer comes to, apart from the layer: its bytes and structure can go before the last steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from columnar.assembly import Archetype, PropertyCell, Report, RowTable, SceneFacts, StageOpinions
from columnar.scene import PathKind, world_matrices
from populate.readers.direct.opinion_columns import OpinionColumns
from populate.readers.direct.transforms import LocalTransforms

__all__ = ["LayerOutcome", "LayerRows"]


class LayerRows(NamedTuple):
    """`RowTable` without world transforms."""

    paths: pa.Array
    parent: NDArray[np.int64]
    archetype: NDArray[np.int32]
    archetypes: tuple[Archetype, ...]
    transforms: LocalTransforms

    def table(self) -> RowTable:
        """With world transforms."""
        local, reset = self.transforms.local, self.transforms.reset
        return RowTable(
            paths=self.paths,
            parent=self.parent,
            archetype=self.archetype,
            archetypes=self.archetypes,
            local=local,
            reset=reset,
            world=world_matrices(local, reset, self.parent),
            from_instance=np.zeros(len(self.paths), np.bool_),
        )


@dataclass(frozen=True)
class LayerOutcome:
    """Everything of `StageOpinions`, but with opinions by prim.

    Attributes:
        rows: the prims with a row.
        columns: opinions by column.
        row_of_prim: (p,) row of each prim.
    """

    rows: LayerRows
    columns: OpinionColumns
    row_of_prim: NDArray[np.int64]
    facts: SceneFacts
    instances: tuple[str, ...]
    targets: pa.Array
    path_kinds: Mapping[str, PathKind]
    properties: tuple[PropertyCell, ...]
    reports: tuple[Report, ...]
    target_rows: int

    def opinions(self) -> StageOpinions:
        """The opinions by row; those by prim are used up."""
        return StageOpinions(
            facts=self.facts,
            rows=self.rows.table(),
            columns=self.columns.finish(self.row_of_prim),
            instances=self.instances,
            targets=self.targets,
            path_kinds=self.path_kinds,
            properties=self.properties,
            reports=self.reports,
            target_rows=self.target_rows,
        )
