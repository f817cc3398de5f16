"""Which specs make each prim, from OpenUSD, as places in the layers' tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf, Usd

from populate.readers.layered.layer_tables import LayerTable, read_layer_table

__all__ = ["LayerEntries", "PrimSpecs"]

_Index = NDArray[np.int64]


class LayerEntries(NamedTuple):
    """Specs of one layer that take part in prims.

    Attributes:
        table: the layer.
        row: (n,) prim of the stage.
        strength: (n,) 0 for the prim's strongest spec, ascending.
        prim: (n,) prim of the layer's table.
        plain: (n,) bool, whether paths mean the same in the layer as on the stage.
    """

    table: LayerTable
    row: _Index
    strength: _Index
    prim: _Index
    plain: NDArray[np.bool_]


@dataclass
class PrimSpecs:
    """Gathers the specs of prims.

    Attributes:
        stage: the stage.
        hard: prims with a spec that no table holds.
    """

    stage: Usd.Stage
    hard: set[int] = field(default_factory=set)
    _tables: dict[Sdf.Layer, LayerTable | None] = field(default_factory=dict)
    _entries: dict[Sdf.Layer, list[tuple[int, int, int, bool]]] = field(default_factory=dict)
    _done: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._local = set(self.stage.GetLayerStack())

    def add(self, rows: Iterable[int], prims: Sequence[Usd.Prim], paths: Sequence[str]) -> None:
        """Look at the specs of some prims, once each.

        Args:
            rows: their numbers.
            prims: prims by number.
            paths: path strings by number.
        """
        fresh = [row for row in rows if row not in self._done]
        self._done.update(fresh)
        for row in fresh:
            path = paths[row]
            for strength, spec in enumerate(prims[row].GetPrimStack()):
                layer = spec.layer
                table = self._tables[layer] if layer in self._tables else self._read(layer)
                place = str(spec.path)
                prim = None if table is None else table.prim_by_path.get(place)
                if prim is None:
                    self.hard.add(row)
                    break
                self._entries[layer].append((row, strength, prim, place == path and layer in self._local))

    def layers(self, rows: Iterable[int]) -> Iterator[LayerEntries]:
        """The specs of these prims, layer by layer; hard ones are left out."""
        wanted = np.zeros(max(self._done, default=-1) + 2, np.bool_)
        wanted[[row for row in rows if row not in self.hard]] = True
        for layer, entries in self._entries.items():
            table = self._tables[layer]
            if table is None or not entries:
                continue
            columns = np.array(entries, np.int64)
            columns = columns[wanted[columns[:, 0]]]
            row, strength, prim, plain = columns.T
            yield LayerEntries(table, row, strength, prim, plain.astype(np.bool_))

    def _read(self, layer: Sdf.Layer) -> LayerTable | None:
        table = self._tables[layer] = read_layer_table(layer)
        self._entries[layer] = []
        return table
