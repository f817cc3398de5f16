"""Comparison of cells and rows with what a case expects. Every function gives all its findings as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
from case_files import Cells, Run, expected_cells, prototype_names

__all__ = ["cell_findings", "equal", "row_findings"]

MATRIX_COLUMNS = frozenset({"omni:xform", "omni:fabric:worldMatrix"})
"""Compared to 1e-12 of the largest entry: producers multiply the transform ops in different orders."""

DOUBLE_COLUMNS = frozenset({"size", "usd-metadata:kilogramsPerUnit", "usd-metadata:metersPerUnit"})
"""The columns of the cases that are float64; every other floating-point column is float32."""


def equal(column: str, expected: Any, got: Any) -> bool:
    """Whether `got` is the cell `expected`: of the same kind, and equal in the dtype of `column`."""
    if column in MATRIX_COLUMNS:
        return equal_matrix(expected, got)
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(got) == len(expected)
            and all(equal(column, *pair) for pair in zip(expected, got, strict=True))
        )
    if type(got) is not type(expected):
        return False
    if isinstance(expected, float) and column not in DOUBLE_COLUMNS:
        return bool(np.float32(expected) == np.float32(got))
    return bool(expected == got)


def equal_matrix(expected: list[float], got: Any) -> bool:
    """Whether `got` is the 4x4 matrix `expected`, 16 numbers row by row."""
    if not isinstance(got, list) or len(got) != 16 or not all(isinstance(entry, float) for entry in got):
        return False
    tolerance = 1e-12 * np.abs(expected).max()
    return bool((np.abs(np.subtract(expected, got)) <= tolerance).all())


def cell_findings(run: Run, cells: Cells) -> Iterator[str]:
    """Cells of `run` that are missing, different, or there although they must not be."""
    for path, columns in expected_cells(run, prototype_names(run, cells)).items():
        if path not in cells:
            yield f"{run}: {path} has no row, {', '.join(columns)} expected"
            continue
        for column, expected in columns.items():
            got = cells[path].get(column)
            if not equal(column, expected, got):
                yield f"{run}: {path} {column}: expected {expected!r}, got {got!r}"
    for path, patterns in run.absent_cells.items():
        for column, got in cells.get(path, {}).items():
            if got is not None and any(fnmatchcase(column, pattern) for pattern in patterns):
                yield f"{run}: {path} {column}: expected no cell, got {got!r}"


def row_findings(run: Run, cells: Cells) -> Iterator[str]:
    """Rows of `run` that are missing, that must not be there, or that are too many or too few."""
    for path in (*run.rows, *run.absent_cells):
        if path not in cells:
            yield f"{run}: {path} has no row"
    for path in cells:
        if any(fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*") for pattern in run.no_rows):
            yield f"{run}: {path} has a row, none expected"
    if run.row_count is not None and len(cells) != run.row_count:
        yield f"{run}: expected {run.row_count} rows, got {len(cells)}"
    counts = Counter(columns.get("usd-prim-type") for columns in cells.values())
    for prim_type, expected in run.row_counts.items():
        if counts[prim_type] != expected:
            yield f"{run}: expected {expected} rows of type {prim_type}, got {counts[prim_type]}"
