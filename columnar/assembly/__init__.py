"""From opinions to a scene: what a producer writes where a prim says something, or nothing."""

from columnar.assembly.columns import RowRoles, column_cells
from columnar.assembly.from_tables import scene_from_tables
from columnar.assembly.holdings import held_components
from columnar.assembly.keys import Places
from columnar.assembly.opinions import (
    Archetype,
    ColumnOpinions,
    OpinionState,
    PropertyCell,
    Report,
    RowTable,
    SceneFacts,
    StageOpinions,
    plain_type,
)
from columnar.assembly.point_instancers import expand_point_instancers
from columnar.assembly.scene import assemble
from columnar.assembly.user_tables import TablesError

__all__ = [
    "Archetype",
    "ColumnOpinions",
    "OpinionState",
    "Places",
    "PropertyCell",
    "Report",
    "RowRoles",
    "RowTable",
    "SceneFacts",
    "StageOpinions",
    "TablesError",
    "assemble",
    "column_cells",
    "expand_point_instancers",
    "held_components",
    "plain_type",
    "scene_from_tables",
]
