"""Columns as OpenUSD's parser would have them: what the producer changed or added is taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.inspection import ColumnCells
from columnar.scene import ReportCode, Scene, numpy_values
from schemas.contract import PropertyMatch

__all__ = ["PRODUCER_RULES", "producer_rules", "taken_back"]

Ids = npt.NDArray[np.int64]

_PREFIX: Final = "producer."


def taken_back(scene: Scene, rules: set[str]) -> Scene:
    """The scene without what these producer rules did to it."""
    for name, undo in PRODUCER_RULES.items():
        if name in rules:
            scene = undo(scene)
    return scene


def producer_rules(scene: Scene) -> set[str]:
    """The producer rules that left a trace in a scene."""
    found = set()
    if _mistyped_cells(scene):
        found.add("producer.mistyped")
    if _instancer_rows(scene).any():
        found.add("producer.point_instances")
    return found


def _without_mistyped(scene: Scene) -> Scene:
    """Cells authored with a wrong type as if nothing were authored."""
    for (component, column), places in _mistyped_cells(scene).items():
        prims = np.array([prim for prim, _ in places], np.int64)
        instances = np.array([match.instance for _, match in places], object)
        multiple = places[0][1].component.multiple_apply
        rows = ColumnCells(scene).rows(component, prims, instances if multiple else None)
        listed = np.asarray(scene.column(component, "listed").values, np.bool_)[rows]
        scene = _with_cells(scene, component, column, rows[listed & (rows >= 0)], _unauthored(scene, places[0][1]))
        scene = _with_cells(scene, component, column, rows[~listed & (rows >= 0)], None)
    return scene


def _mistyped_cells(scene: Scene) -> dict[tuple[str, str], list[tuple[int, PropertyMatch]]]:
    """Prims and instances of mistyped cells, by component and column."""
    found: dict[tuple[str, str], list[tuple[int, PropertyMatch]]] = defaultdict(list)
    tables = {name for name in scene.tables if len(scene.rows(name))}
    for report in scene.rows("report").to_pylist() if "report" in tables else ():
        if report["code"] == ReportCode.MISTYPED and report["column"]:
            for match in scene.contract.match_property(report["column"]):
                if match.component.name in tables:
                    found[match.component.name, match.column.name].append((report["prim"], match))
    return found


def _unauthored(scene: Scene, match: PropertyMatch) -> Any:
    """What a producer writes where nothing is authored."""
    formula = match.column.when_unauthored
    if formula is None or formula.prim_types:
        return match.column.fallback
    return formula.evaluate(
        meters_per_unit=scene.info["usd-metadata:metersPerUnit"],
        kilograms_per_unit=scene.info["usd-metadata:kilogramsPerUnit"],
        up_axis=scene.info["usd-metadata:upAxis"],
    )


def _with_cells(scene: Scene, table: str, column: str, rows: Ids, value: Any) -> Scene:
    """The scene with one value in some rows of a column; relationships and None become absent."""
    if not len(rows):
        return scene
    struct = scene.rows(table)
    index = struct.type.get_field_index(column)
    array = struct.field(index)
    wanted = pa.array([list(value) if isinstance(value, tuple) else value], array.type)
    places = np.arange(len(array))
    places[rows] = len(array)
    return _with_column(scene, table, column, pa.concat_arrays([array, wanted]).take(pa.array(places)))


def _with_column(scene: Scene, table: str, column: str, array: pa.Array) -> Scene:
    struct = scene.rows(table)
    arrays = struct.flatten()
    arrays[struct.type.get_field_index(column)] = array
    rows = pa.StructArray.from_arrays(arrays, fields=list(struct.type))
    index = scene.batch.schema.get_field_index(table)
    field = scene.batch.schema.field(index)
    lists = pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=field.type)
    return Scene(scene.batch.set_column(index, field, lists), contract=scene.contract)


def _instancer_rows(scene: Scene) -> npt.NDArray[np.bool_]:
    """(rows,) bool: rows of the prim table that stand for instances of a point instancer."""
    rows = pa.RecordBatch.from_struct_array(scene.rows("prim"))
    expanded = numpy_values(rows.column("from_instance"))
    if not expanded.any():
        return np.zeros(len(rows), np.bool_)
    kinds = rows.column("usd-prim-type")
    instancers = np.array([kind == "PointInstancer" for kind in kinds.dictionary.to_pylist()] + [False])
    below = instancers[numpy_values(kinds)]
    prims, parents = (numpy_values(rows.column(name)).astype(np.int64) for name in ("prim", "parent"))
    row_of = np.zeros(len(scene.paths), np.int64)
    row_of[prims] = np.arange(len(prims))
    # Parents stand before their children.
    parent_rows = row_of[np.where(rows.column("parent").is_valid(), parents, 0)]
    while (more := below[parent_rows] & ~below).any():
        below |= more
    return below & expanded


def _without_point_instances(scene: Scene) -> Scene:
    """Instances of point instancers as rows that no consumer looks at."""
    struct = scene.rows("prim")
    flags = numpy_values(struct.field(struct.type.get_field_index("from_instance"))) & ~_instancer_rows(scene)
    return _with_column(scene, "prim", "from_instance", pa.array(flags))


PRODUCER_RULES: Mapping[str, Callable[[Scene], Scene]] = MappingProxyType(
    {
        f"{_PREFIX}mistyped": _without_mistyped,
        f"{_PREFIX}point_instances": _without_point_instances,
    }
)
"""What the producer of columns does that OpenUSD's parser does not, with the function that takes it back."""
