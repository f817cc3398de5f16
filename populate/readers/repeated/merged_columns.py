"""Opinions of one column: the layer's own, the representatives' repeated, and those laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import ColumnOpinions
from columnar.scene import numpy_values, valid_mask
from populate.readers.repeated.merged_targets import MergedTargets
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["ColumnParts", "Gone", "merge_column"]

_Index = NDArray[np.int64]


class Gone(NamedTuple):
    """Opinions of a representative's row that copies do not have: (m,) places of the copies in the group."""

    group: int
    row: int
    instance: int
    places: _Index


@dataclass(frozen=True)
class ColumnParts:
    """What there is of one column.

    Attributes:
        region: opinions of the layer itself, by its rows.
        composed: the representatives' opinions, by their rows.
        laid: opinions laid over copies, by final rows.
        overrides: what goes from the representatives' opinions on copies.
        relationship: whether values are targets.
    """

    region: ColumnOpinions | None
    composed: ColumnOpinions | None
    laid: ColumnOpinions | None
    overrides: Sequence[Gone]
    relationship: bool


@dataclass(frozen=True)
class _Picked:
    """Opinions picked from a pool: their final rows, and what they are in the pool; targets renumbered."""

    rows: _Index
    places: _Index
    targets: _Index | None = None


def merge_column(parts: ColumnParts, skeleton: Skeleton, shared_rows: _Index, targets: MergedTargets) -> ColumnOpinions:
    """All opinions of a column, by final row.

    Args:
        parts: what there is, instances numbered alike.
        skeleton: where rows go.
        shared_rows: the representatives' rows of shared prototypes.
        targets: numbers of targets.
    """
    pool = [part for part in (parts.region, parts.composed, parts.laid) if part is not None]
    values = pa.concat_arrays([part.values for part in pool])
    states = np.concatenate([part.states for part in pool])
    instances = None
    if pool[0].instances is not None:
        instances = np.concatenate([part.instances for part in pool if part.instances is not None])
    found: list[_Picked] = []
    start = 0
    if parts.region is not None:
        found.append(_Picked(skeleton.region[parts.region.rows], np.arange(len(parts.region.rows))))
        start = len(parts.region.rows)
    if parts.composed is not None:
        found += _composed(parts, skeleton, shared_rows, targets, start)
        start += len(parts.composed.rows)
    if parts.laid is not None:
        found.append(_Picked(parts.laid.rows, start + np.arange(len(parts.laid.rows))))
    rows = np.concatenate([part.rows for part in found])
    places = np.concatenate([part.places for part in found])
    order = _order(rows)
    if order is not None:
        rows, places = rows[order], places[order]
    return ColumnOpinions(
        rows=rows,
        instances=None if instances is None else instances[places],
        states=states[places],
        values=_taken(values, places) if not parts.relationship else _retargeted(values, found, order),
    )


def _order(rows: _Index) -> _Index | None:
    """How to bring rows into order, None where they are: assembly is fastest with ascending rows."""
    return None if (rows[1:] >= rows[:-1]).all() else np.argsort(rows, kind="stable")


def _composed(
    parts: ColumnParts,
    skeleton: Skeleton,
    shared_rows: _Index,
    targets: MergedTargets,
    start: int,
) -> list[_Picked]:
    """The representatives' opinions: once for shared prototypes, again for every copy but where it says so itself."""
    opinions = parts.composed
    assert opinions is not None
    found = []
    if len(shared_rows):
        place = np.full(int(max(opinions.rows.max(initial=0), shared_rows.max())) + 1, -1, np.int64)
        place[shared_rows] = skeleton.shared
        kept = np.flatnonzero(place[opinions.rows] >= 0)
        moved = None
        if parts.relationship:
            moved = targets.composed + _flat(opinions.values.take(pa.array(kept)))
        found.append(_Picked(place[opinions.rows[kept]], start + kept, moved))
    for block, copies in enumerate(skeleton.copies):
        entries = np.flatnonzero(copies.holds(opinions.rows))
        entries = entries[np.argsort(opinions.rows[entries], kind="stable")]
        if not len(entries):
            continue
        stays = _kept(opinions, entries, copies, parts.overrides)
        copy, place = np.repeat(np.arange(len(copies.first)), len(entries)), np.tile(entries, len(copies.first))
        if stays is not None:
            copy, place = copy[stays], place[stays]
        moved = None
        if parts.relationship:
            lists = opinions.values.take(pa.array(place))
            moved = targets.copied(block, np.repeat(copy, _lengths(lists)), _flat(lists))
        found.append(_Picked(copies.first[copy] + opinions.rows[place] - copies.start, start + place, moved))
    return found


def _kept(
    opinions: ColumnOpinions,
    entries: _Index,
    copies: Copies,
    overrides: Sequence[Gone],
) -> NDArray[np.bool_] | None:
    """(m * e,) which entries each copy keeps, None for all."""
    of_group = [override for override in overrides if override.group == copies.group]
    if not of_group:
        return None
    kept = np.ones((len(copies.first), len(entries)), np.bool_)
    for override in of_group:
        gone = opinions.rows[entries] == override.row
        if opinions.instances is not None:
            gone &= opinions.instances[entries] == override.instance
        kept[np.ix_(override.places, np.flatnonzero(gone))] = False
    return None if kept.all() else kept.reshape(-1)


def _taken(values: pa.Array, places: _Index) -> pa.Array:
    """`values.take(places)`, numbers and lanes through numpy."""
    kind = values.type
    lanes = pa.types.is_fixed_size_list(kind)
    if not (lanes or pa.types.is_floating(kind) or pa.types.is_integer(kind)):
        return values.take(pa.array(places))
    numbers = numpy_values(values)[places]
    mask = None if not values.null_count else ~valid_mask(values)[places]
    if lanes:
        flat = pa.array(numbers.reshape(-1), kind.value_type)
        return pa.FixedSizeListArray.from_arrays(flat, type=kind, mask=None if mask is None else pa.array(mask))
    return pa.array(numbers, kind, mask=mask)


def _lengths(lists: pa.Array) -> _Index:
    return np.asarray(pc.fill_null(pc.list_value_length(lists), 0)).astype(np.int64)


def _flat(lists: pa.Array) -> _Index:
    return numpy_values(lists.flatten()).astype(np.int64)


def _retargeted(values: pa.Array, found: Sequence[_Picked], order: _Index | None) -> pa.Array:
    """Lists of targets with the numbers they have now."""
    lists = values.take(pa.array(np.concatenate([part.places for part in found])))
    parts = [_flat(values.take(pa.array(part.places))) if part.targets is None else part.targets for part in found]
    offsets = pa.array(np.concatenate([[0], np.cumsum(_lengths(lists))]), pa.int32())
    mask = lists.is_null() if lists.null_count else None
    renumbered = pa.ListArray.from_arrays(offsets, pa.array(np.concatenate(parts)), type=lists.type, mask=mask)
    return renumbered if order is None else renumbered.take(pa.array(order))
