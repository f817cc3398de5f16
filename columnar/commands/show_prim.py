"""`show FILE PRIM`: everything a scene says about one prim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from columnar.commands.cell_text import column_texts, path_columns
from columnar.commands.errors import CommandError
from columnar.commands.selection import only_prim
from columnar.reports import Block, CommandResult, Facts, Grid, Lines, value_text
from columnar.scene import SCENE_TABLES, Scene, cells
from schemas.contract import Column, Component, ProducerRule, unknown_name

__all__ = ["show_prim"]

_FACTS = ("usd-prim-type", "usd-schemas", "unregistered", "parent", "prototype", "omni:xform", "omni:resetXformStack")
_WORLD = "omni:fabric:worldMatrix"
_CELL_HEADINGS = ("column", "value", "units", "origin")
_COMPARED = 1000
"""Paths that a misspelt one is compared with."""


def show_prim(scene: Scene, file: Path, path: str) -> CommandResult:
    """All cells of a prim, with where each value comes from.

    Raises:
        CommandError: the prim has no row; the message says what the path is, or names the nearest ones.
    """
    prim = scene.paths.find(path)
    if prim is None:
        raise CommandError(f"{file}: {unknown_name('prim', path, _relatives(scene, path))}")
    part = only_prim(scene, prim)
    if not len(part.rows("prim")) and not len(part.rows("report")):
        kind = scene.rows("path")[prim].as_py()["kind"]
        raise CommandError(f"{file}: {path}: the file speaks of this path ({kind}) but has no row for it")
    return CommandResult(lambda: _data(part, path), lambda: list(_blocks(part, path)))


def _relatives(scene: Scene, path: str) -> list[str]:
    """Paths to suggest instead: those below the nearest ancestor there is, as many as can be compared quickly."""
    ancestor = path
    while ancestor and scene.paths.find(ancestor) is None:
        ancestor = ancestor.rpartition("/")[0]
    below = ancestor.rstrip("/") + "/"
    return [name for name in scene.paths if name.startswith(below)][:_COMPARED]


def _data(part: Scene, path: str) -> dict[str, object]:
    return {"prims": {path: cells(part).get(path, {})}}


def _blocks(part: Scene, path: str) -> Iterator[Block]:
    yield _prim_facts(part, path) if len(part.rows("prim")) else Facts(path, [("row", "none, only reports")])
    for table in part.tables:
        if table not in SCENE_TABLES and len(part.rows(table)):
            yield from _component(part, table)
    if len(part.rows("property")):
        yield _properties(part)
    if len(part.rows("report")):
        batch = pa.RecordBatch.from_struct_array(part.rows("report"))
        columns = [column_texts(batch.column(name)) for name in ("column", "code", "text")]
        yield Grid("reports", ("column", "code", "text"), list(zip(*columns, strict=True)))


def _prim_facts(part: Scene, path: str) -> Facts:
    batch = pa.RecordBatch.from_struct_array(part.rows("prim"))
    ids = path_columns(part, "prim")
    texts = {
        name: column_texts(batch.column(name), paths=part.paths if name in ids else None)[0]
        for name in (*_FACTS, _WORLD)
    }
    facts = [(name, text) for name, text in texts.items() if text not in ("-", "[]")]
    if path == "/":
        facts += [(name, value_text(value)) for name, value in part.info.items() if name.startswith("usd-metadata:")]
    if batch.column("from_instance")[0].as_py():
        facts.append(("from an instance", "yes"))
    return Facts(path, facts)


def _component(part: Scene, table: str) -> Iterator[Block]:
    """A block per row of a component: a multiple-apply one may have several on a prim."""
    component = part.contract.component(table)
    rows = part.rows(table)
    for index, record in enumerate(rows.to_pylist()):
        title = f"{table}:{record['instance']}" if component.multiple_apply else table
        title = title if record["listed"] else f"{title} (not applied)"
        shown = _component_cells(part, component, rows.slice(index, 1), record)
        yield Grid(title, _CELL_HEADINGS, shown) if shown else Lines(title, ["no cells"])


def _component_cells(
    part: Scene, component: Component, row: pa.StructArray, record: Mapping[str, Any]
) -> list[tuple[str, str, str, str]]:
    """Full name, value, units and origin of each cell that has a value or is blocked."""
    batch = pa.RecordBatch.from_struct_array(row)
    ids = path_columns(part, component.name)
    shown = []
    for column in sorted(component.columns, key=lambda c: c.bit):
        origin = _origin(record, column)
        if record[column.name] is not None or origin == "blocked":
            text = column_texts(batch.column(column.name), paths=part.paths if column.name in ids else None)[0]
            name = component.full_name(column.name, record.get("instance", ""))
            shown.append((name, text, column.units or "-", origin))
    return shown


def _origin(record: Mapping[str, Any], column: Column) -> str:
    """Where a value comes from, by the masks of its row."""
    bit = 1 << column.bit
    if record["blocked"] & bit:
        return "blocked"
    if record["authored"] & bit:
        return "authored"
    return "derived" if column.producer is ProducerRule.DERIVED else "default"


def _properties(part: Scene) -> Grid:
    found = cells(part)
    rows = []
    for record in part.rows("property").to_pylist():
        origin = "blocked" if record["blocked"] else "authored" if record["authored"] else "default"
        value = found[part.paths[record["prim"]]].get(record["name"])
        rows.append((record["name"], record["usd_type"], value_text(value), origin))
    return Grid("other properties", ("property", "USD type", "value", "origin"), rows)
