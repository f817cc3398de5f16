"""A scene from tables that no USD stage ever held."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from columnar.assembly.opinions import ColumnOpinions, OpinionState, RowTable, SceneFacts, StageOpinions
from columnar.assembly.scene import assemble
from columnar.assembly.user_rows import derive_rows
from columnar.assembly.user_tables import PRIM_TABLE, TableProblems, UserTable, read_tables
from columnar.scene import PathKind, Scene, invalid_path_names
from schemas.contract import Contract, ProducerRule, StageUnits, load_contract

__all__ = ["scene_from_tables"]


def scene_from_tables(
    tables: Mapping[str, pa.Table | Mapping[str, Sequence[Any]]],
    *,
    meters_per_unit: float = 1.0,
    kilograms_per_unit: float = 1.0,
    up_axis: str = "Z",
    fill: bool = True,
    contract: Contract | None = None,
) -> Scene:
    """The scene these tables describe, as if a stage had authored exactly their cells.

    Args:
        tables: by component name, each a `pa.Table` or a mapping from column names to sequences (lists, numpy or Arrow
            arrays). Every table has the rows' prim paths in `prim` (or `path`); a multiple-apply component also has
            `instance`. Other columns bear the contract's table names; None is an unauthored cell. Numbers and lanes are
            numbers, tokens text, relationships lists of path text, quaternions x, y, z, w. The optional table `prim`
            says what prims are: `usd-prim-type` ("" for none), `usd-schemas`, `unregistered`, `omni:xform` (16 numbers,
            row-vector, translation last, relative to the parent) and `omni:resetXformStack`.
        meters_per_unit: length unit of all values, in metres.
        kilograms_per_unit: mass unit of all values, in kilograms.
        up_axis: "Y" or "Z".
        fill: fill unauthored cells with USD fallbacks and producer rules, as populating a stage does; without it they
            stay absent.
        contract: the contract the tables follow; by default the shipped one.

    Standing in a prim type's table gives a prim that type (the most derived one counts), standing in an API's table
    applies the API; other prims are Xforms, and so are ancestors that no table names. Relationship targets get no rows
    of their own.

    Raises:
        TablesError: tables, columns, rows or values that do not fit; the message lists every one.
    """
    contract = contract or load_contract()
    problems = TableProblems()
    read = read_tables(tables, contract, problems)
    units = _units(meters_per_unit, kilograms_per_unit, up_axis, problems)
    _check_targets(read, problems)
    problems.raise_any()
    rows = derive_rows(read, contract, problems)
    problems.raise_any()
    opinions = _opinions(read, rows, units)
    scene = assemble(opinions, contract if fill else _without_producer(contract))
    return scene if fill else Scene(scene.batch, contract=contract)


def _units(meters: float, kilograms: float, up_axis: str, problems: TableProblems) -> StageUnits:
    for name, value in (("meters_per_unit", meters), ("kilograms_per_unit", kilograms)):
        if not (math.isfinite(value) and value > 0):
            problems.add(f"{name}: {value!r} must be a finite number above 0")
    if up_axis not in ("Y", "Z"):
        problems.add(f"up_axis: {up_axis!r} must be 'Y' or 'Z'")
    return StageUnits(meters_per_unit=meters, kilograms_per_unit=kilograms, up_axis=up_axis)


def _relationships(table: UserTable) -> dict[str, pa.Array]:
    return {name: array for name, array in table.columns.items() if name in table.relationships}


def _check_targets(tables: Sequence[UserTable], problems: TableProblems) -> None:
    for table in tables:
        for name, array in _relationships(table).items():
            flat = array.flatten().cast(pa.large_string())
            owners = pc.list_parent_indices(array)
            unfit = [(owners[int(i)].as_py(), flat[int(i)].as_py()) for i in invalid_path_names(flat)]
            problems.add_rows(table.name, unfit, f"{name!r} must name absolute paths such as '/World/Body'")


def _opinions(tables: Sequence[UserTable], rows: RowTable, units: StageUnits) -> StageOpinions:
    row_of = {path: row for row, path in enumerate(rows.paths.to_pylist())}
    texts = [array.flatten() for table in tables for array in _relationships(table).values()]
    targets = pa.concat_arrays([pa.array([], pa.string()), *texts]).unique()
    names = sorted({name for table in tables for name in table.instances or ()}, key=str.encode)
    instance_of = {name: index for index, name in enumerate(names)}
    columns = {}
    for table in tables:
        if table.name == PRIM_TABLE:
            continue
        positions = np.array([row_of[path] for path in table.prims], np.int64)
        named = None
        if table.instances is not None:
            named = np.array([instance_of[name] for name in table.instances], np.int32)
        for name, array in table.columns.items():
            paths = targets if name in table.relationships else None
            columns[table.name, name] = _column_opinions(array, positions, named, paths)
    facts = SceneFacts(
        root_layer="",
        units=units,
        meters_per_unit_authored=True,
        kilograms_per_unit_authored=True,
        up_axis_authored=True,
    )
    return StageOpinions(
        facts=facts,
        rows=rows,
        columns=columns,
        instances=tuple(names),
        targets=targets.cast(pa.large_string()),
        path_kinds={path: PathKind.PROPERTY for path in targets.to_pylist() if "." in path},
    )


def _column_opinions(array: pa.Array, positions: Any, instances: Any, targets: pa.Array | None) -> ColumnOpinions:
    """Opinions of the rows that say something; `targets` turns path text into indices."""
    given = np.flatnonzero(np.asarray(array.is_valid()))
    values = array.drop_null()
    if targets is not None:
        indices = pc.index_in(values.flatten(), value_set=targets).cast(pa.int64())
        lengths = np.asarray(pc.list_value_length(values))
        offsets = pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32())
        kind = pa.list_(pa.field("item", pa.int64(), nullable=False))
        values = pa.ListArray.from_arrays(offsets, indices, type=kind)
    return ColumnOpinions(
        rows=positions[given],
        instances=None if instances is None else instances[given],
        states=np.full(len(given), OpinionState.AUTHORED, np.uint8),
        values=values,
    )


def _without_producer(contract: Contract) -> Contract:
    """The contract with nothing that fills unauthored cells; its Arrow schema is the same."""
    components = {}
    for name, component in contract.components.items():
        columns = tuple(
            column.model_copy(update={"producer": ProducerRule.AUTHORED_ONLY, "when_unauthored": None})
            for column in component.columns
        )
        bare = component.model_copy(update={"columns": columns})
        bare.__dict__.pop("column_by_name", None)
        components[name] = bare
    return replace(contract, components=components)
