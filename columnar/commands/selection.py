"""Parts of a scene: the rows of one prim, or one component, without a copy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from columnar.scene import Scene, numpy_values

__all__ = ["only_component", "only_prim", "rows_of_prim"]


def rows_of_prim(scene: Scene, table: str, prim: int) -> pa.StructArray:
    """The rows of a table that stand on a prim; tables are sorted by prim."""
    rows = scene.rows(table)
    prims = numpy_values(pa.RecordBatch.from_struct_array(rows).column("prim"))
    start, end = np.searchsorted(prims, np.uint64(prim), "left"), np.searchsorted(prims, np.uint64(prim), "right")
    return rows.slice(int(start), int(end - start))


def only_prim(scene: Scene, prim: int) -> Scene:
    """The scene with the rows of one prim only; its paths stay complete."""
    return _with_rows(scene, lambda table: rows_of_prim(scene, table, prim))


def only_component(scene: Scene, component: str) -> Scene:
    """The scene with the rows of one table only; its paths stay complete."""
    return _with_rows(scene, lambda table: scene.rows(table).slice(0, None if table == component else 0))


def _with_rows(scene: Scene, select: Callable[[str], pa.StructArray]) -> Scene:
    arrays = []
    for field, array in zip(scene.batch.schema, scene.batch.columns, strict=True):
        if field.name in scene.tables and field.name != "path":
            rows = select(field.name)
            array = pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=field.type)
        arrays.append(array)
    return Scene(pa.RecordBatch.from_arrays(arrays, schema=scene.batch.schema), contract=scene.contract)
