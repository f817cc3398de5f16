"""Rows of two sides matched by their keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["ROW", "KeyedRows", "pair_rows"]

Ids = npt.NDArray[np.int64]

ROW: Final = "row"
"""Stands for the row as a whole where only one side has it."""

_REPEATS: Final = 4096
"""Rows with the same key are told apart by their order, up to this many."""


class KeyedRows(ABC):
    """Tables whose rows have keys that those of another side can be matched with."""

    def __init__(self) -> None:
        self._keys: dict[str, Ids] = {}
        self._sorted: dict[str, tuple[Ids, Ids]] = {}

    @abstractmethod
    def plain_keys(self, table: str) -> Ids:
        """(n,) one number per row, not below 0, and the same on both sides for the same row."""

    def keys(self, table: str) -> Ids:
        """(n,) one number per row; of rows with the same plain key each has its own."""
        if table not in self._keys:
            plain = self.plain_keys(table)
            self._keys[table] = plain * _REPEATS + _occurrences(plain)
        return self._keys[table]

    def find(self, table: str, keys: Ids) -> Ids:
        """(n,) row of each key, -1 for none."""
        if table not in self._sorted:
            own = self.keys(table)
            order = np.argsort(own, kind="stable")
            self._sorted[table] = (own[order], order)
        own, order = self._sorted[table]
        if not len(own):
            return np.full(len(keys), -1, np.int64)
        spot = np.minimum(np.searchsorted(own, keys), len(own) - 1)
        return np.where(own[spot] == keys, order[spot], -1)


def pair_rows(a: KeyedRows, b: KeyedRows, table: str) -> tuple[Ids, Ids]:
    """Rows of both sides as pairs, in the order of keys; -1 where the other side lacks the row."""
    keys_a, keys_b = a.keys(table), b.keys(table)
    other = b.find(table, keys_a)
    extra = np.flatnonzero(a.find(table, keys_b) < 0)
    rows_a = np.concatenate([np.arange(len(keys_a)), np.full(len(extra), -1)])
    rows_b = np.concatenate([other, extra])
    order = np.argsort(np.concatenate([keys_a, keys_b[extra]]), kind="stable")
    return rows_a[order], rows_b[order]


def _occurrences(keys: Ids) -> Ids:
    """(n,) how often each key has stood in a row before."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    new = np.append(True, ordered[1:] != ordered[:-1])[: len(keys)]
    first = np.maximum.accumulate(np.where(new, np.arange(len(keys)), 0)) if len(keys) else order
    found = np.empty(len(keys), np.int64)
    found[order] = np.arange(len(keys)) - first
    return np.minimum(found, _REPEATS - 1)
