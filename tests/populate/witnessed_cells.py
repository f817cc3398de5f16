"""The cells of a populated scene against what OpenUSD says of the stage: every finding as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from pxr import Sdf
from witnessed_rows import instances

from columnar import Scene
from schemas.contract import Column, Component, ProducerRule, StageUnits

__all__ = ["cell_findings"]

Row = dict[str, Any]
Attribute = dict[str, Any]

UNAUTHORED: Attribute = {"source": "none"}


def cell_findings(scene: Scene, prims: dict[str, Any]) -> Iterator[str]:
    """Cells and mask bits that are not what OpenUSD's opinions ask for."""
    for component in scene.contract.tables:
        for row in scene.table(component.name).to_pylist():
            path = scene.paths[row["prim"]]
            prim = prims[path]
            if component.published_with and not set(component.published_with) & set(prim["apis"]):
                continue
            for column in component.columns:
                name = component.full_name(column.name, row.get("instance", ""))
                if column.producer is ProducerRule.DERIVED or name.startswith("usd-metadata:") or name in prim["mixed"]:
                    continue
                problem = _problem(scene, component, column, name, row, prim)
                if problem:
                    marked = f"{row[column.name]!r} marked {_marks(column, row)}"
                    yield f"{path} {component.name} {name}: {marked}, {problem}"


def _problem(scene: Scene, component: Component, column: Column, name: str, row: Row, prim: dict[str, Any]) -> str:
    """What is wrong with a cell, "" if nothing is."""
    # What is only published with an instancer of bodies or a collider's subsets claims no names elsewhere.
    claims = [match.component for match in scene.contract.match_property(name)]
    shared = len([claim for claim in claims if claim is component or not claim.published_in_context]) > 1
    if shared and not row["listed"]:
        # A name that several components declare belongs to those the prim holds.
        return "" if row[column.name] is None and not any(_marks(column, row)) else "the cell is another component's"
    if column.relationship:
        return _target_problem(scene, column, row, prim["relationships"].get(name))
    attribute = prim["attributes"].get(name, UNAUTHORED)
    if attribute["source"] == "default":
        return _value_problem(column, row, attribute)
    if _marks(column, row) != (False, attribute["source"] == "block"):
        return f"OpenUSD says {attribute['source']}"
    expected = _unauthored_value(scene, component, column, row, prim, attribute, shared=shared)
    return "" if _same(column, row[column.name], expected) else f"{attribute['source']} asks for {expected!r}"


def _target_problem(scene: Scene, column: Column, row: Row, targets: list[str] | None) -> str:
    cell = row[column.name]
    found = None if cell is None else [scene.paths[path] for path in cell]
    agree = found == targets and _marks(column, row) == (targets is not None, False)
    return "" if agree else f"OpenUSD has {targets!r}"


def _value_problem(column: Column, row: Row, attribute: Attribute) -> str:
    """An authored value is the cell; one of another type is converted or leaves nothing."""
    cell, value = row[column.name], attribute["value"]
    exact = attribute["type"] == _cpp_type(column)
    if not exact and cell is None:
        return "" if _marks(column, row) == (False, False) else "nothing, and yet marked"
    agree = _same(column, cell, value) if exact else _same_number(column, cell, value)
    return "" if agree and _marks(column, row) == (True, False) else f"authored as {attribute['type']} {value!r}"


def _unauthored_value(
    scene: Scene,
    component: Component,
    column: Column,
    row: Row,
    prim: dict[str, Any],
    attribute: Attribute,
    *,
    shared: bool,
) -> Any:
    """Rule, fallback or nothing, as the truth table of the file format has it."""
    if _ruled(scene, component, column, row, prim) and attribute["source"] != "samples":
        return _rule_value(scene, column)
    if attribute["source"] == "block" or not row["listed"] or column.producer is not ProducerRule.RESOLVED:
        return None
    declared = attribute.get("declared") == _cpp_type(column) and attribute.get("registered", False)
    return attribute["value"] if declared and not shared else column.fallback


def _ruled(scene: Scene, component: Component, column: Column, row: Row, prim: dict[str, Any]) -> bool:
    """Whether the producer's own rule fills the column on a prim: where its hosts are, or where the API is."""
    rule = column.when_unauthored
    if rule is None or (rule.prim_types and not set(rule.prim_types) & set(prim["types"][:1])):
        return False
    if column.created_without_api:
        return any(instances(scene.contract.component(host), prim) for host in component.created_on)
    return bool(row["listed"])


def _rule_value(scene: Scene, column: Column) -> Any:
    assert column.when_unauthored is not None
    units = StageUnits(
        meters_per_unit=scene.info["usd-metadata:metersPerUnit"],
        kilograms_per_unit=scene.info["usd-metadata:kilogramsPerUnit"],
        up_axis=scene.info["usd-metadata:upAxis"],
    )
    return column.when_unauthored.evaluate(**units.model_dump())


def _cpp_type(column: Column) -> str:
    """The C++ type of the column's USD type, which knows no roles."""
    return str(Sdf.ValueTypeNames.Find(column.usd_type).cppTypeName)


def _marks(column: Column, row: Row) -> tuple[bool, bool]:
    """The column's bits of `authored` and `blocked`."""
    return bool(row["authored"] >> column.bit & 1), bool(row["blocked"] >> column.bit & 1)


def _same(column: Column, cell: Any, value: Any) -> bool:
    """Equal in the column's own type."""
    if cell is None or value is None or column.token or column.dtype in ("string", "asset", "bool8"):
        return bool(cell == (list(value) if isinstance(value, tuple) else value))
    return _same_number(column, cell, value)


def _same_number(column: Column, cell: Any, value: Any) -> bool:
    """Equal once rounded to the column's dtype."""
    dtype = np.dtype(bool if column.dtype == "bool8" else str(column.dtype))
    with np.errstate(all="ignore"):
        rounded = np.array(value).astype(dtype)
    return bool(np.array_equal(np.array(cell, dtype), rounded, equal_nan=dtype.kind == "f"))
