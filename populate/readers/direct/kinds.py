"""What each prim is by type and applied API schemas, worked out once per combination."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.value_reps import INLINED, ValueType
from populate.readers.declined import Declined
from populate.readers.direct.factorize import factorize
from populate.readers.direct.list_results import applied_items
from populate.readers.direct.prims import PrimTable
from populate.readers.placement import ArchetypeTable, PrimKind

__all__ = ["KindTable", "read_kinds"]

_ANY_TYPE = "__AnyType__"
"""A type name that OpenUSD takes for none."""


@dataclass(frozen=True)
class KindTable:
    """Kinds of prims.

    Attributes:
        kinds: the kinds that occur, some of them perhaps twice.
        of_prim: (p,) int32 index into `kinds`; the pseudo-root has the typeless kind.
    """

    kinds: tuple[PrimKind, ...]
    of_prim: NDArray[np.int32]

    def flags(self, holds: Callable[[PrimKind], bool]) -> NDArray[np.bool_]:
        """(p,) bool, whether something holds for the kind of each prim."""
        return np.array([holds(kind) for kind in self.kinds], np.bool_)[self.of_prim]


def read_kinds(prims: PrimTable, table: ArchetypeTable) -> KindTable:
    """The kinds of a layer's prims.

    Raises:
        Declined: a type name or a list of API schemas of an unexpected type.
    """
    nothing = np.full(len(prims), -1, np.int32)
    type_field = prims.fields.get("typeName", nothing).astype(np.int64)
    schema_field = prims.fields.get("apiSchemas", nothing).astype(np.int64)
    key = (type_field << 32) + (schema_field + 1)
    key[0] = -1 << 32
    codes, distinct = factorize(key)
    kinds = [
        table.kind(_type_name(prims, combined >> 32), _schemas(prims, (combined & (1 << 32) - 1) - 1))
        for combined in distinct.tolist()
    ]
    return KindTable(tuple(kinds), codes)


def _type_name(prims: PrimTable, field: int) -> str:
    if field < 0:
        return ""
    rep = int(prims.crate.fields.rep[field])
    if rep >> 48 != ValueType.TOKEN | INLINED:
        raise Declined("a prim's typeName of an unexpected type")
    text = prims.crate.tokens.texts([rep & 0xFFFFFFFF])[0]
    if text == _ANY_TYPE:
        raise Declined(f"the type name {_ANY_TYPE}")
    return text


def _schemas(prims: PrimTable, field: int) -> tuple[str, ...]:
    if field < 0:
        return ()
    rep = int(prims.crate.fields.rep[field])
    if rep >> 48 != ValueType.TOKEN_LIST_OP:
        raise Declined("a prim's apiSchemas of an unexpected type")
    return prims.crate.tokens.texts(applied_items(prims.crate, rep))
