"""Sections FIELDS and FIELDSETS: the (name, value) pairs of a crate file, and the sets of them that specs share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.compression import unpack
from populate.readers.crate.errors import CrateError
from populate.readers.crate.file_bytes import Cursor, FileBytes
from populate.readers.crate.integers import decode_integers
from populate.readers.crate.sections import Section, require_plausible
from populate.readers.crate.tokens import TokenTable

__all__ = ["ABSENT", "FieldTable", "read_fields"]

ABSENT: Final = -1
"""Stands for the field of a spec that does not have it."""

_END: Final = -1
_LONGEST_SET: Final = 512
"""Most fields of one spec; a prim of a production stage has a dozen."""


@dataclass(frozen=True)
class FieldTable:
    """Fields and field sets.

    Attributes:
        token: (n,) int32 token index of each field's name.
        rep: (n,) uint64 value rep of each field.
        entries: (m,) int32 field indices, one set after the other, each closed by -1.
        names: field index names: token index by text, of the tokens that are names of fields.
    """

    token: NDArray[np.int32]
    rep: NDArray[np.uint64]
    entries: NDArray[np.int32]
    names: Mapping[str, int]

    def columns(self, starts: NDArray[np.int32]) -> Mapping[str, NDArray[np.int32]]:
        """Field indices of many sets, by field name: (n,) for each name that occurs, `ABSENT` where a set lacks it.

        Args:
            starts: (n,) place of each set in `entries`.

        Raises:
            CrateError: a set of more than 512 fields.
        """
        found: dict[int, NDArray[np.int32]] = {}
        rows: NDArray[np.int64] | None = None
        places = starts.astype(np.int64)
        for _ in range(_LONGEST_SET):
            fields = self.entries[places]
            open_sets = fields != _END
            if not open_sets.all():
                kept = np.flatnonzero(open_sets)
                rows = kept if rows is None else rows[kept]
                fields, places = fields[kept], places[kept]
            if not len(fields):
                return {name: found[token] for name, token in self.names.items() if token in found}
            _distribute(self.token[fields], fields, rows, len(starts), found)
            places = places + 1
        raise CrateError(f"section FIELDSETS: a set of more than {_LONGEST_SET} fields")

    def reps(self, fields: NDArray[np.int32]) -> NDArray[np.uint64]:
        """Value reps of fields, 0 where `ABSENT`."""
        if len(fields) and int(fields.min()) == ABSENT:
            found = self.rep[np.maximum(fields, 0)]
            found[fields == ABSENT] = 0
            return found
        return self.rep[fields]

    @cached_property
    def used(self) -> NDArray[np.bool_]:
        """(n,) whether any set holds the field."""
        used = np.zeros(len(self.token) + 1, np.bool_)
        used[self.entries] = True
        return used[:-1]


def _distribute(
    tokens: NDArray[np.int32],
    fields: NDArray[np.int32],
    rows: NDArray[np.int64] | None,
    count: int,
    found: dict[int, NDArray[np.int32]],
) -> None:
    """Put fields into the columns of their names; the first of two equal names in a set counts."""
    first = int(tokens[0])
    if rows is None and first not in found and (tokens == first).all():
        found[first] = fields
        return
    for token in np.flatnonzero(np.bincount(tokens)).tolist():
        column = found.get(token)
        if column is None:
            column = found[token] = np.full(count, ABSENT, np.int32)
        of_name = np.flatnonzero(tokens == token)
        places = of_name if rows is None else rows[of_name]
        free = column[places] == ABSENT
        column[places[free]] = fields[of_name[free]]


def read_fields(file: FileBytes, fields: Section, sets: Section, tokens: TokenTable) -> FieldTable:
    """Read sections FIELDS and FIELDSETS.

    Raises:
        CrateError: a section is damaged, or names a token or field that is not there.
    """
    cursor = Cursor(file, fields.start, fields.size, "section FIELDS")
    number = require_plausible(cursor.count(), file, cursor.what)
    token = decode_integers(cursor.block(), number, cursor.what)
    _require_indices(token, len(tokens), "token", cursor.what)
    rep = np.frombuffer(unpack(cursor.block(), 8 * number, cursor.what) if number else b"", "<u8")
    cursor = Cursor(file, sets.start, sets.size, "section FIELDSETS")
    count = require_plausible(cursor.count(), file, cursor.what)
    entries = decode_integers(cursor.block(), count, cursor.what)
    _require_indices(entries, number, "field", cursor.what, end=True)
    if len(entries) and entries[-1] != _END:
        raise CrateError(f"{cursor.what}: the last set is not closed")
    return FieldTable(token, rep, entries, _names(token, tokens))


def _require_indices(indices: NDArray[np.int32], count: int, of: str, what: str, *, end: bool = False) -> None:
    if len(indices) and (int(indices.min()) < (_END if end else 0) or int(indices.max()) >= count):
        worst = int(indices.max()) if int(indices.max()) >= count else int(indices.min())
        raise CrateError(f"{what}: {of} {worst}: the file has {count}")


def _names(token: NDArray[np.int32], tokens: TokenTable) -> dict[str, int]:
    if not len(token):
        return {}
    used = np.flatnonzero(np.bincount(token)).tolist()
    names = {tokens.text(index): index for index in used}
    if len(names) != len(used):
        raise CrateError("section TOKENS: the name of a field stands in it twice")
    return names
