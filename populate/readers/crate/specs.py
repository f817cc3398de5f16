"""Section SPECS: what stands at which path of a crate file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.errors import CrateError
from populate.readers.crate.fields import FieldTable
from populate.readers.crate.file_bytes import Cursor, FileBytes
from populate.readers.crate.integers import decode_integers
from populate.readers.crate.paths import PathTree
from populate.readers.crate.sections import Section, require_plausible

__all__ = ["SpecKind", "SpecTable", "read_specs"]


class SpecKind(IntEnum):
    """Kinds of specs, by their number in the file."""

    ATTRIBUTE = 1
    CONNECTION = 2
    EXPRESSION = 3
    MAPPER = 4
    MAPPER_ARGUMENT = 5
    PRIM = 6
    PSEUDO_ROOT = 7
    RELATIONSHIP = 8
    RELATIONSHIP_TARGET = 9
    VARIANT = 10
    VARIANT_SET = 11


_KINDS: Final = len(SpecKind)


@dataclass(frozen=True)
class SpecTable:
    """The specs in file order: USD writes prims first, then properties grouped by name.

    Attributes:
        node: (n,) int32 node of the path tree; no two specs have the same.
        fields: (n,) int32 place of the spec's field set in `FieldTable.entries`.
        kind: (n,) uint8 `SpecKind`.
    """

    node: NDArray[np.int32]
    fields: NDArray[np.int32]
    kind: NDArray[np.uint8]

    @classmethod
    def empty(cls) -> SpecTable:
        """No specs."""
        return cls(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint8))


def read_specs(file: FileBytes, section: Section, paths: PathTree, fields: FieldTable) -> SpecTable:
    """Read section SPECS.

    Raises:
        CrateError: the section is damaged, or a spec has no path, no field set, an unknown kind or a twin.
    """
    cursor = Cursor(file, section.start, section.size, "section SPECS")
    count = require_plausible(cursor.count(), file, cursor.what)
    node = paths.nodes(decode_integers(cursor.block(), count, cursor.what), cursor.what)
    taken = np.zeros(len(paths), np.bool_)
    taken[node] = True
    if np.count_nonzero(taken) != count:
        raise CrateError(f"{cursor.what}: two specs at one path")
    start, kind = (decode_integers(cursor.block(), count, cursor.what) for _ in range(2))
    if count and not 1 <= int(kind.min()) <= int(kind.max()) <= _KINDS:
        raise CrateError(f"{cursor.what}: a spec of kind {kind.max() if kind.max() > _KINDS else kind.min()}")
    _require_sets(start, fields, cursor.what)
    return SpecTable(node, start, kind.astype(np.uint8))


def _require_sets(start: NDArray[np.int32], fields: FieldTable, what: str) -> None:
    """A field set starts at the beginning or behind the end of another."""
    if not len(start):
        return
    if int(start.min()) < 0 or int(start.max()) >= len(fields.entries):
        raise CrateError(f"{what}: a field set at {start.max()} of {len(fields.entries)}")
    begins = np.ones(len(fields.entries), np.bool_)
    np.less(fields.entries[:-1], 0, out=begins[1:])
    if not begins[start].all():
        raise CrateError(f"{what}: a field set starts in the middle of another")
