"""Keys of a component table, (row, instance) as one number: sorted, each once, and where others stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["KeyTable", "Places", "distinct_keys", "key_table"]

_Index = npt.NDArray[np.int64]

_SPARSE: Final = 16
"""Possible keys for each one that is there, beyond which looking keys up by number wastes more than searching them."""


@dataclass(frozen=True)
class Places:
    """Where opinions stand among the rows of a table.

    Attributes:
        rows: number of the table's rows.
        positions: (k,) row of each opinion; None where there is one for each row, in their order.
    """

    rows: int
    positions: _Index | None

    @cached_property
    def row(self) -> _Index:
        """(k,) row of each opinion."""
        return np.arange(self.rows) if self.positions is None else self.positions

    @cached_property
    def taken(self) -> npt.NDArray[np.bool_]:
        """(rows,) bool, which rows there is an opinion for."""
        found = np.zeros(self.rows, np.bool_)
        found[self.row] = True
        return found

    @cached_property
    def opinion(self) -> _Index:
        """(rows,) which opinion is a row's, counted from 1; 0 without."""
        found = np.zeros(self.rows, np.int64)
        found[self.row] = np.arange(1, len(self.row) + 1)
        return found


@dataclass(frozen=True)
class KeyTable:
    """Sorted keys.

    Attributes:
        keys: (n,) ascending, each once.
    """

    keys: _Index
    _place: npt.NDArray[np.int32] | None = field(default=None, repr=False)
    _known: dict[int, Places] = field(default_factory=dict, repr=False)

    def places(self, wanted: _Index) -> Places:
        """Where the wanted keys, all of which are there, stand; worked out once for keys that live as long as this."""
        if id(wanted) not in self._known:
            self._known[id(wanted)] = Places(len(self.keys), self._positions(wanted))
        return self._known[id(wanted)]

    def _positions(self, wanted: _Index) -> _Index | None:
        if _same(self.keys, wanted):
            return None
        if self._place is None:
            return np.searchsorted(self.keys, wanted)
        return self._place[wanted].astype(np.int64)


def key_table(parts: Sequence[_Index], bound: int) -> KeyTable:
    """All keys of the parts.

    Args:
        parts: keys, in any order.
        bound: every key is below.
    """
    parts = _unlike(parts)
    if len(parts) == 1 and (parts[0][1:] > parts[0][:-1]).all():
        return KeyTable(parts[0])
    if bound > _SPARSE * sum(map(len, parts)):
        return KeyTable(distinct_keys(parts))
    present = np.zeros(bound, np.bool_)
    for part in parts:
        present[part] = True
    keys = np.flatnonzero(present)
    place = np.empty(bound, np.int32)
    place[keys] = np.arange(len(keys), dtype=np.int32)
    return KeyTable(keys, place)


def distinct_keys(parts: Sequence[_Index]) -> _Index:
    """All keys of the parts, ascending, each once.

    A stable sort merges ascending runs, of which parts mostly consist, where `numpy.unique` would hash every number.
    """
    numbers: _Index = np.sort(np.concatenate(_unlike(parts)), kind="stable")
    first = np.ones(len(numbers), np.bool_)
    first[1:] = numbers[1:] != numbers[:-1]
    return numbers[first]


def _unlike(parts: Sequence[_Index]) -> list[_Index]:
    """The parts without empty ones and those equal to the one before: most columns are authored on the same prims."""
    filled = [part for part in parts if len(part)] or [parts[0]]
    return [filled[0], *(part for before, part in pairwise(filled) if not _same(before, part))]


def _same(one: _Index, another: _Index) -> bool:
    return one is another or np.array_equal(one, another)
