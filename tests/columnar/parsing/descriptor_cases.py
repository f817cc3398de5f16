"""The data files that say what the case stages' descriptors must be.

`tests/data/descriptors/NAME.toml` belongs to the stage `tests/data/cases/NAME.usda`. It holds one run, or several under
`[[runs]]`; each is one populate and parse:

`options`, `profile`
    Keyword arguments of `populate`, and the profile ("ovphysx" if left out).
tables by name (`joints`, `limits`, ...)
    `{path: {field: value}}` of the table's rows; rows told apart by their axis are `{path: {axis: {field: value}}}`.
    Only the given fields are compared: numbers to one part in a million, quaternions up to sign, NaN equals NaN.
    `null` lists fields that must be null.
`versions`
    Bounds of the releases the run holds for, by package; any if left out.
`absent`
    `{table: [path, ...]}` without a row.
`counts`
    `{table: number of rows}`.
`ranges`
    `{ env = 64 }` repeats every path that holds `{env}` for 0 to 63.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from columnar.descriptors import Descriptors
from schemas.descriptors import DESCRIPTOR_TABLES, TABLE_KEYS

__all__ = ["DescriptorRun", "descriptor_findings", "load_descriptor_runs"]

_TOLERANCE = 1e-6


@dataclass(frozen=True, kw_only=True)
class DescriptorRun:
    """One populate and parse of a case stage, and what is expected of it."""

    stage: Path
    number: int
    options: Mapping[str, Any] = field(default_factory=dict)
    profile: str = "ovphysx"
    versions: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, list[str]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, int] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.stage.stem + (f"-{self.number}" if self.number else "")


def load_descriptor_runs(folder: Path, stages: Path) -> list[DescriptorRun]:
    """Every run of every `*.toml` in `folder`, in file order; an unknown key is a `TypeError`."""
    runs = []
    for file in sorted(folder.glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for number, run in enumerate(data.get("runs", [data])):
            tables = {name: run.pop(name) for name in DESCRIPTOR_TABLES if name in run}
            runs.append(DescriptorRun(stage=stages / f"{file.stem}.usda", number=number, tables=tables, **run))
    return runs


def descriptor_findings(run: DescriptorRun, found: Descriptors) -> Iterator[str]:
    """A line for everything that is not as the run expects."""
    for table, count in run.counts.items():
        if len(found.table(table)) != count:
            yield f"{table}: {len(found.table(table))} rows, expected {count}"
    for table, rows in run.tables.items():
        present = _rows(found, table)
        for keys, expected in _expected_rows(run, table, rows):
            if keys not in present:
                yield f"{table} {'/'.join(keys)}: no such row"
            else:
                yield from _row_findings(f"{table} {' '.join(keys)}", expected, present[keys])
    for table, paths in run.absent.items():
        holders = {keys[0] for keys in _rows(found, table)}
        yield from (f"{table} {path}: a row, expected none" for path in paths if path in holders)


def _rows(found: Descriptors, table: str) -> dict[tuple[str, ...], dict[str, Any]]:
    """Rows by path, and by axis where the table has several of one path."""
    keys = [name for name in TABLE_KEYS.get(table, ("path",)) if name in ("path", "joint", "axis")]
    return {tuple(str(row[key]) for key in keys): row for row in found.table(table).arrow.to_pylist()}


def _expected_rows(
    run: DescriptorRun, table: str, rows: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    by_axis = "axis" in TABLE_KEYS.get(table, ())
    for path, row in rows.items():
        for words in _repetitions(run, path):
            for axis, expected in row.items() if by_axis else [("", row)]:
                keys = (path.format_map(words), axis) if by_axis else (path.format_map(words),)
                yield keys, {name: _filled(value, words) for name, value in expected.items()}


def _repetitions(run: DescriptorRun, path: str) -> Iterator[dict[str, int]]:
    names = [name for name in run.ranges if f"{{{name}}}" in path]
    if not names:
        yield {}
    for name in names:
        yield from ({name: number} for number in range(run.ranges[name]))


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    return value.format_map(words) if isinstance(value, str) else value


def _row_findings(where: str, expected: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[str]:
    for name, value in expected.items():
        if name == "null":
            yield from (f"{where}.{other}: {row[other]!r}, expected null" for other in value if row[other] is not None)
        elif not _equal(name, value, row[name]):
            yield f"{where}.{name}: {row[name]!r}, expected {value!r}"


def _equal(name: str, expected: Any, found: Any) -> bool:
    if "rot" in name and isinstance(found, list):
        return _close(expected, found) or _close(expected, [-lane for lane in found])
    return _close(expected, found)


def _close(expected: Any, found: Any) -> bool:
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(_close(a, b) for a, b in zip(expected, found, strict=True))
    if isinstance(expected, float) and isinstance(found, float):
        if math.isnan(expected):
            return math.isnan(found)
        return math.isclose(expected, found, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(expected == found)
