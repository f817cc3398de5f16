"""Everything the store knows at one ordinal, immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import PathKind, Paths, Scene, numpy_values, scene_schema
from columnar.store.table_rows import TableRows
from schemas.contract import Contract, StageUnits

__all__ = ["PATH_KINDS", "State", "scene_kinds", "state_batch"]

PATH_KINDS = tuple(PathKind)
"""Path kinds by the code that stands for them."""

_ROW, _MISSING, _PROTOTYPE = (PATH_KINDS.index(k) for k in (PathKind.ROW, PathKind.MISSING, PathKind.PROTOTYPE))


@dataclass(frozen=True)
class State:
    """Tables by name, what holds for the scene as a whole, and what paths without a row stand for.

    Attributes:
        facts: the scene's struct, (1,); None before anything was inserted.
        tables: rows by table, `path` left out; tables that were never populated are not there.
        kinds: (m,) int8 codes into `PATH_KINDS` of the first m paths, as they are where they have no row.
        moved: (k,) entities whose world matrix has to be computed anew, with all below them.
    """

    facts: pa.StructArray | None = None
    tables: Mapping[str, TableRows] = field(default_factory=dict)
    kinds: npt.NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    moved: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))

    @cached_property
    def units(self) -> StageUnits:
        """Stage units, on which producer rules depend."""
        if self.facts is None:
            return StageUnits(meters_per_unit=1.0, kilograms_per_unit=1.0, up_axis="Z")
        facts = self.facts[0].as_py()
        return StageUnits(
            meters_per_unit=facts["usd-metadata:metersPerUnit"],
            kilograms_per_unit=facts["usd-metadata:kilogramsPerUnit"],
            up_axis=facts["usd-metadata:upAxis"],
        )

    def padded_kinds(self, count: int) -> npt.NDArray[np.int8]:
        """(count,) `kinds`, paths that were never said to be anything being missing."""
        padded = np.full(count, _MISSING, np.int8)
        padded[: len(self.kinds)] = self.kinds
        return padded

    def path_table(self, paths: Paths) -> pa.StructArray:
        """The path table of a scene."""
        kinds = self.padded_kinds(len(paths))
        rows = self.tables["prim"].prims.astype(np.int64)
        has_row = np.zeros(len(paths), np.bool_)
        has_row[rows] = True
        kinds = np.where(has_row, np.where(kinds == _PROTOTYPE, _PROTOTYPE, _ROW), kinds)
        kinds = np.where(~has_row & (kinds == _ROW), _MISSING, kinds).astype(np.int32)
        tokens = pa.DictionaryArray.from_arrays(pa.array(kinds), pa.array([str(kind) for kind in PATH_KINDS]))
        fields = [pa.field("name", pa.large_utf8(), nullable=False), pa.field("kind", tokens.type, nullable=False)]
        return pa.StructArray.from_arrays([paths.arrow, tokens], fields=fields)


def scene_kinds(scene: Scene) -> npt.NDArray[np.int8]:
    """Codes into `PATH_KINDS` of a scene's paths."""
    kinds = pa.RecordBatch.from_struct_array(scene.rows("path")).column("kind")
    code = {str(kind): place for place, kind in enumerate(PATH_KINDS)}
    codes = np.array([code.get(text, _MISSING) for text in kinds.dictionary.to_pylist()], np.int8)
    return codes[numpy_values(kinds)]


def state_batch(state: State, paths: Paths, contract: Contract, before: pa.RecordBatch | None) -> pa.RecordBatch:
    """The state as a scene's batch.

    Args:
        state: with at least the prim table.
        paths: every path by id.
        contract: gives the schema.
        before: an earlier batch whose path table is taken if it says the same.
    """
    schema = scene_schema(contract)
    arrays = [state.facts]
    for named in schema:
        if named.name == "path":
            arrays.append(_path_lists(state.path_table(paths), named.type, before))
        elif named.name in state.tables:
            arrays.append(state.tables[named.name].lists)
        elif named.name != "scene":
            arrays.append(pa.nulls(1, named.type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _path_lists(rows: pa.StructArray, kind: pa.ListType, before: pa.RecordBatch | None) -> pa.Array:
    if before is not None:
        lists = before.column("path")
        earlier = lists.values
        if len(earlier) == len(rows) and earlier.field(1).indices.equals(rows.field(1).indices):
            return lists
    return pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=kind)
