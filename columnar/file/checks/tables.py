"""The columns of a batch's tables, of all scenes together or of one."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from columnar.file.checks.cell_plan import table_plans
from schemas.contract import Contract

__all__ = ["Tables", "batch_tables", "scene_tables"]

Tables = Mapping[str, Mapping[str, pa.Array]]
"""Columns by table and name; tables that are unpopulated or empty are left out."""


def batch_tables(batch: pa.RecordBatch, contract: Contract) -> Tables:
    """The rows of all scenes, one after the other, `scene` included."""
    found = {}
    for plan, column in zip(table_plans(contract), batch.columns, strict=True):
        rows = column if plan.name == "scene" else column.values
        if len(rows):
            found[plan.name] = dict(zip(plan.column_names, rows.flatten(), strict=True))
    return found


def scene_tables(batch: pa.RecordBatch, row: int, contract: Contract) -> Tables:
    """The rows of one scene, without `scene`."""
    found = {}
    for plan, column in zip(table_plans(contract)[1:], batch.columns[1:], strict=True):
        rows = column[row].values
        if rows is not None and len(rows):
            found[plan.name] = dict(zip(plan.column_names, rows.flatten(), strict=True))
    return found
