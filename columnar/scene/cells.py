"""A scene as plain cells: {prim path: {column: value}}, the form `show --json` prints and tests compare."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

from columnar.scene.scene import Scene
from schemas.contract import Column, Component

__all__ = ["cells", "json_value"]

Cells = dict[str, dict[str, Any]]


def cells(scene: Scene) -> Cells:
    """Every present cell by prim path and full column name, in JSON's types.

    Tokens and paths are strings, relationships lists of path strings, quaternions x, y, z, w, matrices 16 numbers,
    non-finite numbers the strings "inf", "-inf", "nan". Stage units stand on "/"; `unregistered` lists API names that
    no known schema declares; cells of the `property` table are merged in where no typed column gave the name.
    """
    paths = list(scene.paths)
    found: Cells = {"/": {}}
    _add_stage_units(scene, found)
    _add_prims(scene, paths, found)
    populated = set(scene.tables)
    for component in scene.contract.tables:
        if component.name in populated:
            _add_component(scene, component, paths, found)
    _add_properties(scene, paths, found)
    return {path: dict(sorted(found[path].items())) for path in sorted(found, key=str.encode)}


def json_value(value: Any) -> Any:
    """A value with non-finite numbers as strings, at any depth."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return [json_value(item) for item in value] if isinstance(value, list) else value


def _add_stage_units(scene: Scene, found: Cells) -> None:
    found["/"].update({name: json_value(v) for name, v in scene.info.items() if name.startswith("usd-metadata:")})


def _add_prims(scene: Scene, paths: list[str], found: Cells) -> None:
    for row in scene.rows("prim").to_pylist():
        path = paths[row["prim"]]
        cell = found.setdefault(path, {})
        if path == "/":
            continue
        cell["usd-schemas"] = row["usd-schemas"]
        if row["unregistered"]:
            cell["unregistered"] = row["unregistered"]
        if row["prototype"] is not None:
            cell["_protoPath"] = paths[row["prototype"]]
        for name in ("usd-prim-type", "omni:xform", "omni:resetXformStack", "omni:fabric:worldMatrix"):
            if row[name] is not None:
                cell[name] = json_value(row[name])


def _add_component(scene: Scene, component: Component, paths: list[str], found: Cells) -> None:
    batch = pa.RecordBatch.from_struct_array(scene.rows(component.name))
    prims = [paths[i] for i in batch.column("prim").to_pylist()]
    instances = batch.column("instance").to_pylist() if component.multiple_apply else None
    for column in component.columns:
        read = _reader(column, paths)
        for row, value in enumerate(batch.column(column.name).to_pylist()):
            if value is not None:
                name = component.full_name(column.name, instances[row]) if instances else column.name
                found.setdefault(prims[row], {})[name] = read(value)


def _reader(column: Column, paths: list[str]) -> Callable[[Any], Any]:
    return (lambda ids: [paths[i] for i in ids]) if column.relationship else json_value


def _add_properties(scene: Scene, paths: list[str], found: Cells) -> None:
    for row in scene.rows("property").to_pylist():
        value = _property_value(row, paths)
        if value is not None:
            found.setdefault(paths[row["prim"]], {}).setdefault(row["name"], value)


def _property_value(row: Mapping[str, Any], paths: list[str]) -> Any:
    if row["targets"] is not None:
        return [paths[i] for i in row["targets"]]
    values = row["text"] if row["text"] is not None else row["number"]
    if values is None or row["usd_type"].endswith("[]"):
        return json_value(values)
    return json_value(values[0] if len(values) == 1 else values)
