"""What a scene holds beyond what the reference producer publishes, counted by the extension's name."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from columnar.scene import Scene

__all__ = ["extension_counts"]


def extension_counts(scene: Scene, *, target_rows: int = 0) -> Mapping[str, int]:
    """Uses of each extension, those without any left out.

    - `target_rows`: rows of Xformable prims that are there only because a relationship targets them;
    - `instance_rows`: rows under instance-proxy paths, where the reference keeps a prototype once;
    - `property_cells`: authored properties that no typed column takes;
    - `unregistered_apis`: applied API names, prim by prim, that no published schema declares;
    - a component's name: rows of a component that no published schema declares and that prims hold (`MjcActuator`).

    Args:
        scene: a populated scene.
        target_rows: as the reader counted them; the columns do not tell why a prim has a row.
    """
    prims = pa.RecordBatch.from_struct_array(scene.rows("prim"))
    counts = {
        "target_rows": target_rows,
        "instance_rows": pc.sum(prims.column("from_instance")).as_py() or 0,
        "property_cells": len(scene.rows("property")),
        "unregistered_apis": pc.sum(pc.list_value_length(prims.column("unregistered"))).as_py() or 0,
    }
    for component in scene.contract.tables:
        if not component.registered and component.name in scene.tables:
            listed = pa.RecordBatch.from_struct_array(scene.rows(component.name)).column("listed")
            counts[component.name] = pc.sum(listed).as_py() or 0
    return {name: count for name, count in counts.items() if count}
