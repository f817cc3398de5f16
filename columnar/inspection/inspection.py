"""A scene as checks look at it: rows of components, and what the PhysX consumer makes of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.descriptors import Descriptors, DescriptorTable
from columnar.inspection.column_cells import Cells, ColumnCells
from columnar.parsing import Stretches, parse, stretches
from columnar.scene import PathKind, Scene, numpy_values, valid_mask

__all__ = ["ComponentRows", "Hit", "Inspection"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_Found = TypeVar("_Found")


class Hit(NamedTuple):
    """Prims on which a trap was found, by one column.

    Attributes:
        component: the column's component, or one of the other tables (`prim`, `scene`).
        column: its table name.
        prims: (n,) path ids.
        instances: (n,) instance names of a multiple-apply component.
        values: (n,) what the cell holds; None for nothing worth showing.
    """

    component: str
    column: str
    prims: Ids
    instances: npt.NDArray[Any] | None = None
    values: Sequence[Any] | npt.NDArray[Any] | None = None


class ComponentRows:
    """The rows of a component's table.

    Attributes:
        component: its name.
        prims: (n,) path ids.
        listed: (n,) bool, whether the prim really holds the component.
    """

    def __init__(self, cells: ColumnCells, component: str) -> None:
        self.component = component
        self._cells = cells
        self._read: dict[str, Cells] = {}
        self._multiple = cells.scene.contract.component(component).multiple_apply
        populated = component in cells.scene.tables and len(cells.scene.rows(component)) > 0
        none = np.zeros(0, np.int64)
        self.prims = cells.scene.column(component, "prim").prim.astype(np.int64) if populated else none
        self.listed = cells.listed(component) if populated else np.zeros(0, np.bool_)

    def __len__(self) -> int:
        return len(self.prims)

    @cached_property
    def instances(self) -> npt.NDArray[Any] | None:
        """(n,) instance names, None for a component that is not multiple-apply."""
        return self.tokens("instance") if self._multiple else None

    def cells(self, column: str) -> Cells:
        """The cells of a column."""
        if column not in self._read:
            if len(self):
                self._read[column] = self._cells.every(self.component, column)
            else:
                self._read[column] = self._cells.read(self.component, column, self.prims, self.instances)
        return self._read[column]

    def tokens(self, column: str) -> npt.NDArray[Any]:
        """(n,) tokens of a column as strings, "" where absent."""
        codes, tokens = self.token_codes(column)
        found: npt.NDArray[Any] = np.array([*tokens, ""], object)[codes]
        return found

    def token_codes(self, column: str) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
        """(n,) tokens of a column as codes, -1 where absent, and the tokens by code."""
        if not len(self):
            return np.zeros(0, np.int32), ()
        values = self._cells.scene.column(self.component, column)
        return values.values, values.tokens or ()

    def token_in(self, column: str, names: Collection[str]) -> Flags:
        """(n,) bool: whether the token of a column is one of some names; an absent one is named ""."""
        codes, tokens = self.token_codes(column)
        found: Flags = np.array([name in names for name in (*tokens, "")], np.bool_)[codes]
        return found

    def target_counts(self, column: str) -> Ids:
        """(n,) number of targets of a relationship."""
        if not len(self):
            return self.prims
        values = self._cells.scene.column(self.component, column)
        return np.zeros(len(self), np.int64) if values.offsets is None else np.diff(values.offsets)

    def elements(self, column: str) -> tuple[npt.NDArray[Any], Ids]:
        """The elements of an array column one after the other, and the row of each (m,)."""
        if not len(self):
            return np.zeros(0), self.prims
        values = self._cells.scene.column(self.component, column)
        lengths = np.zeros(len(self), np.int64) if values.offsets is None else np.diff(values.offsets)
        return values.values, np.repeat(np.arange(len(self)), lengths)

    def hit(self, column: str, where: Flags, *, values: Sequence[Any] | npt.NDArray[Any] | None = None) -> Hit:
        """A hit on some of the rows."""
        spots = np.flatnonzero(where)
        shown = None
        if values is not None:
            shown = values[spots] if isinstance(values, np.ndarray) else [values[spot] for spot in spots.tolist()]
        instances = self.instances[spots] if len(spots) and self.instances is not None else None
        return Hit(self.component, column, self.prims[spots], instances, shown)


class Inspection:
    """What checks share.

    Args:
        scene: the columns.
        descriptors: what the PhysX consumer makes of them; parsed when asked for if they are not given.
    """

    def __init__(self, scene: Scene, descriptors: Descriptors | None = None) -> None:
        self.scene = scene
        self.columns = ColumnCells(scene)
        self._descriptors = descriptors
        self._rows: dict[str, ComponentRows] = {}
        self._kept: dict[object, Any] = {}

    def once(self, key: object, work: Callable[[], _Found]) -> _Found:
        """What several checks need, worked out for the first one that asks; a hashable key names it."""
        if key not in self._kept:
            self._kept[key] = work()
        found: _Found = self._kept[key]
        return found

    def rows(self, component: str) -> ComponentRows:
        """The rows of a component."""
        if component not in self._rows:
            self._rows[component] = ComponentRows(self.columns, component)
        return self._rows[component]

    @cached_property
    def descriptors(self) -> Descriptors:
        """What the PhysX consumer makes of the columns; path ids are those of the scene."""
        return self._descriptors or parse(self.scene)

    @cached_property
    def prims(self) -> pa.RecordBatch:
        """The prim table."""
        return pa.RecordBatch.from_struct_array(self.scene.rows("prim"))

    def types(self, prims: Ids) -> npt.NDArray[Any]:
        """(n,) type names of prims, "" for none."""
        codes, names = self.type_codes
        found: npt.NDArray[Any] = np.array([*names, ""], object)[codes[prims]]
        return found

    @cached_property
    def type_codes(self) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """Type of each path as a code (paths + 1,), -1 for none, and the names by code."""
        column = self.prims.column("usd-prim-type")
        codes = np.full(len(self.scene.paths) + 1, -1, np.int32)
        codes[numpy_values(self.prims.column("prim")).astype(np.int64)] = numpy_values(column)
        return codes, tuple(column.dictionary.to_pylist())

    @cached_property
    def stretches(self) -> tuple[Ids, Stretches]:
        """World transforms: by path the row of its own (paths + 1,), -1 for none, and by row how it stretches.

        One more row, the last, is the identity.
        """
        column = self.prims.column("omni:fabric:worldMatrix")
        placed = np.flatnonzero(valid_mask(column))
        row = np.full(len(self.scene.paths) + 1, -1, np.int64)
        row[numpy_values(self.prims.column("prim"))[placed]] = np.arange(len(placed))
        return row, stretches(numpy_values(column).reshape(-1, 4, 4), placed)

    def kinds(self, paths: Ids, *kinds: PathKind) -> Flags:
        """(n,) bool: whether each path id is of one of some kinds; -1 is of none."""
        found: Flags = self.once(("kinds", kinds), lambda: self._of_kinds(kinds))[paths]
        return found

    def _of_kinds(self, kinds: Collection[PathKind]) -> Flags:
        codes, names = self._kinds
        found: Flags = np.array([*(name in kinds for name in names), False], np.bool_)[codes]
        return found

    @cached_property
    def _kinds(self) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
        """Kind of each path as a code, -1 for no path, and the names by code."""
        column = self.scene.column("path", "kind")
        return np.append(column.values, -1), column.tokens or ()

    def tokens(self, table: DescriptorTable[Any], field: str) -> npt.NDArray[Any]:
        """(n,) tokens of a descriptor field as strings, "" for null."""
        found: npt.NDArray[Any] = np.array([*table.tokens(field), ""], object)[table.values(field)]
        return found

    def token_in(self, table: DescriptorTable[Any], field: str, names: Collection[str]) -> Flags:
        """(n,) bool: whether the token of a descriptor field is one of some names; a null is named ""."""
        known = np.array([name in names for name in (*table.tokens(field), "")], np.bool_)
        found: Flags = known[table.values(field)]
        return found

    def joints_of(self, *types: str) -> Flags:
        """(paths + 1,) bool: joints of some types; of any type where none is given."""
        table = self.descriptors.joints
        paths = table.values("path")
        wanted = types or tuple(table.tokens("type"))
        return self.once(("joints", types), lambda: self.flags(paths[self.token_in(table, "type", wanted)]))

    @cached_property
    def joint_types(self) -> npt.NDArray[Any]:
        """(paths + 1,) type of the joint at each path, "" for others."""
        table = self.descriptors.joints
        found = np.full(len(self.scene.paths) + 1, "", object)
        found[table.values("path")] = self.tokens(table, "type")
        return found

    @cached_property
    def in_tree(self) -> Flags:
        """(paths + 1,) bool: joints of an articulation's tree."""
        found = np.zeros(len(self.scene.paths) + 1, np.bool_)
        found[self.descriptors.articulations.members("joints")[1]] = True
        return found

    def flags(self, paths: npt.NDArray[Any]) -> Flags:
        """(paths + 1,) bool: True for these paths."""
        found = np.zeros(len(self.scene.paths) + 1, np.bool_)
        found[paths] = True
        return found
