"""What a reader hands over: rows, raw opinions, reports. Fallbacks, producer rules and masks are added by assembly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.layout import PathKind, ReportCode
from schemas.contract import Column, StageUnits

__all__ = [
    "Archetype",
    "ColumnOpinions",
    "OpinionState",
    "PropertyCell",
    "Report",
    "RowTable",
    "SceneFacts",
    "StageOpinions",
    "plain_type",
]


class OpinionState(IntEnum):
    """What a prim says about a column. Prims that say nothing have no entry."""

    AUTHORED = 0
    """A default value (converted where its type differs), or an explicit relationship, empty ones included."""
    COMPUTED = 1
    """A value that follows from other opinions: an inherited binding, a membership."""
    BLOCKED = 2
    """A value block is the strongest opinion."""
    SAMPLES_ONLY = 3
    """Time samples without a default, read at the default time."""
    DROPPED = 4
    """An authored value that no cell of the column can hold."""


@dataclass(frozen=True)
class ColumnOpinions:
    """Opinions on one column, in any order, at most one per (row, instance).

    Attributes:
        rows: (n,) int64 indices into the row table.
        instances: (n,) int32 indices into `StageOpinions.instances`, None for a column that is not multiple-apply.
        states: (n,) uint8 `OpinionState`.
        values: (n,) of `plain_type(column)`, null where the state carries no value.
    """

    rows: npt.NDArray[np.int64]
    instances: npt.NDArray[np.int32] | None
    states: npt.NDArray[np.uint8]
    values: pa.Array


@dataclass(frozen=True)
class Archetype:
    """What the rows of one kind of prim share.

    Attributes:
        prim_type: type token, "" for a typeless prim.
        schemas: applied API schemas as published.
        unregistered: the other applied names.
        xformable: whether rows carry transforms.
        held: components whose table lists the prims, with the instance names of multiple-apply ones ("" otherwise).
    """

    prim_type: str
    schemas: tuple[str, ...]
    unregistered: tuple[str, ...]
    xformable: bool
    held: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class RowTable:
    """The populated prims, sorted bytewise by path, "/" first.

    Assembly takes `local` and `world` over where they can be written to: it puts zeros where rows are not xformable.

    Attributes:
        paths: (n,) large_utf8.
        parent: (n,) int64 row index, -1 for "/" and for rows whose parent has none (a shared prototype).
        archetype: (n,) int32 index into `archetypes`.
        local: (n, 4, 4) float64 row-vector matrices, identity where not xformable.
        reset: (n,) bool, whether the row ignores its parents' transforms.
        world: (n, 4, 4) float64.
        from_instance: (n,) bool, whether the prim is an instance proxy.
        prototype: row index of the prototype's root by row index of its instance roots.
    """

    paths: pa.Array
    parent: npt.NDArray[np.int64]
    archetype: npt.NDArray[np.int32]
    archetypes: tuple[Archetype, ...]
    local: npt.NDArray[np.float64]
    reset: npt.NDArray[np.bool_]
    world: npt.NDArray[np.float64]
    from_instance: npt.NDArray[np.bool_]
    prototype: Mapping[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.paths)


@dataclass(frozen=True)
class PropertyCell:
    """An authored property that no typed column holds. `targets` are indices into `StageOpinions.targets`."""

    row: int
    name: str
    usd_type: str
    authored: bool = True
    blocked: bool = False
    number: tuple[float, ...] | None = None
    text: tuple[str, ...] | None = None
    targets: tuple[int, ...] | None = None


@dataclass(frozen=True, order=True)
class Report:
    """Something odd on the stage: prim path, column (full property name) or None, code, one sentence."""

    prim: str
    column: str | None
    code: ReportCode
    text: str


@dataclass(frozen=True)
class SceneFacts:
    """What holds for the whole scene; see the `scene` column of the file."""

    root_layer: str
    units: StageUnits
    meters_per_unit_authored: bool = False
    kilograms_per_unit_authored: bool = False
    up_axis_authored: bool = False
    default_prim: str | None = None
    time_code: float | None = None
    layers: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class StageOpinions:
    """Everything a reader found.

    Attributes:
        columns: opinions by (component, column).
        instances: instance names that `ColumnOpinions.instances` index.
        targets: path strings that relationship values index; null for targets of which `target_row` knows the row.
        path_kinds: what each target path is that has no row.
        target_rows: number of rows that are there only because a relationship targets them.
        target_row: (t,) int64 row of each target, -1 where a row must be looked for; None where it must for all.
    """

    facts: SceneFacts
    rows: RowTable
    columns: Mapping[tuple[str, str], ColumnOpinions]
    instances: tuple[str, ...]
    targets: pa.Array
    path_kinds: Mapping[str, PathKind]
    properties: tuple[PropertyCell, ...] = ()
    reports: tuple[Report, ...] = ()
    target_rows: int = 0
    target_row: npt.NDArray[np.int64] | None = None

    def with_target_paths(self) -> StageOpinions:
        """The same with the path string of every target."""
        if self.target_row is None:
            return self
        pool = pa.concat_arrays([self.rows.paths, self.targets])
        others = len(self.rows) + np.arange(len(self.targets))
        paths = pool.take(pa.array(np.where(self.target_row < 0, others, self.target_row)))
        return replace(self, targets=paths, target_row=None)


def plain_type(column: Column) -> pa.DataType:
    """Arrow type of a column's opinions: as in the file, with tokens as utf8 and relationship targets as int64."""
    from schemas.contract import arrow_type, element_type

    if not (column.relationship or pa.types.is_dictionary(element_type(column))):
        return arrow_type(column)
    element = pa.int64() if column.relationship else pa.string()
    return pa.list_(pa.field("item", element, nullable=False)) if column.array else element
