"""Columns that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import ComponentRows, Hit, Inspection
from schemas.contract import INSTANCE_PLACEHOLDER
from schemas.findings import Finding

__all__ = ["absent_column", "blocked_value", "threshold_default"]

_ONLY_WITH: Final = {"Cube": "PhysicsCollisionAPI"}
"""A component that counts only together with another one."""


def absent_column(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """Columns of which the consumer has another default than the schema."""
    rows = scene.rows(finding.component)
    counting = rows.listed & _counting(scene, rows)
    for name in (finding.column, *finding.more_columns):
        column = name.partition(f"{INSTANCE_PLACEHOLDER}:")[2] or name
        yield rows.hit(column, counting & ~rows.cells(column).present)


def _counting(scene: Inspection, rows: ComponentRows) -> np.ndarray:
    other = _ONLY_WITH.get(rows.component)
    if other is None:
        return np.ones(len(rows), np.bool_)
    needed = scene.rows(other)
    return np.isin(rows.prims, needed.prims[needed.listed])


def blocked_value(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Columns of UsdPhysics that the stage blocks."""
    for component in scene.scene.contract.tables:
        if component.name.startswith("Physics") and len(rows := scene.rows(component.name)):
            for column in component.columns:
                if scene.columns.blocks(component.name, column.name):
                    yield rows.hit(column.name, rows.listed & rows.cells(column.name).blocked)


def threshold_default(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """Thresholds of articulations that nobody authored."""
    rows = scene.rows(finding.component)
    cells = rows.cells(finding.column)
    yield rows.hit(finding.column, rows.listed & ~cells.authored, values=cells.filled(np.nan))
