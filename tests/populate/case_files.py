"""The data files of the case stages: what each run of a case expects, and how its placeholders are filled.

`tests/data/cases/NAME.toml` stands beside the stage `NAME.usda`. It holds `title`, `source` (the public report the case
was made from) and one or more `[[runs]]`, each one populate of the stage:

`name`, `options`
    A label where a case has several runs, and the keyword arguments of `populate`.
`cells`, `absent_cells`
    `{path: {column: value}}` under full contract names, and `{path: [column, ...]}` of columns a row must not have.
    Columns of `absent_cells` may be patterns (`limit:*`).
`rows`, `no_rows`
    Paths that must and must not have a row. A path of `no_rows` means everything below it too and may be a pattern.
`row_count`, `row_counts`
    The number of rows including `/`, and the number by prim type.
`untyped`
    `{path: [property, ...]}` kept in the property table because no component has a column for it.
`dictionary_columns`
    `{component: [column, ...]}` that must be dictionary-encoded.
`reports`
    `prim`, `code`, and where they are known `column` and `mentions` (words of the text). The list is complete: a run
    without one expects no report of the codes in `expected_reports.CODES`.

Two kinds of placeholder keep repeated and unforeseeable paths out of the files. `ranges = { env = 64 }` repeats every
path that holds `{env}` for 0 to 63; `prototypes = { arm = "/World/R0" }` lets `{arm}` stand for the prototype of that
instance, whose name is the producer's own business.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any

__all__ = ["PROTOTYPE_PREFIX", "Cells", "Run", "expected_cells", "load_runs", "prototype_names"]

PROTOTYPE_PREFIX = "/__Prototype_"

Cells = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Run:
    """One populate of a case stage and all it is expected to give; an unknown key of the file is a `TypeError`."""

    stage: Path
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    ranges: Mapping[str, int] = field(default_factory=dict)
    prototypes: Mapping[str, str] = field(default_factory=dict)
    cells: Cells = field(default_factory=dict)
    absent_cells: Mapping[str, list[str]] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)
    no_rows: list[str] = field(default_factory=list)
    row_count: int | None = None
    row_counts: Mapping[str, int] = field(default_factory=dict)
    untyped: Mapping[str, list[str]] = field(default_factory=dict)
    dictionary_columns: Mapping[str, list[str]] = field(default_factory=dict)
    reports: list[Mapping[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        return "-".join(part for part in (self.stage.stem, self.name) if part)


def load_runs(folder: Path) -> list[Run]:
    """Every run of every `*.toml` in `folder`, in file order."""
    runs = []
    for file in sorted(folder.glob("*.toml")):
        case = tomllib.loads(file.read_text(encoding="utf-8"))
        runs += [Run(stage=file.with_suffix(".usda"), **run) for run in case["runs"]]
    return runs


def prototype_names(run: Run, cells: Cells) -> dict[str, str]:
    """What the run's prototype placeholders stand for in `cells`, a prototype's own instances after it.

    An instance without a prototype gives a path that no scene has, so that the cells expected there are found missing.
    """
    names: dict[str, str] = {}
    for name, instance in run.prototypes.items():
        found = cells.get(instance.format_map(names), {}).get("_protoPath")
        names[name] = f"{PROTOTYPE_PREFIX}missing_{name}"
        if isinstance(found, str) and found.startswith(PROTOTYPE_PREFIX):
            names[name] = found
    return names


def expected_cells(run: Run, prototypes: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The run's cells with every placeholder filled."""
    expected = {}
    for path, columns in run.cells.items():
        for names in repetitions(path, run.ranges):
            words = {**prototypes, **names}
            expected[path.format_map(words)] = {column: filled(value, words) for column, value in columns.items()}
    return expected


def repetitions(path: str, ranges: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The values of the ranges that `path` names, every combination."""
    used = sorted({name for _, name, _, _ in Formatter().parse(path) if name is not None and name in ranges})
    for numbers in product(*(range(ranges[name]) for name in used)):
        yield dict(zip(used, numbers, strict=True))


def filled(value: Any, words: Mapping[str, Any]) -> Any:
    """`value` with the placeholders of its strings filled."""
    if isinstance(value, str):
        return value.format_map(words)
    if isinstance(value, list):
        return [filled(entry, words) for entry in value]
    return value
