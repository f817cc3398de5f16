"""A scene: one row of a scene file, its tables and columns. Functions take a scene; the class itself stays small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.layout import SCENE_TABLES
from columnar.scene.values import ColumnValues, numpy_values, valid_mask
from schemas.contract import Contract, load_contract

__all__ = ["Paths", "Scene", "SceneError", "column_values"]


class SceneError(ValueError):
    """A scene, table or column that is not there, or whose content contradicts the format."""


class Paths(Sequence[str]):
    """The scene's paths by path id; strings are made when asked for.

    Args:
        names: (n,) large_utf8, no path twice.
        order: (n,) the ids in bytewise order of their paths; None where they are in that order already.
    """

    def __init__(self, names: pa.Array, order: npt.NDArray[np.int64] | None = None) -> None:
        self._names = names
        self._order = order

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            found: list[str] = self._names[index].to_pylist()
            return found
        return str(self._names[int(index)].as_py())

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.to_pylist())

    def find(self, path: str) -> int | None:
        """The id of a path, or None; a bisection over the sorted table."""
        place = self.place(path)
        if place == len(self):
            return None
        found = place if self._order is None else int(self._order[place])
        return found if self[found] == path else None

    def place(self, path: str) -> int:
        """How many paths stand before this one in byte order."""
        low, high = 0, len(self)
        wanted = path.encode()
        while low < high:
            middle = (low + high) // 2
            if self[middle if self._order is None else int(self._order[middle])].encode() < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    @property
    def order(self) -> npt.NDArray[np.int64] | None:
        """(n,) the ids in bytewise order of their paths, None where they are in that order already."""
        return self._order

    @property
    def arrow(self) -> pa.Array:
        """The names as an Arrow array (large_utf8), without a copy."""
        return self._names


class Scene:
    """An immutable scene over one record batch row.

    Args:
        batch: a record batch of `scene_schema(contract)`.
        row: which scene of the batch.
        contract: the contract the columns follow; by default the shipped one.
        path_order: (paths,) path ids in bytewise order of their paths. Only scenes of a store have it: their ids are
            the store's, in the order paths became known, and some paths may be spoken of no more (see
            `numbered_by_path`).
    """

    def __init__(
        self,
        batch: pa.RecordBatch,
        *,
        row: int = 0,
        contract: Contract | None = None,
        path_order: npt.NDArray[np.int64] | None = None,
    ) -> None:
        if not 0 <= row < batch.num_rows:
            raise SceneError(f"row {row}: the batch holds {batch.num_rows} scenes, numbered from 0")
        self.batch = batch if batch.num_rows == 1 else batch.slice(row, 1)
        self.contract = contract or load_contract()
        self.path_order = path_order

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any], **options: Any) -> Scene:
        """A scene that no USD ever made, from tables of plain values; see `columnar.assembly.scene_from_tables`.

        Args:
            tables: by component name, each a `pyarrow.Table` or a mapping of columns; prims and relationship targets
                are path strings, tokens strings.
            **options: stage units (`meters_per_unit`, `kilograms_per_unit`, `up_axis`), `fill`, `contract`.

        Raises:
            TablesError: names, types or rows that do not fit, all of them at once.
        """
        # The assembly builds on this module, so it can only be looked up when it is needed.
        made: Scene = import_module("columnar.assembly").scene_from_tables(tables, **options)
        return made

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that were populated, in file order (`path`, `prim`, components, `property`, `report`)."""
        return tuple(
            name for name in self.batch.schema.names if name != "scene" and self.batch.column(name).null_count == 0
        )

    @cached_property
    def info(self) -> Mapping[str, Any]:
        """What holds for the whole scene: root layer, stage units with their authored flags, layers, options."""
        found: dict[str, Any] = self.batch.column("scene")[0].as_py()
        return found

    def rows(self, name: str) -> pa.StructArray:
        """The rows of a table as an Arrow struct array, without a copy.

        Raises:
            SceneError: no such table, or one that was not populated.
        """
        index = self.batch.schema.get_field_index(name)
        if index < 0 or name == "scene":
            raise SceneError(f"no table {name!r} in this scene; populated: {', '.join(self.tables)}")
        rows = self.batch.column(index)[0].values
        if rows is None:
            raise SceneError(f"table {name!r} was not populated in this scene")
        return rows

    def table(self, name: str) -> pa.Table:
        """A table (`"PhysicsJoint"`, `"prim"`, `"report"`) without a copy, field metadata kept.

        The metadata of a component's fields says name, dtype, units, semantic and mask bit of each column.

        Raises:
            SceneError: no such table, or one that was not populated.
        """
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(self.rows(name))])

    def column(self, table: str, name: str) -> ColumnValues:
        """A column as read-only numpy arrays with validity (see `ColumnValues` for shapes and dtypes).

        Raises:
            SceneError: no such table or column; the message lists what there is.
        """
        rows = self.rows(table)
        if rows.type.get_field_index(name) < 0:
            names = [field.name for field in rows.type]
            raise SceneError(f"table {table!r} has no column {name!r}; it has: {', '.join(names)}")
        batch = pa.RecordBatch.from_struct_array(rows)
        prim = numpy_values(batch.column("prim")) if table not in ("path",) else np.arange(len(rows), dtype=np.uint64)
        return column_values(batch.column(name), prim)

    @cached_property
    def paths(self) -> Paths:
        """Path strings by path id."""
        return Paths(pa.RecordBatch.from_struct_array(self.rows("path")).column("name"), self.path_order)

    def __repr__(self) -> str:
        filled = ", ".join(
            f"{t} {len(self.rows(t))}" for t in self.tables if t not in SCENE_TABLES and len(self.rows(t))
        )
        return f"<Scene {self.info['root_layer']!r}: {len(self.rows('prim'))} prims; {filled or 'no components'}>"


def column_values(array: pa.Array, prim: Any) -> ColumnValues:
    """`ColumnValues` of any column type the contract has."""
    offsets = None
    valid = valid_mask(array)
    inner = array
    if pa.types.is_list(array.type):
        offsets = numpy_values(array.offsets).astype(np.int64)
        inner = array.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0])) if len(offsets) else array.values
        offsets = offsets - offsets[0]
    if pa.types.is_string(inner.type) or pa.types.is_large_string(inner.type):
        inner = inner.dictionary_encode()
    tokens = tuple(inner.dictionary.to_pylist()) if pa.types.is_dictionary(inner.type) else None
    return ColumnValues(prim=prim, values=numpy_values(inner), valid=valid, offsets=offsets, tokens=tokens)
