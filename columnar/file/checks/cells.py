"""Checks of single columns: no null where none may be, zeros under nulls, dictionaries in the format's order."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.file.checks.cell_plan import CellForm, CellPlan, TablePlan, table_plans
from columnar.file.checks.findings import Findings
from columnar.file.checks.tables import Tables
from columnar.scene import numpy_values, valid_mask
from schemas.contract import Contract

__all__ = ["check_cells"]

_BLOCK_BYTES = 2**17
"""Values gathered in one go: so few that the copies stay in the cache, and in memory that is there already."""


_LONG_RUN = 64
"""Rows per run of absent cells from which looking at each run where it lies beats gathering them."""


def check_cells(batch: pa.RecordBatch, tables: Tables, contract: Contract, findings: Findings) -> None:
    """Check every column of every table of all the batch's scenes.

    `RecordBatch.validate(full=True)` must have passed; it vouches for buffers, offsets, dictionary codes and UTF-8, not
    for nulls in fields that declare there are none.

    Args:
        batch: the scenes.
        tables: the columns of all of them.
        contract: the contract they follow.
        findings: where problems go.
    """
    for plan, column in zip(table_plans(contract), batch.columns, strict=True):
        if column.null_count:
            _check_unpopulated(plan, column, findings)
        cells = tables.get(plan.name)
        if cells is not None:
            if plan.name != "scene":
                _check_lists(plan, column, findings)
            for cell, array in zip(plan.columns, cells.values(), strict=True):
                _check_column(cell, array, findings)


def _check_lists(plan: TablePlan, column: pa.Array, findings: Findings) -> None:
    """Each scene has its run of rows, and there are no others."""
    if column.values.null_count:
        findings.add(f"{plan.name} (its rows)", f"{column.values.null_count} are null", "no null")
    offsets = numpy_values(column.offsets)
    if offsets[0] != 0 or offsets[-1] != len(column.values):
        findings.add(plan.name, "has rows that belong to no scene", "the rows of the scenes one after the other")


def _check_unpopulated(plan: TablePlan, column: pa.Array, findings: Findings) -> None:
    if not plan.nullable:
        findings.add(plan.name, "is null", "no null")
    elif np.diff(numpy_values(column.offsets))[~valid_mask(column)].any():
        findings.add(plan.name, "an unpopulated table has rows", "no rows")


def _check_column(plan: CellPlan, array: pa.Array, findings: Findings) -> None:
    """One column at any depth."""
    if array.null_count:
        if not plan.nullable:
            findings.add(plan.where, f"{array.null_count} of {len(array)} cells are null", "no null")
        elif not _zero_under_nulls(array, plan):
            findings.add(plan.where, "absent cells hold values", "zeros (empty lists) under nulls")
    if plan.form is CellForm.DICTIONARY:
        _check_dictionary(plan, array.dictionary, findings)
    elif plan.form is CellForm.STRUCT:
        for column, child in zip(plan.inner, array.flatten(), strict=True):
            _check_column(column, child, findings)
    elif plan.inner:
        _check_column(plan.inner[0], array.values, findings)


def _check_dictionary(plan: CellPlan, dictionary: pa.Array, findings: Findings) -> None:
    """Closed set first and whole, other tokens after it in byte order, none twice; an empty column may have none."""
    known = len(plan.closed)
    if not len(dictionary):
        return
    if dictionary.null_count:
        findings.add(plan.where, "its dictionary holds a null", "tokens")
        return
    if known:
        head = tuple(dictionary.slice(0, known).to_pylist())
        if head != plan.closed:
            findings.add(plan.where, f"its dictionary begins {list(head)}", f"{list(plan.closed)}")
            return
    others = dictionary.slice(known)
    if len(others) > 1 and not pc.all(pc.less(others.slice(0, len(others) - 1), others.slice(1))).as_py():
        findings.add(plan.where, "its dictionary is out of order or repeats a token", "tokens in byte order, each once")
    elif known and len(others) and not set(plan.closed).isdisjoint(others.to_pylist()):
        findings.add(plan.where, "its dictionary repeats a token", "each token once")


def _zero_under_nulls(array: pa.Array, plan: CellPlan) -> bool:
    """Whether nothing lies under nulls that a change of the mask would bring to light."""
    if plan.form is CellForm.BOOLEAN:
        return not (numpy_values(array) & ~valid_mask(array)).any()
    values = _memory(array, plan)
    if array.null_count == len(array):
        return not values.any()
    absent = ~valid_mask(array)
    edges = np.flatnonzero(absent[1:] != absent[:-1]) + 1
    if len(edges) * _LONG_RUN < len(array):
        runs = zip([0, *edges], [*edges, len(array)], strict=True)
        return not any(absent[start] and values[start:stop].any() for start, stop in runs)
    rows = _BLOCK_BYTES // (values.itemsize * plan.lanes)
    blocks = (slice(start, start + rows) for start in range(0, len(array), rows))
    return not any(values[block].compress(absent[block], axis=0).any() for block in blocks)


def _memory(array: pa.Array, plan: CellPlan) -> npt.NDArray[Any]:
    """Numbers as unsigned integers, so that -0.0 and NaN count as values; lanes a row; lengths of lists and texts."""
    if plan.form is CellForm.LANES:
        lanes = array.values
        start, count, buffer = array.offset * plan.lanes + lanes.offset, len(array) * plan.lanes, lanes.buffers()[1]
        return np.frombuffer(buffer, plan.bits, count, start * plan.bits.itemsize).reshape(-1, plan.lanes)
    start, buffer = array.offset * plan.bits.itemsize, array.buffers()[1]
    if plan.form in (CellForm.LIST, CellForm.TEXT):
        return np.diff(np.frombuffer(buffer, plan.bits, len(array) + 1, start))
    return np.frombuffer(buffer, plan.bits, len(array), start)
