"""What the root layer itself says at and below its arc roots.

Plain opinions (a default value on an attribute) are stronger than anything that arcs bring in and change nothing else,
so they can be laid over what was composed without them. Everything else (types, API schemas, activation, arcs further
down, targets) may change composition: roots share a representative only where all of it is equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.fields import ABSENT
from populate.readers.direct.factorize import factorize
from populate.readers.direct.layer import Layer
from populate.readers.repeated.arc_roots import ArcRoots

__all__ = ["LocalSpecs", "PlainProperties", "read_local_specs"]

_SAYS_NOTHING: Final = ("primChildren", "properties", "primOrder", "documentation", "comment")
"""Fields of prims that no cell and no report depends on."""

_PLAIN: Final = frozenset(
    {
        "typeName",
        "default",
        "variability",
        "custom",
        "documentation",
        "comment",
        "displayName",
        "displayGroup",
        "allowedTokens",
        "customData",
        "hidden",
        "interpolation",
        "elementSize",
        "colorSpace",
    }
)
"""Fields of attributes beside which the default value alone decides."""

_FAR_REACHING: Final = ("material:binding", "collection:")
"""Names of properties that say something about other prims too."""

_SPECIFIER: Final = "specifier"
_OVER: Final = 1

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class PlainProperties:
    """Attributes with plain opinions, at and below the roots.

    Attributes:
        property: (n,) index into the layer's property table.
        root: (n,) root above each.
        pair: (n,) number of its (relative path, name): equal ones say something about the same property.
    """

    property: _Index
    root: _Index
    pair: _Index


@dataclass(frozen=True)
class LocalSpecs:
    """What the layer says at and below its roots.

    Attributes:
        signature: (k,) int32 by root: equal where everything but plain opinions is.
        plain: the plain opinions.
    """

    signature: NDArray[np.int32]
    plain: PlainProperties


@dataclass(frozen=True)
class _Entry:
    """Fields of some specs that take part in the signature: root, subject, name and value of each."""

    root: _Index
    subject: _Index
    name: int
    value: NDArray[np.uint64]


def read_local_specs(layer: Layer, roots: ArcRoots, context: _Index) -> LocalSpecs:
    """Sort the specs at and below the roots into plain ones and others.

    Args:
        layer: the layer.
        roots: its arc roots.
        context: (k, c) numbers that must be equal too for roots to share a representative.
    """
    properties = np.flatnonzero(roots.covered[layer.properties.prim])
    columns = layer.crate.fields.columns(layer.properties.fields[properties])
    plain = _is_plain(layer, properties, columns)
    prim = layer.properties.prim[properties]
    subject = (roots.place[prim].astype(np.int64) << 32) | (layer.properties.token[properties] + 1)
    pairs, _ = factorize(subject)
    entries = [
        *_context_entries(context),
        *_prim_entries(layer, roots),
        *_property_entries(layer, roots, properties[~plain], subject[~plain]),
    ]
    return LocalSpecs(
        _signatures(entries, len(roots)),
        PlainProperties(properties[plain], roots.of_prim[prim[plain]].astype(np.int64), pairs[plain].astype(np.int64)),
    )


def _is_plain(layer: Layer, properties: _Index, columns: Mapping[str, NDArray[np.int32]]) -> NDArray[np.bool_]:
    table = layer.properties
    plain = ~table.relationship[properties]
    if "default" not in columns:
        return np.zeros(len(properties), np.bool_)
    plain &= columns["default"] != ABSENT
    for name, fields in columns.items():
        if name not in _PLAIN:
            plain &= fields == ABSENT
    for name, rows in table.names.items():
        if name.startswith(_FAR_REACHING):
            plain &= (properties < rows.start) | (properties >= rows.stop)
    return plain


def _context_entries(context: _Index) -> Iterator[_Entry]:
    roots = np.arange(len(context), dtype=np.int64)
    for number in range(context.shape[1]):
        yield _Entry(roots, np.full(len(roots), -1, np.int64), number, context[:, number].astype(np.uint64))


def _prim_entries(layer: Layer, roots: ArcRoots) -> Iterator[_Entry]:
    """Every field of the prims that may matter."""
    covered = np.flatnonzero(roots.covered)
    for name, fields in layer.prims.fields.items():
        if name in _SAYS_NOTHING:
            continue
        shown = covered[fields[covered] != ABSENT]
        if name == _SPECIFIER:
            shown = shown[(layer.prims.specifier[shown] != _OVER) | (roots.place[shown] == 0)]
        if len(shown):
            subject = roots.place[shown].astype(np.int64) << 32
            values = layer.crate.fields.rep[fields[shown]]
            yield _Entry(roots.of_prim[shown].astype(np.int64), subject, layer.crate.fields.names[name], values)


def _property_entries(layer: Layer, roots: ArcRoots, properties: _Index, subject: _Index) -> Iterator[_Entry]:
    """Every field of properties with other than plain opinions, and whether they are relationships."""
    table = layer.properties
    owner = roots.of_prim[table.prim[properties]].astype(np.int64)
    yield _Entry(owner, subject, -1, table.relationship[properties].astype(np.uint64))
    for name, fields in layer.crate.fields.columns(table.fields[properties]).items():
        shown = fields != ABSENT
        values = layer.crate.fields.rep[fields[shown]]
        yield _Entry(owner[shown], subject[shown], layer.crate.fields.names[name], values)


def _signatures(entries: list[_Entry], count: int) -> NDArray[np.int32]:
    """Number the roots so that those with equal sets of entries have equal numbers."""
    root = np.concatenate([entry.root for entry in entries])
    subject, _ = factorize(np.concatenate([entry.subject for entry in entries]))
    name = np.repeat([entry.name for entry in entries], [len(entry.root) for entry in entries])
    value, _ = factorize(np.concatenate([entry.value for entry in entries]))
    about, _ = factorize(subject.astype(np.int64) << 32 | (name + 1))
    code, _ = factorize(about.astype(np.int64) << 32 | value)
    order = np.lexsort((code, root))
    root, code = root[order], code[order]
    start = np.searchsorted(root, np.arange(count + 1))
    number = np.diff(start).astype(np.int32)
    signature, _ = factorize(number)
    for place in range(int(number.max(initial=0))):
        open_ = np.flatnonzero(number > place)
        codes, _ = factorize(signature[open_].astype(np.int64) << 32 | code[start[open_] + place])
        signature = signature.copy()
        signature[open_] = codes + (int(signature.max()) + 1)
    return factorize(signature)[0]
