"""Keys of a component table, (row, instance) as one number: sorted, each once, and where others stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["KeyTable", "distinct_keys", "key_table"]

_Index = npt.NDArray[np.int64]

_SPARSE: Final = 16
"""Possible keys for each one that is there, beyond which looking keys up by number wastes more than searching them."""


@dataclass(frozen=True)
class KeyTable:
    """Sorted keys.

    Attributes:
        keys: (n,) ascending, each once.
    """

    keys: _Index
    _place: npt.NDArray[np.int32] | None = field(default=None, repr=False)

    def positions(self, wanted: _Index) -> _Index | None:
        """Where the wanted keys, all of which are there, stand; None if they are all keys in their order."""
        if _same(self.keys, wanted):
            return None
        if self._place is None:
            return np.searchsorted(self.keys, wanted)
        return self._place[wanted].astype(np.int64)

    def flags(self, held: _Index) -> npt.NDArray[np.bool_]:
        """(n,) bool, which keys are among these, all of which are there."""
        positions = self.positions(held)
        if positions is None:
            return np.ones(len(self.keys), np.bool_)
        found = np.zeros(len(self.keys), np.bool_)
        found[positions] = True
        return found


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
