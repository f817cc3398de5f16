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
    "plain_type",
]
