"""Roots that the layer names by path in what they share with others.

An opinion that names `/World/a/hand` means the hand of its own for the root `/World/a`, and somebody else's hand for
every other root that has the same opinion. What is true of such a root cannot be copied to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf

from populate.readers.crate.fields import ABSENT
from populate.readers.direct.factorize import factorize
from populate.readers.direct.layer import Layer
from populate.readers.direct.path_texts import path_texts
from populate.readers.repeated.arc_roots import NO_ROOT, ArcRoots

__all__ = ["roots_apart"]

_OF_PRIMS: Final = ("references", "payload", "inheritPaths", "specializes")
_OF_PROPERTIES: Final = ("targetPaths", "connectionPaths")
_LISTS: Final = ("explicitItems", "addedItems", "prependedItems", "appendedItems", "deletedItems", "orderedItems")

_Index = NDArray[np.int64]


class _Naming(NamedTuple):
    """Specs at and below roots with a field that names paths: (n,) root, prim, property (-1 for none) and rep."""

    field: str
    root: _Index
    prim: _Index
    property: _Index
    rep: NDArray[np.uint64]


def roots_apart(layer: Layer, roots: ArcRoots, opened: Sdf.Layer, signature: NDArray[np.int32]) -> NDArray[np.int32]:
    """(k,) `signature`, with a number of its own for each root that something it shares with another names.

    Args:
        layer: the layer.
        roots: its arc roots.
        opened: the same layer as OpenUSD has it.
        signature: (k,) equal for roots that say the same.
    """
    apart = np.full(len(roots), NO_ROOT, np.int64)
    root_by_path: dict[Sdf.Path, int] | None = None
    for naming in (*_of_prims(layer, roots), *_of_properties(layer, roots)):
        for users in _shared(naming):
            if root_by_path is None:
                root_by_path = {Sdf.Path(path): number for number, path in enumerate(roots.paths().to_pylist())}
            named = _named(layer, naming, int(users[0]), opened, root_by_path)
            own = naming.root[users][np.isin(naming.root[users], list(named))]
            apart[own] = own
    return factorize(signature.astype(np.int64) << 32 | (apart + 1))[0]


def _of_prims(layer: Layer, roots: ArcRoots) -> Iterator[_Naming]:
    for field in _OF_PRIMS:
        if field in layer.prims.fields:
            fields = layer.prims.fields[field]
            prim = np.flatnonzero(roots.covered & (fields != ABSENT))
            rep = layer.crate.fields.rep[fields[prim]]
            yield _Naming(field, roots.of_prim[prim].astype(np.int64), prim, np.full(len(prim), -1), rep)


def _of_properties(layer: Layer, roots: ArcRoots) -> Iterator[_Naming]:
    table = layer.properties
    covered = np.flatnonzero(roots.covered[table.prim])
    columns = layer.crate.fields.columns(table.fields[covered])
    for field in _OF_PROPERTIES:
        if field in columns:
            shown = np.flatnonzero(columns[field] != ABSENT)
            prim = table.prim[covered[shown]].astype(np.int64)
            rep = layer.crate.fields.rep[columns[field][shown]]
            yield _Naming(field, roots.of_prim[prim].astype(np.int64), prim, covered[shown], rep)


def _shared(naming: _Naming) -> Iterator[_Index]:
    """The specs of each value that several roots have."""
    order = np.lexsort((naming.root, naming.rep))
    rep, root = naming.rep[order], naming.root[order]
    for users in np.split(np.arange(len(order)), np.flatnonzero(rep[1:] != rep[:-1]) + 1):
        if len(users) and root[users[0]] != root[users[-1]]:
            yield order[users]


def _named(
    layer: Layer, naming: _Naming, place: int, opened: Sdf.Layer, root_by_path: dict[Sdf.Path, int]
) -> frozenset[int]:
    """The roots at or above the paths that a spec names."""
    (text,) = path_texts(layer.crate, layer.prims.node[naming.prim[place : place + 1]]).to_pylist()
    path = Sdf.Path(text)
    if naming.property[place] >= 0:
        token = int(layer.properties.token[naming.property[place]])
        path = path.AppendProperty(layer.crate.tokens.text(token))
    spec = opened.GetObjectAtPath(path)
    value = spec.GetInfo(naming.field) if spec else None
    items = [item for name in _LISTS for item in getattr(value, name, ())]
    # What an asset calls by the name of a root is another prim, but nothing is lost by taking it for the root.
    paths = {item if isinstance(item, Sdf.Path) else item.primPath for item in items}
    return frozenset(root for path in paths if (root := _root_above(path, root_by_path)) is not None)


def _root_above(path: Sdf.Path, root_by_path: dict[Sdf.Path, int]) -> int | None:
    prefixes = path.GetPrimPath().GetPrefixes() if path else ()
    return next((root_by_path[prefix] for prefix in prefixes if prefix in root_by_path), None)
