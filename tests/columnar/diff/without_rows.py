"""Scenes from which a row was taken, as a careless producer would leave it out."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from columnar.scene import Scene, numpy_values

__all__ = ["without_row"]


def without_row(scene: Scene, path: str) -> Scene:
    """The scene without a prim's row; what stood below it stands below the root."""
    gone = scene.paths.find(path)
    rows = scene.rows("prim")
    batch = pa.RecordBatch.from_struct_array(rows)
    parents = [None if parent is None else 0 if parent == gone else parent for parent in batch["parent"].to_pylist()]
    index = batch.schema.get_field_index("parent")
    batch = batch.set_column(index, batch.schema.field(index), pa.array(parents, pa.uint64()))
    kept = batch.take(pa.array(np.flatnonzero(numpy_values(batch.column("prim")) != gone)))
    struct = pa.StructArray.from_arrays(kept.columns, fields=list(rows.type))
    place = scene.batch.schema.get_field_index("prim")
    field = scene.batch.schema.field(place)
    lists = pa.ListArray.from_arrays(pa.array([0, len(struct)], pa.int32()), struct, type=field.type)
    return Scene(scene.batch.set_column(place, field, lists), contract=scene.contract)
