"""What `populate` says when it has finished: rows, extensions used, reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from columnar.reports import Block, CommandResult, Facts, Grid, Lines
from columnar.scene import SCENE_TABLES
from populate.commands.exits import ExitCode
from populate.population import Population

__all__ = ["populate_summary"]

_SHOWN = 3
"""Reports shown of each code."""

_MEANINGS = {
    "target_rows": "rows of prims that are only targets of a relationship",
    "instance_rows": "rows of expanded instances",
    "property_cells": "authored properties that no typed column takes",
    "unregistered_apis": "applied APIs that no published schema declares",
}


def populate_summary(population: Population, warnings: Sequence[str], *, strict: bool) -> CommandResult:
    """The summary of a run; with `strict` any report makes it end with findings.

    Args:
        population: the finished run.
        warnings: what OpenUSD warned of.
        strict: whether reports are findings.
    """
    failed = strict and bool(population.report_counts)
    return CommandResult(
        lambda: _data(population, warnings),
        lambda: _blocks(population, warnings),
        ExitCode.FINDINGS if failed else ExitCode.DONE,
    )


def _data(population: Population, warnings: Sequence[str]) -> dict[str, Any]:
    return {
        "output": None if population.output is None else str(population.output),
        "root_layer": population.scene.info["root_layer"],
        "reader": population.reader,
        "declined": [{"reader": reader, "reason": reason} for reader, reason in population.declined],
        "prims": len(population.scene.rows("prim")),
        "rows": {name: {"rows": rows, "applied": applied} for name, rows, applied in _component_rows(population)},
        "extensions": dict(population.extensions),
        "report_counts": dict(population.report_counts),
        "reports": _reports(population),
        "warnings": list(warnings),
    }


def _blocks(population: Population, warnings: Sequence[str]) -> Sequence[Block]:
    scene, output = population.scene, population.output
    declined = "".join(f"; {reader} declined: {reason}" for reader, reason in population.declined)
    facts = [
        ("prims", f"{len(scene.rows('prim'))} rows from {scene.info['root_layer']}"),
        ("reader", population.reader + declined),
    ]
    blocks: list[Block] = [Facts(str(output), facts)]
    rows = _component_rows(population)
    if rows:
        blocks.append(Grid("rows", ("component", "rows", "applied"), rows))
    if population.extensions:
        extensions = [(name, count, _MEANINGS.get(name, "rows")) for name, count in population.extensions.items()]
        blocks.append(Grid("extensions used", ("extension", "count", "what they are"), extensions))
    if warnings:
        blocks.append(Lines(f"OpenUSD warnings: {len(warnings)}", warnings))
    blocks += _report_blocks(population)
    return blocks


def _component_rows(population: Population) -> list[tuple[str, int, int]]:
    """(component, rows, rows whose prim really holds it)."""
    found = []
    for name, rows in population.row_counts.items():
        if name not in SCENE_TABLES:
            listed = pa.RecordBatch.from_struct_array(population.scene.rows(name)).column("listed")
            found.append((name, rows, pc.sum(listed).as_py()))
    return found


def _reports(population: Population) -> list[dict[str, Any]]:
    paths = population.scene.paths
    return [{**report, "prim": paths[report["prim"]]} for report in population.scene.rows("report").to_pylist()]


def _report_blocks(population: Population) -> list[Block]:
    """A block for each code with its first reports, and where to see them all."""
    blocks: list[Block] = []
    reports = _reports(population)
    for code, count in population.report_counts.items():
        first = [report for report in reports if report["code"] == code][:_SHOWN]
        lines = [f"{report['prim']}: {report['text']}" for report in first]
        blocks.append(Lines(f"reports of {code}: {count}", lines))
    if len(reports) > sum(len(block.lines) for block in blocks if isinstance(block, Lines)):
        blocks.append(Lines("", [f"all {len(reports)} reports: arrowstage show {population.output} report"]))
    return blocks
