"""`show FILE COMPONENT`: the rows of one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from columnar.commands.cell_text import column_texts, path_columns
from columnar.commands.selection import only_component
from columnar.reports import Block, CommandResult, Grid
from columnar.scene import SCENE_TABLES, Scene, cells

__all__ = ["show_table"]

_MASKS = ("authored", "blocked")


def show_table(scene: Scene, table: str, *, limit: int | None = None) -> CommandResult:
    """The rows of a table with path ids as paths; columns without any value are left out.

    Args:
        scene: the scene.
        table: a component, or one of `path`, `prim`, `property`, `report`.
        limit: most rows shown on a terminal, None for all.
    """
    return CommandResult(lambda: _data(scene, table), lambda: _blocks(scene, table, limit))


def _data(scene: Scene, table: str) -> Any:
    if table in ("path", "report"):
        return {f"{table}s": list(_records(scene, table))}
    found = cells(only_component(scene, table))
    if table != "prim":
        found = {path: columns for path, columns in found.items() if path != "/"} | _root_cells(scene, found)
    return {"prims": found}


def _root_cells(scene: Scene, found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Cells of "/" beyond the stage units, which stand there whatever table is asked for."""
    own = {name: value for name, value in found["/"].items() if name not in scene.info}
    return {"/": own} if own else {}


def _records(scene: Scene, table: str) -> Sequence[dict[str, Any]]:
    """Rows as plain values, paths instead of path ids."""
    records: list[dict[str, Any]] = scene.rows(table).to_pylist()
    if table != "path":
        paths = scene.paths
        records = [{**record, "prim": paths[record["prim"]]} for record in records]
    return records


def _blocks(scene: Scene, table: str, limit: int | None) -> Sequence[Block]:
    rows = scene.rows(table)
    batch = pa.RecordBatch.from_struct_array(rows)
    names = [field.name for field in rows.type if _is_shown(batch, field.name, component=table not in SCENE_TABLES)]
    paths = list(scene.paths)
    ids = path_columns(scene, table)
    columns = [column_texts(batch.column(name), paths=paths if name in ids else None) for name in names]
    title = f"{table}: {batch.num_rows} rows" if batch.num_rows else f"{table}: populated, no rows"
    return [Grid(title, names, list(zip(*columns, strict=True)), terminal_rows=limit)]


def _is_shown(batch: pa.RecordBatch, name: str, *, component: bool) -> bool:
    column = batch.column(name)
    if component and (name in _MASKS or (name == "listed" and all(column.to_pylist()))):
        return False
    return bool(column.null_count < len(column)) or not len(column)
