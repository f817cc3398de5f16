"""Plain opinions of roots that share a representative, read from the layer to be laid over what was composed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.declined import Declined
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import OpinionColumns
from populate.readers.direct.property_pass import PropertyPass
from populate.readers.direct.reading import Reading
from populate.readers.direct.roles import NO_ROW
from populate.readers.direct.target_table import TargetTable
from populate.readers.placement import RowRole, SlotTable
from populate.readers.repeated.arc_roots import ArcRoots
from populate.readers.repeated.grouping import Group
from populate.readers.repeated.local_specs import PlainProperties
from populate.readers.repeated.overlaid_transforms import XFORM, OverlaidTransforms, overlaid_transforms
from populate.readers.repeated.part_of_layer import part_of_layer
from populate.readers.repeated.representatives import Representatives
from schemas.contract import Contract

__all__ = ["Overlay", "Override", "read_overlay"]

_Index = NDArray[np.int64]

_UNREAD: Final = (RowRole.STRUCTURAL, RowRole.BINDING)
"""Roles of rows that publish no attribute."""


@dataclass(frozen=True)
class Override:
    """Roots that say themselves what their representative's row says.

    Attributes:
        group: the roots' group.
        row: the representative's row.
        name: the property.
        places: (m,) places of the roots in the group.
        columns: (component, column, instance) of the cells that go.
    """

    group: int
    row: int
    name: str
    places: _Index
    columns: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Overlay:
    """What roots that share a representative say themselves.

    Attributes:
        reading: opinions by prim of a layer that holds nothing else.
        group: (q,) group of each of its prims.
        place: (q,) place of the prim's root in the group.
        row: (q,) row of the representatives that each prim's opinions go over; -1 for the pseudo-root.
        overrides: what goes from the representatives' opinions.
        transforms: local transforms that are not the representative's.
    """

    reading: Reading
    group: _Index
    place: _Index
    row: _Index
    overrides: Sequence[Override]
    transforms: OverlaidTransforms


def read_overlay(
    layer: Layer,
    roots: ArcRoots,
    plain: PlainProperties,
    groups: Sequence[Group],
    representatives: Representatives,
    contract: Contract,
) -> Overlay:
    """Read the plain opinions of all roots but the representatives, whose own are composed already.

    Raises:
        Declined: opinions whose effect is not only on their own cell.
    """
    group_of_root, place_of_root = _positions(groups, len(roots))
    representative = np.array([group.representative for group in groups], np.int64)
    says = plain.root != representative[group_of_root[plain.root]]
    properties, root = plain.property[says], plain.root[says]
    prim = layer.properties.prim[properties]
    row = _base_rows(roots, representatives, group_of_root[root], roots.place[prim])
    properties, root, prim, row = (values[row >= 0] for values in (properties, root, prim, row))
    kept, wanted = np.zeros(len(layer.prims), np.bool_), np.zeros(len(layer.properties.prim), np.bool_)
    kept[prim], kept[0], wanted[properties] = True, True, True
    row_of_prim = np.full(len(layer.prims), -1, np.int64)
    row_of_prim[prim] = row
    chosen = np.flatnonzero(kept)
    owner = np.maximum(roots.of_prim[chosen], 0)
    part = part_of_layer(layer, kept, wanted)
    reading = Reading(part, contract, SlotTable(contract), OpinionColumns(), TargetTable(part.prims))
    _read(reading, representatives, row_of_prim[chosen])
    return Overlay(
        reading,
        group_of_root[owner],
        place_of_root[owner],
        row_of_prim[chosen],
        _overrides(reading, representatives, group_of_root[owner], place_of_root[owner], row_of_prim[chosen]),
        overlaid_transforms(reading, representatives, row_of_prim[chosen]),
    )


def _positions(groups: Sequence[Group], count: int) -> tuple[_Index, _Index]:
    """Group of each root, and its place there."""
    group_of_root, place_of_root = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, group in enumerate(groups):
        group_of_root[group.roots] = number
        place_of_root[group.roots] = np.arange(len(group.roots))
    return group_of_root, place_of_root


def _base_rows(
    roots: ArcRoots,
    representatives: Representatives,
    group: _Index,
    place: NDArray[np.int32],
) -> _Index:
    """Row of the representative that each opinion goes over, -1 where it has no effect."""
    relative = roots.relative_paths() if len(group) else []
    pairs, inverse = np.unique(group << 32 | place, return_inverse=True)
    inheriting: dict[int, bool] = {}
    rows = []
    for pair in pairs.tolist():
        number, base = pair >> 32, representatives.bases[pair >> 32]
        path = base.path + relative[pair & 0xFFFFFFFF]
        if path != base.path:
            if number not in inheriting:
                inheriting[number] = representatives.inherits(base)
            if inheriting[number]:
                raise Declined(f"opinions below {base.path}, where prims inherit from classes")
        rows.append(_base_row(path, representatives))
    return np.array(rows, np.int64)[inverse] if rows else np.zeros(0, np.int64)


def _base_row(path: str, representatives: Representatives) -> int:
    kind = representatives.kind(path)
    row = representatives.row_by_path.get(path, -1)
    if kind is None:
        return -1
    if not kind.known:
        raise Declined(f"opinions on {path}, whose type is unknown")
    # OpenUSD ignores opinions below an instance: all instances are the same there.
    return -1 if row < 0 or representatives.prim(row).IsInstanceProxy() else row


def _read(reading: Reading, representatives: Representatives, row: _Index) -> None:
    """Read the properties of the prims whose row publishes them."""
    rows = representatives.opinions.rows
    present = row >= 0
    roles = np.full(len(row), NO_ROW, np.int8)
    roles[present] = representatives.roles[row[present]]
    boundable = {
        number: representatives.kind(rows.paths[number].as_py()) for number in np.unique(row[present]).tolist()
    }
    hidden = [number for number, kind in boundable.items() if kind is not None and kind.boundable]
    odd = present & ~np.isin(roles, (RowRole.FULL, *_UNREAD))
    odd &= (roles != RowRole.TARGET) | np.isin(row, hidden)
    if odd.any():
        raise Declined(f"opinions on {rows.paths[int(row[odd][0])].as_py()}, which is not populated for itself")
    codes = np.where(roles == RowRole.FULL, rows.archetype[np.maximum(row, 0)], NO_ROW).astype(np.int32)
    for number in np.unique(codes[codes != NO_ROW]).tolist():
        for name in reading.layer.properties.names:
            reading.slots.find(rows.archetypes[number], number, name, known_type=True)
    PropertyPass(reading, rows.archetypes, codes, roles).run(None)


def _overrides(
    reading: Reading, representatives: Representatives, group: _Index, place: _Index, row: _Index
) -> list[Override]:
    """What the opinions read take the place of."""
    found = []
    rows = representatives.opinions.rows
    moving = {
        report.prim for report in representatives.opinions.reports if report.column and report.column.startswith(XFORM)
    }
    related = _related(representatives)
    for name in reading.layer.properties.names:
        prim = reading.layer.properties.run(name).prim
        keys, inverse = np.unique(group[prim] << 32 | row[prim], return_inverse=True)
        for number, key in enumerate(keys.tolist()):
            base = key & 0xFFFFFFFF
            path = rows.paths[base].as_py()
            if name.startswith(XFORM) and path in moving:
                raise Declined(f"{path}: a transform that is reported")
            columns = _columns(reading, int(rows.archetype[base]), name)
            if representatives.roles[base] != RowRole.FULL:
                continue
            if any((base, *column) in related for column in columns):
                raise Declined(f"{path}.{name}: an attribute over a relationship")
            found.append(Override(key >> 32, base, name, place[prim[inverse == number]], columns))
    return found


def _columns(reading: Reading, code: int, name: str) -> list[tuple[str, str, str]]:
    slot = reading.slots.plan(code).get(name)
    names = {number: text for text, number in reading.slots.instances.items()}
    sinks = () if slot is None else slot.sinks
    return [(sink.component.name, sink.column.name, names[instance]) for sink, instance in sinks]


def _related(representatives: Representatives) -> set[tuple[int, str, str, str]]:
    """(row, component, column, instance) of every cell that holds targets."""
    opinions = representatives.opinions
    contract = representatives.reading.source.contract
    found = set()
    for (component, column), values in opinions.columns.items():
        if contract.component(component).column_by_name[column].relationship:
            numbers = [] if values.instances is None else values.instances.tolist()
            instances = [opinions.instances[number] for number in numbers] or [""] * len(values.rows)
            pairs = zip(values.rows.tolist(), instances, strict=True)
            found |= {(row, component, column, instance) for row, instance in pairs}
    return found
