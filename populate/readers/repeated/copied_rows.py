"""Which opinions of a column go to which rows: worked out once for all columns that speak of the same prims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import ColumnOpinions
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["ColumnParts", "CopiedRows", "Gone", "Picked", "RowCopier"]

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
    """

    region: ColumnOpinions | None
    composed: ColumnOpinions | None
    laid: ColumnOpinions | None
    overrides: Sequence[Gone]

    @cached_property
    def pool(self) -> list[ColumnOpinions]:
        """The opinions that there are, one behind the other."""
        return [part for part in (self.region, self.composed, self.laid) if part is not None]

    def alike(self, other: ColumnParts) -> bool:
        """Whether both speak of the same rows and instances, overridden by none."""
        if self.overrides or other.overrides:
            return False
        pairs = ((self.region, other.region), (self.composed, other.composed), (self.laid, other.laid))
        return all(_alike(one, another) for one, another in pairs)


def _alike(one: ColumnOpinions | None, another: ColumnOpinions | None) -> bool:
    if one is None or another is None:
        return one is another
    same = np.array_equal(one.rows, another.rows)
    if one.instances is None or another.instances is None:
        return same and one.instances is another.instances
    return same and np.array_equal(one.instances, another.instances)


@dataclass(frozen=True)
class Picked:
    """Opinions picked from a pool for some rows.

    Attributes:
        rows: (n,) final rows.
        places: (n,) what they are in the pool.
        shared: whether they are those of shared prototypes.
        block: number of the block of copies that they are copied for.
        copy: (n,) number of the copy in its block, None for what is not copied.
    """

    rows: _Index
    places: _Index
    shared: bool = False
    block: int = 0
    copy: _Index | None = None


@dataclass(frozen=True)
class CopiedRows:
    """Opinions of a column by final row.

    Attributes:
        rows: (n,) ascending final rows.
        places: (n,) what each is in the pool of opinions.
        instances: (n,) instance of each, None where the component is not multiple-apply.
        parts: the same in parts, before they are brought into order.
        order: (n,) how to bring the parts into order, None where they are.
    """

    rows: _Index
    places: _Index
    instances: NDArray[np.int32] | None
    parts: Sequence[Picked]
    order: _Index | None


@dataclass
class RowCopier:
    """Works out where opinions go.

    Attributes:
        skeleton: where rows go.
        shared_rows: the representatives' rows of shared prototypes.
    """

    skeleton: Skeleton
    shared_rows: _Index
    _known: list[tuple[ColumnParts, CopiedRows]] = field(default_factory=list)

    def copied(self, parts: ColumnParts) -> CopiedRows:
        """All opinions of a column; the same object for columns that speak of the same."""
        for known, copied in self._known:
            if parts.alike(known):
                return copied
        copied = self._copied(parts)
        self._known.append((parts, copied))
        return copied

    def _copied(self, parts: ColumnParts) -> CopiedRows:
        found: list[Picked] = []
        start = 0
        if parts.region is not None:
            found.append(Picked(self.skeleton.region[parts.region.rows], np.arange(len(parts.region.rows))))
            start = len(parts.region.rows)
        if parts.composed is not None:
            found += self._composed(parts.composed, parts.overrides, start)
            start += len(parts.composed.rows)
        if parts.laid is not None:
            found.append(Picked(parts.laid.rows, start + np.arange(len(parts.laid.rows))))
        rows, places = (_joined([getattr(part, name) for part in found]) for name in ("rows", "places"))
        order = _order(rows)
        if order is not None:
            rows, places = rows[order], places[order]
        instances = [part.instances for part in parts.pool if part.instances is not None]
        return CopiedRows(rows, places, np.concatenate(instances)[places] if instances else None, found, order)

    def _composed(self, opinions: ColumnOpinions, overrides: Sequence[Gone], start: int) -> list[Picked]:
        """The representatives' opinions: once for shared prototypes, again for copies but where they say so themselves.

        Args:
            opinions: the representatives'.
            overrides: what copies say themselves.
            start: place of the first opinion in the pool.
        """
        found = []
        if len(self.shared_rows):
            place = np.full(int(max(opinions.rows.max(initial=0), self.shared_rows.max())) + 1, -1, np.int64)
            place[self.shared_rows] = self.skeleton.shared
            kept = np.flatnonzero(place[opinions.rows] >= 0)
            found.append(Picked(place[opinions.rows[kept]], start + kept, shared=True))
        for block, copies in enumerate(self.skeleton.copies):
            entries = np.flatnonzero(copies.holds(opinions.rows))
            entries = entries[np.argsort(opinions.rows[entries], kind="stable")]
            if not len(entries):
                continue
            count = len(copies.first)
            copy, place = np.repeat(np.arange(count), len(entries)), np.tile(entries, count)
            stays = _kept(opinions, entries, copies, overrides)
            if stays is not None:
                copy, place = copy[stays], place[stays]
            rows = copies.first[copy] + opinions.rows[place] - copies.start
            found.append(Picked(rows, start + place, block=block, copy=copy))
        return found


def _joined(parts: list[_Index]) -> _Index:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _order(rows: _Index) -> _Index | None:
    """How to bring rows into order, None where they are: assembly is fastest with ascending rows."""
    return None if (rows[1:] >= rows[:-1]).all() else np.argsort(rows, kind="stable")


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
