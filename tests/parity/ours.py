"""Our side: a populated scene as typed cells, in the reference's types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from columnar.scene import Scene
from schemas.contract import Column, ColumnDtype, Component, ComponentKind
from tests.parity.cells import Cell, CellType, Rows
from tests.parity.usd_types import property_type

__all__ = ["OurCells", "column_type", "our_cells"]

_TOKEN = CellType("uint64", 1, "NONE", False)
_TOKENS = CellType("uint64", 1, "NONE", True)
_PATH = CellType("uint64", 1, "RELATIONSHIP_PATH_ID", False)
_FLAG = CellType("bool8", 1, "NONE", False)
_NUMBER = CellType("float64", 1, "NONE", False)
_MATRIX = CellType("float64", 16, "MATRIX", False)

_PRIM_COLUMNS = {
    "usd-prim-type": _TOKEN,
    "usd-schemas": _TOKENS,
    "omni:xform": _MATRIX,
    "omni:resetXformStack": _FLAG,
    "omni:fabric:worldMatrix": _MATRIX,
}
_STAGE_COLUMNS = {
    "usd-metadata:metersPerUnit": _NUMBER,
    "usd-metadata:kilogramsPerUnit": _NUMBER,
    "usd-metadata:upAxis": CellType("uint64", 1, "TOKEN_ID", False),
}


@dataclass
class OurCells:
    """Our cells of a stage.

    Attributes:
        rows: by prim and column name.
        holders: (component, column) by (prim, column name): the contract columns a cell stands for. A name that several
            components declare stands for each that the prim holds.
    """

    rows: Rows = field(default_factory=dict)
    holders: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)

    def add(self, prim: str, name: str, cell: Cell, component: str = "", column: str = "") -> None:
        """Put down a cell, unless one is there already."""
        self.rows.setdefault(prim, {}).setdefault(name, cell)
        if component:
            self.holders.setdefault((prim, name), []).append((component, column))


def our_cells(scene: Scene) -> OurCells:
    """Every cell of a scene. Where a prim's type and an API schema both declare a name, the type's cell counts."""
    found = OurCells()
    paths = list(scene.paths)
    _add_prims(scene, paths, found)
    for component in sorted(scene.contract.tables, key=lambda c: c.kind is ComponentKind.API_SCHEMA):
        _add_component(scene, component, paths, found)
    _add_properties(scene, paths, found)
    for name, kind in _STAGE_COLUMNS.items():
        found.add("/", name, Cell(kind, (scene.info[name],), "scene"), "stage_units", name)
    return found


def column_type(column: Column) -> CellType:
    """The reference's type of a contract column. A string is published as a bare id, an asset as two."""
    if column.dtype is ColumnDtype.STRING:
        return CellType("uint64", 1, "NONE", column.array)
    if column.dtype is ColumnDtype.ASSET:
        return CellType("uint64", 2, "ASSET_PATH_ID", column.array)
    return CellType(str(column.dtype), column.lanes, str(column.semantic or "NONE"), column.array)


def _add_prims(scene: Scene, paths: list[str], found: OurCells) -> None:
    for row in scene.rows("prim").to_pylist():
        path = paths[row["prim"]]
        found.rows.setdefault(path, {})
        if path == "/":
            continue
        for name, kind in _PRIM_COLUMNS.items():
            if row[name] is not None:
                value = row[name] if isinstance(row[name], list) else [row[name]]
                found.add(path, name, Cell(kind, tuple(value), "prim"), "prim", name)
        if row["prototype"] is not None:
            found.add(path, "_protoPath", Cell(_PATH, (paths[row["prototype"]],), "prim"))


def _add_component(scene: Scene, component: Component, paths: list[str], found: OurCells) -> None:
    rows = scene.rows(component.name)
    if not len(rows):
        return
    batch = pa.RecordBatch.from_struct_array(rows)
    prims = [paths[i] for i in batch.column("prim").to_pylist()]
    instances = batch.column("instance").to_pylist() if component.multiple_apply else [""] * len(rows)
    authored = batch.column("authored").to_pylist()
    listed = batch.column("listed").to_pylist()
    for column in component.columns:
        kind = column_type(column)
        for row, value in _present(batch, column):
            name = component.full_name(column.name, instances[row])
            opinion = bool(authored[row] >> column.bit & 1)
            cell = Cell(kind, _flat(column, value, paths), component.name, opinion, listed[row])
            found.add(prims[row], name, cell, component.name, column.name)


def _present(batch: pa.RecordBatch, column: Column) -> Iterator[tuple[int, Any]]:
    for row, value in enumerate(batch.column(column.name).to_pylist()):
        if value is not None:
            yield row, value


def _flat(column: Column, value: Any, paths: list[str]) -> tuple[Any, ...]:
    if column.relationship:
        return tuple(paths[i] for i in value)
    if column.array and column.lanes > 1:
        return tuple(lane for element in value for lane in element)
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def _add_properties(scene: Scene, paths: list[str], found: OurCells) -> None:
    """Cells of the `property` table in their authored types; a typed column of the same name goes first."""
    for row in scene.rows("property").to_pylist():
        values = next((row[form] for form in ("targets", "text", "number") if row[form] is not None), None)
        if values is None:
            continue
        kind = property_type(row["usd_type"], scene.contract)
        value = tuple(paths[i] for i in values) if row["targets"] is not None else _as_dtype(values, kind.dtype)
        cell = Cell(kind, value, "property", row["authored"], usd_type=row["usd_type"])
        found.add(paths[row["prim"]], row["name"], cell)


def _as_dtype(values: list[Any], dtype: str) -> tuple[Any, ...]:
    """The table holds every number as a double; the reference publishes the authored element type."""
    if dtype == "bool8":
        return tuple(map(bool, values))
    if dtype.startswith(("int", "uint")) and values and not isinstance(values[0], str):
        return tuple(map(int, values))
    return tuple(values)
