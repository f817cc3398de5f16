"""Edits of single values: read again prim by prim, and written into the cells they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import pyarrow as pa
from pxr import Sdf, Usd

from columnar.assembly import OpinionState
from columnar.scene import Scene
from columnar.store import Edit, Store, StoreError
from populate.readers.composed.properties import PropertyReader
from populate.readers.composed.transforms import local_transforms
from populate.readers.options import PopulateOptions
from populate.readers.placement import ArchetypeTable, PrimKind, RowRole, SlotTable, column_array
from schemas.contract import Column, Contract

__all__ = ["CellEdit", "TransformEdit", "ValueEdits", "write_edits"]

_FAR_REACHING: Final = ("material:binding", "collection:")
"""Names of properties on which cells of other prims depend."""

_CONTEXTUAL: Final = ("PointInstancer", "GeomSubset")
"""Prim types whose rows depend on the prims around them."""

_TRANSFORM: Final = "xformOp"

Key = tuple[str, str, str]
"""Component, column, instance name ("" for none)."""


class CellEdit(NamedTuple):
    """What a cell becomes: a value (an Arrow array of one), blocked, or unauthored."""

    path: str
    component: str
    column: str
    instance: str
    state: OpinionState | None
    value: pa.Array | None


class TransformEdit(NamedTuple):
    """A prim's local matrix, (4, 4) float64, and whether it ignores its parents."""

    path: str
    local: Any
    reset: bool


class _Entangled(Exception):
    """An edit that reaches beyond the cells of its own prim."""


@dataclass(frozen=True)
class ValueEdits:
    """Reads edited values for a mirror of the stage's scene.

    Attributes:
        options: how the stage is populated.
        contract: the contract.
        mirror: holds the scene as it was before the edits.
        noted: (prim path, column) of reports, and (prim path, name) of cells of the property table: an edit of those
            changes more than a cell.
        entangled: whether the stage has instances or instancers, so that one prim stands for several.
    """

    options: PopulateOptions
    contract: Contract
    mirror: Store
    noted: Set[tuple[str, str | None]]
    entangled: bool

    @classmethod
    def of(cls, scene: Scene, stage: Usd.Stage, options: PopulateOptions, mirror: Store) -> ValueEdits:
        """For a scene that was just populated."""
        paths = scene.paths
        noted = {
            (paths[row["prim"]], row[name])
            for table, name in (("report", "column"), ("property", "name"))
            for row in scene.table(table).select(["prim", name]).to_pylist()
        }
        types = scene.table("prim")["usd-prim-type"].combine_chunks().dictionary.to_pylist()
        entangled = bool(stage.GetPrototypes()) or "PointInstancer" in types
        return cls(options, scene.contract, mirror, noted, entangled)

    def read(self, stage: Usd.Stage, properties: Mapping[Sdf.Path, Set[str]]) -> list[CellEdit | TransformEdit] | None:
        """What the edited properties make of cells; None if an edit reaches further.

        Args:
            stage: the stage as it is now.
            properties: names of edited properties by prim path.
        """
        if self.entangled:
            return None
        table, slots = ArchetypeTable(self.contract), SlotTable(self.contract)
        reading = PropertyReader(self.contract, slots, self.options.time)
        found: list[CellEdit | TransformEdit] = []
        try:
            for path, names in properties.items():
                found += self._prim(stage.GetPrimAtPath(path), str(path), names, table, reading)
        except _Entangled:
            return None
        return found

    def _prim(
        self, prim: Usd.Prim, path: str, names: Set[str], table: ArchetypeTable, reading: PropertyReader
    ) -> Iterator[CellEdit | TransformEdit]:
        if not prim or any(self._reaches_further(prim, path, name) for name in names):
            raise _Entangled
        kind = table.kind_of(prim)
        if not self._has_row(path):
            if kind.selects or not kind.known:
                raise _Entangled
            return  # no value gives a prim a row
        moving = [name for name in names if name.startswith(_TRANSFORM)]
        if moving and kind.xformable:
            yield self._transform(prim, path)
        if len(moving) < len(names):
            yield from self._cells(prim, path, {name for name in names if name not in moving}, kind, table, reading)

    def _has_row(self, path: str) -> bool:
        try:
            return self.mirror.prim(path) is not None
        except StoreError:  # a path nobody has spoken of
            return False

    def _reaches_further(self, prim: Usd.Prim, path: str, name: str) -> bool:
        if name.startswith(_FAR_REACHING) or (path, name) in self.noted:
            return True
        held = prim.GetProperty(name)
        return isinstance(held, Usd.Relationship) or any(
            type(spec) is not Sdf.AttributeSpec for spec in (held.GetPropertyStack() if held else ())
        )

    def _transform(self, prim: Usd.Prim, path: str) -> TransformEdit:
        read = local_transforms([prim], [path], [True], self.options.time)
        if read.reports or any(noted == path and (c or "").startswith(_TRANSFORM) for noted, c in self.noted):
            raise _Entangled
        return TransformEdit(path, read.local[0], bool(read.reset[0]))

    def _cells(
        self,
        prim: Usd.Prim,
        path: str,
        names: Set[str],
        kind: PrimKind,
        table: ArchetypeTable,
        reading: PropertyReader,
    ) -> Iterator[CellEdit]:
        if not kind.known or kind.prim_type in _CONTEXTUAL or (kind.boundable and not kind.selects):
            raise _Entangled
        if not kind.selects:
            return  # an ancestor, a target or a bound prim: its values are not read
        code = table.code(kind, RowRole.FULL)
        reading.read(prim, 0, path, table.archetypes[code], code, known_type=True)
        opinions = _opinions(reading, names)
        for name in sorted(names):
            for match in self.contract.match_property(name):
                key = (match.component.name, match.column.name, match.instance or "")
                edit = self._cell(path, key, match.column, opinions.get(key))
                if edit is not None:
                    yield edit

    def _cell(self, path: str, key: Key, column: Column, opinion: tuple[OpinionState, Any] | None) -> CellEdit | None:
        component, name, instance = key
        cell = self.mirror.cell(component, name, path, instance=instance or None)
        if opinion is None:
            if cell is None or not (cell.authored or cell.blocked):
                return None
            if not cell.listed:
                raise _Entangled  # the row may be there for nothing but this value
            return CellEdit(path, *key, None, None)
        state, value = opinion
        if cell is None or state not in (OpinionState.AUTHORED, OpinionState.BLOCKED):
            raise _Entangled
        if state is OpinionState.BLOCKED:
            if not cell.listed:
                raise _Entangled
            return CellEdit(path, *key, state, None)
        return CellEdit(path, *key, state, column_array(column, [value]))


