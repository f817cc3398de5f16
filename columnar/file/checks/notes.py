"""Checks of a scene's `property` and `report` tables."""

from __future__ import annotations

import numpy as np

from columnar.file.checks.findings import Findings
from columnar.file.checks.paths import PathIndex
from columnar.file.checks.tables import Tables
from columnar.scene import ReportCode, numpy_values, valid_mask

__all__ = ["check_properties", "check_reports"]


def check_properties(tables: Tables, index: PathIndex, findings: Findings) -> None:
    """Cells of populated prims, sorted by prim and name, one value at most, targets that are paths."""
    cells = tables.get("property")
    if cells is None:
        return
    prims, names = numpy_values(cells["prim"]), numpy_values(cells["name"])
    if not index.in_range(prims) or not index.has_row[prims].all():
        findings.add("property.prim", "names a path without a row", "a populated prim")
        return
    ascending = (prims[1:] > prims[:-1]) | ((prims[1:] == prims[:-1]) & (names[1:] > names[:-1]))
    unordered = np.flatnonzero(~ascending) + 1
    labels = index.labels(prims[unordered])
    findings.add_rows("property", unordered, "is out of order", "one row a property, by prim and name", names=labels)
    if not index.in_range(numpy_values(cells["targets"].flatten())):
        findings.add("property.targets", "names paths that are not there", index.rule)
    values = sum(valid_mask(cells[name]).astype(np.int8) for name in ("number", "text", "targets"))
    authored, blocked = numpy_values(cells["authored"]), numpy_values(cells["blocked"])
    wrong = np.flatnonzero((values > 1) | (blocked & (authored | (values > 0))) | (authored & (values == 0)))
    findings.add_rows(
        "property",
        wrong,
        "has values that contradict authored and blocked",
        "one of number, text and targets where authored, none where blocked",
        names=index.labels(prims[wrong]),
    )


def check_reports(tables: Tables, index: PathIndex, findings: Findings) -> None:
    """Known codes, about paths of this scene."""
    reports = tables.get("report")
    if reports is None:
        return
    prims, codes = numpy_values(reports["prim"]), reports["code"]
    outside = np.flatnonzero(prims >= index.size)
    findings.add_rows("report.prim", outside, "is no path id", index.rule)
    unordered = np.flatnonzero(prims[1:] < prims[:-1]) + 1
    findings.add_rows("report.prim", unordered, "is out of order", "reports in path order")
    unknown = sorted(set(codes.dictionary.to_pylist()) - {str(code) for code in ReportCode})
    if unknown:
        findings.add("report.code", f"has {unknown}", f"only {', '.join(map(str, ReportCode))}")
