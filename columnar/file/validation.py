"""All checks of a record batch of scenes, in the order in which each may rely on the ones before."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from columnar.file.checks import (
    Findings,
    batch_tables,
    check_cells,
    check_components,
    check_paths,
    check_properties,
    check_reports,
    scene_tables,
)
from columnar.file.problems import Problem
from schemas.contract import Contract

__all__ = ["buffer_problems", "scene_problems"]

_DAMAGED = "copy or download it again, or populate the stage again"


def buffer_problems(batch: pa.RecordBatch) -> list[Problem]:
    """Whether Arrow itself may touch the batch: buffers, offsets, dictionary codes, UTF-8, null counts."""
    try:
        batch.validate(full=True)
    except pa.ArrowException as error:
        return [Problem("", f"is damaged: {str(error).splitlines()[0]}", "", _DAMAGED)]
    return []


def scene_problems(batch: pa.RecordBatch, contract: Contract, rows: Sequence[int] | None = None) -> list[Problem]:
    """What is wrong with scenes whose buffers are sound and whose columns are the contract's.

    Args:
        batch: scenes, one a row.
        contract: the contract of the batch's columns.
        rows: scenes to look into; all by default. Nulls and dictionaries are checked for all of them at once.
    """
    findings = Findings()
    whole = batch_tables(batch, contract)
    check_cells(batch, whole, contract, findings)
    if findings.problems:
        return findings.problems
    for row in range(batch.num_rows) if rows is None else rows:
        tables = whole if batch.num_rows == 1 else scene_tables(batch, row, contract)
        index = check_paths(tables, findings)
        check_components(tables, contract, index, findings)
        check_properties(tables, index, findings)
        check_reports(tables, index, findings)
    return findings.problems
