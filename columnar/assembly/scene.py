"""A whole scene from a reader's opinions: paths numbered, tables assembled, one record batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.assembly.components import ComponentAssembly
from columnar.assembly.opinions import PropertyCell, Report, RowTable, SceneFacts, StageOpinions
from columnar.scene.layout import MATRIX, SCENE_TABLES, PathKind, scene_schema
from columnar.scene.scene import Paths, Scene
from columnar.scene.tokens import encode_tokens
from schemas.contract import Contract

__all__ = ["assemble"]

Progress = Callable[[str, int, int], None]

_FEW: Final = 100
"""Paths up to which searching each among all rows takes less than looking at all rows."""


def assemble(opinions: StageOpinions, contract: Contract, *, progress: Progress | None = None) -> Scene:
    """The scene these opinions make under the contract; the same opinions give the same bytes.

    Args:
        opinions: rows, opinions and reports of a stage; the matrices of its rows become the scene's.
        contract: says which tables and columns there are.
        progress: called with (step, done, total) as tables are finished.
    """
    names, row_ids, target_ids = _number_paths(opinions)
    reports = sorted(set(opinions.reports), key=lambda r: (r.prim.encode(), r.column or "", r.code, r.text))
    build = ComponentAssembly(contract, opinions, row_ids, target_ids)
    schema = scene_schema(contract)
    tables = {
        "path": _path_table(names, opinions, row_ids),
        "prim": _prim_table(opinions.rows, row_ids),
        "property": _property_table(opinions.properties, row_ids, target_ids),
        "report": _report_table(reports, names),
    }
    for done, component in enumerate(contract.tables):
        tables[component.name] = build.table(component)
        if progress is not None:
            progress("columns", done + 1, len(contract.tables))
    arrays = [_scene_struct(opinions.facts, contract, schema)]
    for field in schema:
        if field.name != "scene":
            rows = tables[field.name]
            arrays.append(pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=field.type))
    return Scene(pa.RecordBatch.from_arrays(arrays, schema=schema), contract=contract)


def _number_paths(opinions: StageOpinions) -> tuple[pa.Array, npt.NDArray[np.uint64], pa.Array]:
    """All paths the scene speaks of, sorted bytewise; path ids by row; path ids by target index."""
    rows = opinions.rows.paths
    known = np.full(len(opinions.targets), -1, np.int64) if opinions.target_row is None else opinions.target_row
    open_ = np.flatnonzero(known < 0)
    targets = opinions.targets if len(open_) == len(known) else opinions.targets.take(pa.array(open_))
    reported = pa.array([report.prim for report in opinions.reports], pa.large_string())
    prototypes = pa.array([p for p, k in opinions.path_kinds.items() if k is PathKind.PROTOTYPE], pa.large_string())
    others = pa.concat_arrays([targets, reported, prototypes])
    found = _rows_of(others, rows)
    ids = known.astype(np.uint64)
    if not found.null_count and pc.all(pc.less(rows[:-1], rows[1:])).as_py():
        # Most stages speak of nothing but rows, which are in order already.
        ids[open_] = np.asarray(found[: len(targets)])
        return rows, np.arange(len(rows), dtype=np.uint64), pa.array(ids)
    distinct = pa.concat_arrays([rows, others.filter(found.is_null())]).unique()
    names = distinct.take(pc.sort_indices(distinct))
    row_ids = np.asarray(pc.index_in(rows, value_set=names).cast(pa.uint64()))
    ids[known >= 0] = row_ids[known[known >= 0]]
    ids[open_] = np.asarray(pc.index_in(targets, value_set=names))
    return names, row_ids, pa.array(ids)


def _rows_of(paths: pa.Array, rows: pa.Array) -> pa.Array:
    """Row of each path as int32, null for those without; the hash table is made of the fewer of the two.

    Args:
        paths: any paths.
        rows: paths in byte order.
    """
    distinct = paths.unique() if len(paths) else paths
    if len(distinct) <= _FEW:
        table = Paths(rows)
        found = [table.find(path) for path in distinct.to_pylist()]
        return pa.array(found, pa.int32()).take(pc.index_in(paths, value_set=distinct))
    if len(distinct) > len(rows) // 4:
        # Arrow's own pool would keep the memory of the hash table for later.
        return pc.index_in(paths, value_set=rows, memory_pool=pa.system_memory_pool())
    place = np.asarray(pc.fill_null(pc.index_in(rows, value_set=distinct), len(distinct)))
    row = np.full(len(distinct) + 1, -1, np.int32)
    row[place] = np.arange(len(rows), dtype=np.int32)
    numbers = row[np.asarray(pc.index_in(paths, value_set=distinct))]
    return pa.array(numbers, pa.int32(), mask=numbers < 0)


def _path_table(names: pa.Array, opinions: StageOpinions, row_ids: npt.NDArray[np.uint64]) -> pa.Array:
    row, missing, prototype = (list(PathKind).index(k) for k in (PathKind.ROW, PathKind.MISSING, PathKind.PROTOTYPE))
    kinds = np.full(len(names), row, np.int32)
    if opinions.path_kinds or len(names) > len(row_ids):
        kinds[:] = missing
        known = pa.array(list(opinions.path_kinds), pa.large_string())
        ids = pc.index_in(known, value_set=names)
        codes = np.array([list(PathKind).index(kind) for kind in opinions.path_kinds.values()], np.int32)
        present = np.asarray(ids.is_valid())
        kinds[np.asarray(ids.fill_null(0))[present]] = codes[present]
        kinds[row_ids] = np.where(kinds[row_ids] == prototype, prototype, row)
    tokens = pa.DictionaryArray.from_arrays(pa.array(kinds), pa.array([str(kind) for kind in PathKind]))
    return _struct("path", {"name": names, "kind": tokens})


def _prim_table(rows: RowTable, row_ids: npt.NDArray[np.uint64]) -> pa.Array:
    xformable = np.array([a.xformable for a in rows.archetypes], np.bool_).take(rows.archetype)
    orphan = rows.parent < 0
    parent = row_ids.take(rows.parent, mode="clip")
    parent[orphan] = 0
    prototype = np.zeros(len(rows), np.uint64)
    shared = np.zeros(len(rows), np.bool_)
    for row, root in rows.prototype.items():
        prototype[row], shared[row] = row_ids[root], True

    used = np.flatnonzero(np.bincount(rows.archetype, minlength=1))
    place = np.zeros(len(rows.archetypes), np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    places = pa.array(place.take(rows.archetype))

    def per_archetype(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
        return encode_tokens(pa.array([values[archetype] for archetype in used.tolist()], kind)).take(places)

    fixed = np.flatnonzero(~xformable)
    absent = pa.array(~xformable)

    def matrices(values: npt.NDArray[np.float64]) -> pa.Array:
        lanes = np.require(values.reshape(-1, 16), requirements=["C", "W"])
        lanes[fixed] = 0.0
        return pa.FixedSizeListArray.from_arrays(pa.array(lanes.reshape(-1)), type=MATRIX, mask=absent)

    tokens = pa.list_(pa.field("item", pa.string(), nullable=False))
    return _struct(
        "prim",
        {
            "prim": pa.array(row_ids),
            "parent": pa.array(parent, mask=orphan),
            "usd-prim-type": per_archetype([a.prim_type or None for a in rows.archetypes], pa.string()),
            "usd-schemas": per_archetype([a.schemas for a in rows.archetypes], tokens),
            "unregistered": per_archetype([a.unregistered for a in rows.archetypes], tokens),
            "from_instance": pa.array(rows.from_instance),
            "prototype": pa.array(prototype, mask=~shared),
            "omni:xform": matrices(rows.local),
            "omni:resetXformStack": pa.array(rows.reset & xformable, mask=~xformable),
            "omni:fabric:worldMatrix": matrices(rows.world),
        },
    )


def _property_table(cells: Sequence[PropertyCell], row_ids: npt.NDArray[np.uint64], target_ids: pa.Array) -> pa.Array:
    ordered = sorted(cells, key=lambda c: (c.row, c.name.encode()))
    ids = target_ids.to_pylist() if any(c.targets for c in ordered) else []
    return _struct(
        "property",
        {
            "prim": pa.array(row_ids[[c.row for c in ordered]] if ordered else [], pa.uint64()),
            "name": encode_tokens(pa.array([c.name for c in ordered], pa.string())),
            "usd_type": encode_tokens(pa.array([c.usd_type for c in ordered], pa.string())),
            "authored": pa.array([c.authored for c in ordered], pa.bool_()),
            "blocked": pa.array([c.blocked for c in ordered], pa.bool_()),
            "number": pa.array([c.number for c in ordered], _list_of("property", "number")),
            "text": pa.array([c.text for c in ordered], _list_of("property", "text")),
            "targets": pa.array(
                [None if c.targets is None else [ids[t] for t in c.targets] for c in ordered],
                _list_of("property", "targets"),
            ),
        },
    )


def _report_table(reports: Sequence[Report], names: pa.Array) -> pa.Array:
    prims = _rows_of(pa.array([r.prim for r in reports], pa.large_string()), names)
    return _struct(
        "report",
        {
            "prim": prims.cast(pa.uint64()),
            "column": encode_tokens(pa.array([r.column for r in reports], pa.string())),
            "code": encode_tokens(pa.array([str(r.code) for r in reports], pa.string())),
            "text": pa.array([r.text for r in reports], pa.string()),
        },
    )


def _scene_struct(facts: SceneFacts, contract: Contract, schema: pa.Schema) -> pa.Array:
    row = {
        "root_layer": facts.root_layer,
        "usd-metadata:metersPerUnit": facts.units.meters_per_unit,
        "usd-metadata:kilogramsPerUnit": facts.units.kilograms_per_unit,
        "usd-metadata:upAxis": facts.units.up_axis,
        "meters_per_unit_authored": facts.meters_per_unit_authored,
        "kilograms_per_unit_authored": facts.kilograms_per_unit_authored,
        "up_axis_authored": facts.up_axis_authored,
        "default_prim": facts.default_prim,
        "time_code": facts.time_code,
        "contract_version": contract.version,
        "layers": [{"identity": identity, "sha256": digest} for identity, digest in facts.layers],
        "options": [{"name": name, "value": value} for name, value in facts.options],
    }
    return pa.array([row], schema.field("scene").type)


def _struct(table: str, arrays: dict[str, pa.Array]) -> pa.Array:
    kind = SCENE_TABLES[table]
    return pa.StructArray.from_arrays([arrays[field.name] for field in kind], fields=list(kind))


def _list_of(table: str, column: str) -> pa.DataType:
    return SCENE_TABLES[table].field(column).type
