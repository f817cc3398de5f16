"""Which spec gives each property its value: the strongest that says something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.fields import ABSENT
from populate.readers.direct.layer import Layer
from populate.readers.layered.prim_specs import LayerEntries

__all__ = ["PropertySpecs", "Winners", "property_specs", "winners"]

_Index = NDArray[np.int64]
_Decided = tuple[Layer, _Index, NDArray[np.int32]]


@dataclass(frozen=True)
class PropertySpecs:
    """The property specs of prims in one layer, those of a name together.

    Attributes:
        layer: the layer.
        row: (n,) prim of the stage.
        strength: (n,) strength of the prim's spec.
        fields: (n,) int32 place of the property's field set.
        relationship: (n,) bool.
        plain: (n,) bool, whether paths mean the same in the layer as on the stage.
        names: range of specs by name.
    """

    layer: Layer
    row: _Index
    strength: _Index
    fields: NDArray[np.int32]
    relationship: NDArray[np.bool_]
    plain: NDArray[np.bool_]
    names: dict[str, slice]


@dataclass(frozen=True)
class Winners:
    """What decides a property of one name.

    Attributes:
        name: the name.
        attributes: per layer the prims whose attribute it decides, and (n,) places of field sets.
        relationships: the same for relationships that one spec alone decides.
        composed: prims whose relationship only OpenUSD composes.
        hard: prims on which several specs leave the value to more than strength.
    """

    name: str
    attributes: Sequence[_Decided]
    relationships: Sequence[_Decided]
    composed: _Index
    hard: _Index

    def without(self, rows: NDArray[np.bool_]) -> Winners:
        """The same but for these prims of the stage.

        Args:
            rows: (p,) bool by prim.
        """
        attributes, relationships = (
            [(layer, row[~rows[row]], fields[~rows[row]]) for layer, row, fields in decided]
            for decided in (self.attributes, self.relationships)
        )
        return Winners(self.name, attributes, relationships, self.composed[~rows[self.composed]], self.hard)


def property_specs(entries: LayerEntries) -> PropertySpecs:
    """All property specs of the prims that a layer takes part in."""
    layer = entries.table.layer
    table = layer.properties
    order = np.argsort(entries.prim, kind="stable")
    counts = np.bincount(entries.prim, minlength=len(layer.prims))
    start = np.cumsum(counts) - counts
    times = counts[table.prim]
    places = np.repeat(np.arange(len(table.prim)), times)
    within = np.arange(len(places)) - np.repeat(np.cumsum(times) - times, times)
    entry = order[start[table.prim[places]] + within]
    bounds = np.concatenate([[0], np.cumsum(times)])
    names = {name: slice(int(bounds[rows.start]), int(bounds[rows.stop])) for name, rows in table.names.items()}
    return PropertySpecs(
        layer,
        entries.row[entry],
        entries.strength[entry],
        table.fields[places],
        table.relationship[places],
        entries.plain[entry],
        {name: rows for name, rows in names.items() if rows.start < rows.stop},
    )


def winners(layers: Sequence[PropertySpecs], *, prefix: str = "") -> Iterator[Winners]:
    """What decides each property whose name starts with `prefix`, name by name."""
    for name in dict.fromkeys(name for specs in layers for name in specs.names if name.startswith(prefix)):
        holding = [specs for specs in layers if name in specs.names]
        yield _winners(name, holding)


def _winners(name: str, layers: Sequence[PropertySpecs]) -> Winners:
    rows = [specs.names[name] for specs in layers]
    parts = list(zip(layers, rows, strict=True))
    row = np.concatenate([specs.row[part] for specs, part in parts])
    strength = np.concatenate([specs.strength[part] for specs, part in parts])
    fields = np.concatenate([specs.fields[part] for specs, part in parts])
    relationship = np.concatenate([specs.relationship[part] for specs, part in parts])
    plain = np.concatenate([specs.plain[part] for specs, part in parts])
    source = np.repeat(np.arange(len(parts)), [part.stop - part.start for part in rows])
    speaks, sampled = _says(parts)
    order = np.lexsort((strength, row))
    first = np.ones(len(row), np.bool_)
    first[1:] = row[order][1:] != row[order][:-1]
    group = np.cumsum(first) - 1
    heads = order[first]
    size = np.bincount(group)
    related = np.bincount(group, relationship[order]).astype(np.int64)
    spoken = np.bincount(group, speaks[order]) > 0
    samples = np.bincount(group, sampled[order]) > 0
    mixed = (related > 0) & (related < size)
    hard = mixed | (~spoken & samples & (size > 1) & (related == 0))
    single = (related == size) & (size == 1) & plain[heads]
    attribute = (related == 0) & ~hard & (spoken | samples)
    ordered = speaks[order]
    strongest = np.full(len(size), -1, np.int64)
    talking = np.flatnonzero(ordered)[::-1]
    strongest[group[talking]] = order[talking]
    strongest = np.where(strongest < 0, heads, strongest)
    return Winners(
        name,
        _by_layer(layers, source, row, fields, strongest[attribute]),
        _by_layer(layers, source, row, fields, heads[single]),
        row[heads[(related == size) & ~single]],
        row[heads[hard]],
    )


def _says(parts: Sequence[tuple[PropertySpecs, slice]]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each spec has a default value, and whether it has time samples or a spline."""
    speaks, sampled = [], []
    for specs, part in parts:
        columns = specs.layer.crate.fields.columns(specs.fields[part])
        nothing = np.full(part.stop - part.start, ABSENT, np.int32)
        speaks.append(columns.get("default", nothing) != ABSENT)
        samples = columns.get("timeSamples", nothing) != ABSENT
        sampled.append(samples | (columns.get("spline", nothing) != ABSENT))
    return np.concatenate(speaks), np.concatenate(sampled)


def _by_layer(
    layers: Sequence[PropertySpecs], source: _Index, row: _Index, fields: NDArray[np.int32], chosen: _Index
) -> list[_Decided]:
    found = []
    for number, specs in enumerate(layers):
        places = chosen[source[chosen] == number]
        if len(places):
            found.append((specs.layer, row[places], fields[places]))
    return found
