"""Whether the children that specs list are the specs that exist.

OpenUSD finds children through the lists `primChildren` and `properties` of their parent, the direct reader through
their paths. Files that OpenUSD wrote agree with themselves; for others the composed reader asks OpenUSD.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.list_ops import ragged
from populate.readers.crate.value_reps import ValueType, offsets, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.factorize import factorize
from populate.readers.direct.prims import PrimTable
from populate.readers.direct.properties import PropertyTable

__all__ = ["require_listed_children"]

_BLOCK: Final = 1 << 18
"""Children counted together at least."""

_MIX: Final = np.uint32(2654435761)
"""Spreads token indices so that sums of different sets hardly ever agree."""


def require_listed_children(prims: PrimTable, properties: PropertyTable) -> None:
    """Compare number and sum of spread names of each prim's listed and existing children.

    Raises:
        Declined: they differ.
    """
    _require(prims, "primChildren", prims.parent[1:], prims.name[1:])
    _require(prims, "properties", properties.prim, properties.token)


def _require(prims: PrimTable, field: str, parent: NDArray[np.int32], name: NDArray[np.int32]) -> None:
    counts, sums = _listed(prims, field)
    step = max(_BLOCK, len(prims))
    for start in range(0, len(parent), step):
        block = slice(start, start + step)
        counts -= np.bincount(parent[block], minlength=len(prims))
        # Sums of 32-bit numbers are exact in float64 as far as there are fewer than 2**21 children.
        sums -= np.bincount(parent[block], _spread(name[block]), minlength=len(prims))
    if counts.any() or sums.any():
        raise Declined(f"the field {field} of a prim does not list the specs below it")


def _listed(prims: PrimTable, field: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Number of listed names and sum of spread names by prim; lists that several prims share are read once."""
    fields = prims.fields.get(field)
    if fields is None:
        return np.zeros(len(prims), np.int64), np.zeros(len(prims))
    codes, distinct = factorize(fields)
    reps = prims.crate.fields.reps(distinct)
    present = np.flatnonzero(reps)
    if (type_codes(reps[present]) != ValueType.TOKEN_VECTOR).any():
        raise Declined(f"metadata {field} of an unexpected type")
    counts, sums = np.zeros(len(reps), np.int64), np.zeros(len(reps))
    starts = offsets(reps[present])
    bytes_ = prims.crate.bytes
    counts[present] = bytes_.counts(starts, 4, f"a list {field}")
    bytes_.spend(4 * int(counts.sum()), f"lists {field}")
    names = ragged(prims.crate, starts + 8, counts[present])
    owner = np.repeat(present, counts[present])
    sums += np.bincount(owner, _spread(names), minlength=len(reps))
    return counts[codes], sums[codes]


def _spread(names: NDArray[Any]) -> NDArray[np.float64]:
    return ((names.astype(np.uint32) + np.uint32(1)) * _MIX).astype(np.float64)