def _opinions(reading: PropertyReader, names: Set[str]) -> dict[Key, tuple[OpinionState, Any]]:
    """What the prim just read says about the named properties; the reading is empty again afterwards."""
    found: dict[Key, tuple[OpinionState, Any]] = {}
    instances = list(reading.slots.instances)
    for sink in reading.slots.sinks.values():
        for _, code, state, value in sink.entries:
            instance = instances[code]
            if sink.component.full_name(sink.column.name, instance) in names:
                found[sink.component.name, sink.column.name, instance] = (state, value)
        sink.entries.clear()
    noted = {report.column for report in reading.reports} | {cell.name for cell in reading.properties}
    reading.reports.clear()
    reading.properties.clear()
    if noted & names:
        raise _Entangled
    return found


def write_edits(edit: Edit, edits: list[CellEdit | TransformEdit]) -> int:
    """Write edits into a store, but for cells whose rows it does not have any more; how many were written."""
    return sum(_write(edit, one) for one in edits)


def _write(edit: Edit, one: CellEdit | TransformEdit) -> bool:
    if isinstance(one, TransformEdit):
        if edit.store.prim(one.path, ordinal=edit.ordinal) is None:
            return False
        edit.write("prim", "omni:xform", one.path, one.local)
        edit.write("prim", "omni:resetXformStack", one.path, one.reset)
        return True
    component, column, instance = one.component, one.column, one.instance or None
    if edit.cell(component, column, one.path, instance=instance) is None:
        return False
    if one.state is None:
        edit.clear(component, column, one.path, instance=instance, checked=False)
    elif one.value is None:
        edit.block(component, column, one.path, instance=instance, checked=False)
    else:
        edit.write(component, column, [one.path], one.value, instance=instance, checked=False)
    return True
