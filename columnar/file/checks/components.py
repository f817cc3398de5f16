"""Checks of a scene's component tables: rows, path ids, masks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.file.checks.findings import Findings
from columnar.file.checks.paths import PathIndex
from columnar.file.checks.tables import Tables
from columnar.scene import numpy_values, valid_mask
from schemas.contract import Component, Contract

__all__ = ["check_components"]

_ALL_BITS = 2**64 - 1


def check_components(tables: Tables, contract: Contract, index: PathIndex, findings: Findings) -> None:
    """Check every component table of a scene that has rows."""
    for component in contract.tables:
        columns = tables.get(component.name)
        if columns is not None:
            _check_rows(component, columns, index, findings)
            _check_targets(component, columns, index, findings)
            _check_masks(component, columns, index, findings)


def _check_rows(component: Component, columns: Mapping[str, pa.Array], index: PathIndex, findings: Findings) -> None:
    """Rows belong to populated prims, and are sorted by prim and instance."""
    prims = numpy_values(columns["prim"])
    where = f"{component.name}.prim"
    if not index.in_range(prims):
        findings.add_rows(where, np.flatnonzero(prims >= index.size), "is no path id", index.rule)
        return
    populated = index.has_row[prims.view(np.int64)]
    if not populated.all():
        rowless = np.flatnonzero(~populated)
        labels = index.labels(prims[rowless])
        findings.add_rows(where, rowless, "has no row in the prim table", "a populated prim", names=labels)
    ascending = prims[1:] > prims[:-1]
    expected = "one row a prim, in path order"
    if component.multiple_apply:
        instances = numpy_values(columns["instance"])
        ascending |= (prims[1:] == prims[:-1]) & (instances[1:] > instances[:-1])
        expected = "one row an instance, by prim and instance name"
    if not ascending.all():
        unordered = np.flatnonzero(~ascending) + 1
        findings.add_rows(where, unordered, "is out of order", expected, names=index.labels(prims[unordered]))


def _check_targets(component: Component, columns: Mapping[str, pa.Array], index: PathIndex, findings: Findings) -> None:
    for column in component.columns:
        if column.relationship and not index.in_range(numpy_values(columns[column.name].flatten())):
            findings.add(f"{component.name}.{column.name}", "names paths that are not there", index.rule)


def _check_masks(component: Component, columns: Mapping[str, pa.Array], index: PathIndex, findings: Findings) -> None:
    """Bits of existing columns only, never both; an authored cell holds a value.

    A blocked one holds none, unless a producer rule gives it one.
    """
    authored, blocked = numpy_values(columns["authored"]), numpy_values(columns["blocked"])
    used = int(np.bitwise_or.reduce(authored)), int(np.bitwise_or.reduce(blocked))
    known = sum(1 << column.bit for column in component.columns)

    def add(mask: str, wrong: npt.NDArray[Any], found: str, expected: str) -> None:
        rows = np.flatnonzero(wrong)
        labels = index.labels(numpy_values(columns["prim"])[rows])
        findings.add_rows(f"{component.name}.{mask}", rows, found, expected, names=labels)

    for mask, values, bits in (("authored", authored, used[0]), ("blocked", blocked, used[1])):
        if bits & ~known:
            add(mask, values & np.uint64(~known & _ALL_BITS), "has bits of no column", "bits of the contract's columns")
    if used[0] & used[1]:
        add("blocked", authored & blocked, "overlaps authored", "a cell is authored or blocked, not both")
    for column in component.columns:
        bit = 1 << column.bit
        if not (used[0] | used[1]) & bit:
            continue
        array = columns[column.name]
        if array.null_count and used[0] & bit:
            wrong = (authored & np.uint64(bit)).astype(np.bool_) & ~valid_mask(array)
            add("authored", wrong, f"marks absent cells of {column.name!r}", "an authored cell holds a value")
        if used[1] & bit and column.when_unauthored is None:
            wrong = (blocked & np.uint64(bit)).astype(np.bool_) & valid_mask(array)
            add("blocked", wrong, f"marks cells of {column.name!r} that hold a value", "a blocked cell is absent")
