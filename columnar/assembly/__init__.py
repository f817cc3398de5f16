"""From opinions to a scene: what a producer writes where a prim says something, or nothing."""

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

__all__ = [
    "Archetype",
    "ColumnOpinions",
    "OpinionState",
    "PropertyCell",
    "Report",
    "RowTable",
    "SceneFacts",
    "StageOpinions",
    "assemble",
    "expand_point_instancers",
    "plain_type",
]
