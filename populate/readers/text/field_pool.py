"""Fields and the sets of them, as a crate file would hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.fields import ABSENT, FieldTable
from populate.readers.crate.value_reps import Reps
from populate.readers.text.pool import ValuePool

__all__ = ["FieldPool"]

_END: Final = -1


class FieldPool:
    """Collects fields and sets.

    Args:
        pool: numbers the names of fields.
    """

    def __init__(self, pool: ValuePool) -> None:
        self._pool = pool
        self._tokens: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
        self._reps: list[Reps] = [np.zeros(0, np.uint64)]
        self._count = 0
        self._entries: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
        self._entry_count = 0
        self._known: dict[tuple[str, int], int] = {}
        self._known_sets: dict[tuple[int, ...], int] = {}

    def field(self, name: str, rep: int) -> int:
        """A field that many specs share."""
        key = name, rep
        if key not in self._known:
            self._known[key] = self._count
            self._add(name, np.array([rep], np.uint64))
        return self._known[key]

    def fields(self, name: str, reps: Reps) -> NDArray[np.int32]:
        """A field for each rep, `ABSENT` for 0."""
        start, given = self._count, reps != 0
        self._add(name, reps[given])
        places: NDArray[np.int32] = np.where(given, start + np.cumsum(given) - 1, ABSENT).astype(np.int32)
        return places

    def shared_set(self, fields: Mapping[str, int]) -> int:
        """Place of a set that many specs share.

        Args:
            fields: reps by name.
        """
        key = tuple(self.field(name, rep) for name, rep in fields.items())
        if key not in self._known_sets:
            self._known_sets[key] = self._add_entries(np.array([*key, _END], np.int32))
        return self._known_sets[key]

    def sets(self, columns: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """Places of many sets, (n,).

        Args:
            columns: (n,) fields of each set, `ABSENT` where one lacks it.
        """
        rows = np.stack([*columns, np.full(len(columns[0]), _END, np.int32)], axis=1)
        # What is missing goes behind the end of its set; it reads as empty sets that no spec has.
        rows = np.take_along_axis(rows, np.argsort(rows == ABSENT, axis=1, kind="stable"), axis=1)
        start = self._add_entries(rows.reshape(-1))
        starts: NDArray[np.int32] = np.arange(start, start + rows.size, rows.shape[1], dtype=np.int32)
        return starts

    def table(self) -> FieldTable:
        """Everything collected."""
        tokens = np.concatenate(self._tokens)
        texts = list(self._pool.tokens)
        names = {texts[token]: token for token in np.unique(tokens).tolist()}
        return FieldTable(tokens, np.concatenate(self._reps), np.concatenate(self._entries), names)

    def _add(self, name: str, reps: Reps) -> None:
        self._tokens.append(np.full(len(reps), self._pool.token(name), np.int32))
        self._reps.append(reps)
        self._count += len(reps)

    def _add_entries(self, entries: NDArray[np.int32]) -> int:
        start = self._entry_count
        self._entries.append(entries)
        self._entry_count += len(entries)
        return start
