"""`show FILE`: the tables of a scene, and as JSON every cell."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from columnar.reports import Block, CommandResult, Grid
from columnar.scene import SCENE_TABLES, Scene, cells

__all__ = ["show_summary"]

_FRAME = ("prim", "instance", "listed", "authored", "blocked")


def show_summary(scene: Scene, file: Path) -> CommandResult:
    """Row counts of the tables that have rows; as data the cells of every prim."""
    return CommandResult(lambda: {"prims": cells(scene)}, lambda: _blocks(scene, file))


def _blocks(scene: Scene, file: Path) -> Sequence[Block]:
    filled = [name for name in scene.tables if len(scene.rows(name))]
    components = [_component_row(scene, name) for name in filled if name not in SCENE_TABLES]
    others = [(name, len(scene.rows(name))) for name in filled if name in SCENE_TABLES]
    example = components[0][0] if components else "prim"
    return [
        Grid(str(file), ("table", "rows"), others),
        Grid(
            "components with rows",
            ("component", "rows", "applied", "columns with values"),
            components,
            note=f"arrowstage show {file} {example} shows one of them, arrowstage show {file} / the root prim",
        ),
    ]


def _component_row(scene: Scene, name: str) -> tuple[str, int, int, str]:
    batch = pa.RecordBatch.from_struct_array(scene.rows(name))
    columns = [n for n in batch.schema.names if n not in _FRAME]
    used = sum(batch.column(n).null_count < batch.num_rows for n in columns)
    return name, batch.num_rows, pc.sum(batch.column("listed")).as_py(), f"{used} of {len(columns)}"
