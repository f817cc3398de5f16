"""Opinions gathered per column as arrays, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from columnar.assembly import ColumnOpinions, OpinionState, plain_type
from populate.readers.placement import ColumnSink

__all__ = ["OpinionColumns", "Piece"]


@dataclass(frozen=True)
class Piece:
    """Opinions of some prims on one column, all of one instance name and state.

    Attributes:
        prim: (n,) int32 prims.
        instance: index of the instance name.
        state: what they say.
        values: (n,) of the column's plain type, None for a state without values.
    """

    prim: NDArray[np.int32]
    instance: int
    state: OpinionState
    values: pa.Array | None = None


@dataclass
class OpinionColumns:
    """Pieces by column."""

    pieces: dict[tuple[str, str], list[Piece]] = field(default_factory=dict)
    sinks: dict[tuple[str, str], ColumnSink] = field(default_factory=dict)

    def add(self, sink: ColumnSink, piece: Piece) -> None:
        """One more piece of a column."""
        if len(piece.prim):
            key = sink.component.name, sink.column.name
            self.sinks[key] = sink
            self.pieces.setdefault(key, []).append(piece)

    def of(self, sink: ColumnSink) -> list[Piece]:
        """The pieces of a column so far."""
        return self.pieces.get((sink.component.name, sink.column.name), [])

    def finish(self, row_of_prim: NDArray[np.int64]) -> dict[tuple[str, str], ColumnOpinions]:
        """Every column's opinions by row; the pieces are used up.

        Args:
            row_of_prim: (p,) row of each prim.
        """
        return {key: _opinions(self.sinks[key], self.pieces.pop(key), row_of_prim) for key in list(self.pieces)}


def _opinions(sink: ColumnSink, pieces: list[Piece], row_of_prim: NDArray[np.int64]) -> ColumnOpinions:
    kind = plain_type(sink.column)
    values = [piece.values if piece.values is not None else pa.nulls(len(piece.prim), kind) for piece in pieces]
    sizes = [len(piece.prim) for piece in pieces]
    instances = None
    if sink.component.multiple_apply:
        instances = np.repeat(np.array([piece.instance for piece in pieces], np.int32), sizes)
    return ColumnOpinions(
        rows=row_of_prim[np.concatenate([piece.prim for piece in pieces])],
        instances=instances,
        states=np.repeat(np.array([piece.state for piece in pieces], np.uint8), sizes),
        values=values[0] if len(values) == 1 else pa.concat_arrays(values),
    )
