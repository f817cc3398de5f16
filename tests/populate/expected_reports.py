"""Comparison of the report, property and dictionary side of a scene with what a case expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
from case_files import Run

from columnar import Scene

__all__ = ["CODES", "report_entries", "report_findings", "storage_findings"]

CODES = frozenset(
    {
        "mistyped",
        "payload_unloaded",
        "reference_unresolved",
        "target_unmapped",
        "time_samples_only",
        "unknown_schema",
        "unknown_type",
        "variant_unselected",
    }
)
"""The codes the cases speak about: for these, what a run does not list must not be reported."""


def report_entries(scene: Scene) -> list[dict[str, Any]]:
    """The scene's report table as dictionaries, the prim as a path string."""
    return [{**entry, "prim": scene.paths[entry["prim"]]} for entry in scene.table("report").to_pylist()]


def report_findings(run: Run, entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Reports that `run` expects and `entries` lacks, and those of `CODES` that it does not expect."""
    remaining = [entry for entry in entries if entry["code"] in CODES]
    for expected in run.reports:
        found = next((entry for entry in remaining if answers(expected, entry)), None)
        if found is None:
            yield f"{run}: expected the report {dict(expected)!r}, got none"
        else:
            remaining.remove(found)
    for entry in remaining:
        yield f"{run}: unexpected report {dict(entry)!r}"


def answers(expected: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether `entry` is the expected report; a column that is not named in `expected` may be any."""
    named = all(entry[key] == expected[key] for key in ("prim", "code", "column") if key in expected)
    return named and all(word in entry["text"] for word in expected.get("mentions", ()))


def storage_findings(run: Run, scene: Scene) -> Iterator[str]:
    """Properties that are not in the property table, and columns that are not dictionary-encoded."""
    if run.untyped:
        kept = {(scene.paths[row["prim"]], row["name"]) for row in scene.table("property").to_pylist()}
        for path, names in run.untyped.items():
            for name in names:
                if (path, name) not in kept:
                    yield f"{run}: {path} {name}: not in the property table"
    for component, columns in run.dictionary_columns.items():
        schema = scene.table(component).schema
        for column in columns:
            if not pa.types.is_dictionary(schema.field(column).type):
                yield f"{run}: {component} {column}: expected a dictionary, got {schema.field(column).type}"
