"""What a scene says is authored, by path and property name: values, blocks, API schemas, local transforms."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from columnar.scene import Scene, cells, json_value

__all__ = ["BLOCKED", "STRUCTURE", "authored_cells"]

BLOCKED = "a value block"

STRUCTURE = ("usd-prim-type", "usd-schemas", "unregistered", "omni:xform", "omni:resetXformStack")
"""What every row says, whatever is authored on its prim."""


def authored_cells(scene: Scene, *, leave_out: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """`{path: {name: value}}`.

    Args:
        scene: any scene.
        leave_out: components not to look at.
    """
    plain = cells(scene)
    found = {p: {n: v for n, v in row.items() if n in STRUCTURE} for p, row in plain.items()}
    paths = list(scene.paths)
    for component in scene.contract.tables:
        if component.name not in scene.tables or component.name in leave_out:
            continue
        batch = pa.RecordBatch.from_struct_array(scene.rows(component.name))
        for row in batch.to_pylist():
            cell = found[paths[row["prim"]]]
            for column in component.columns:
                name = component.full_name(column.name, row.get("instance", ""))
                value = row[column.name]
                if row["authored"] >> column.bit & 1 and value is not None:
                    cell[name] = [paths[i] for i in value] if column.relationship else json_value(value)
                elif row["blocked"] >> column.bit & 1:
                    cell[name] = BLOCKED
    for row in scene.rows("property").to_pylist():
        if not (row["authored"] or row["blocked"]):
            continue  # time samples alone
        targets = row["targets"]
        value = [paths[i] for i in targets] if targets is not None else (row["number"], row["text"])
        cell = found[paths[row["prim"]]]
        cell.setdefault(row["name"], (row["usd_type"], BLOCKED if row["blocked"] else json_value_of(value)))
    return found


def json_value_of(value: Any) -> Any:
    """Numbers that are not finite as text, so that NaN equals itself."""
    return tuple(map(json_value, value)) if isinstance(value, tuple) else value
