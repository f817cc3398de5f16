"""A scene's tables as files of their own, for tools that take one table at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa

from columnar.file.problems import Problem, SceneFileError
from columnar.file.replacing import replacing
from columnar.scene import Scene, numbered_by_path

__all__ = ["EXPORT_FORMATS", "export_tables"]


def _write_arrow(table: pa.Table, stream: BinaryIO) -> None:
    with pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)


def _write_parquet(table: pa.Table, stream: BinaryIO) -> None:
    from pyarrow import parquet  # takes as long to import as the rest of the package

    parquet.write_table(table, stream, compression="zstd")


EXPORT_FORMATS: Mapping[str, Callable[[pa.Table, BinaryIO], None]] = {"parquet": _write_parquet, "arrow": _write_arrow}
"""Writers by format; the format is also the files' suffix."""


def export_tables(scene: Scene, folder: str | os.PathLike[str], *, format: str = "parquet") -> list[Path]:
    """Write every table that has rows to a file of its own, and the stage's facts to `scene`.

    Each table begins with a column `path`, the prim's path as text; the path table begins with `id`, so that the path
    ids in relationship columns can be looked up. Files of an earlier export are replaced, others are left alone.

    Args:
        scene: what to export.
        folder: where to; it is created if need be.
        format: "parquet" or "arrow".

    Returns:
        The files written, `FOLDER/TABLE.FORMAT`.

    Raises:
        SceneFileError: the folder or a file in it cannot be written.
        ValueError: no such format.
    """
    if format not in EXPORT_FORMATS:
        raise ValueError(f"no export format {format!r}; there are {', '.join(EXPORT_FORMATS)}")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SceneFileError(folder, Problem("", f"cannot be created: {error.strerror or error}", "a folder")) from None
    scene = numbered_by_path(scene)
    tables = {"scene": pa.Table.from_batches([pa.RecordBatch.from_struct_array(scene.batch.column("scene"))])}
    tables |= {name: _with_paths(scene, name) for name in scene.tables}
    written = []
    for name, table in tables.items():
        if table.num_rows:
            written.append(Path(folder) / f"{name}.{format}")
            with replacing(written[-1]) as stream:
                EXPORT_FORMATS[format](table, stream)
    return written


def _with_paths(scene: Scene, name: str) -> pa.Table:
    table = scene.table(name)
    if name == "path":
        ids = pa.field("id", pa.uint64(), nullable=False)
        return table.add_column(0, ids, pa.array(np.arange(table.num_rows, dtype=np.uint64)))
    paths = scene.paths.arrow.take(table.column("prim"))
    return table.add_column(0, pa.field("path", pa.large_string(), nullable=False), paths)
