"""Sealed scenes, the last few of which are kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly import scene_from_tables
from columnar.scene import Paths
from columnar.store.errors import StoreError
from columnar.store.sealed_scene import SealedScene
from columnar.store.state import State, state_batch
from columnar.store.table_rows import struct_rows
from columnar.store.world_transforms import moved_worlds
from schemas.contract import Contract

__all__ = ["History", "Seal", "sealed_scene"]


@dataclass(frozen=True, eq=False)
class Seal:
    """A sealed ordinal: the state the store goes on from, and the scene it shows.

    Attributes:
        ordinal: the ordinal.
        first: the first ordinal that was written of those sealed with it; its own where none was.
    """

    ordinal: int
    first: int
    state: State
    scene: SealedScene


class History:
    """The last `kept` seals. One writer; readers need no lock, as the tuple they look at never changes."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._seals: tuple[Seal, ...] = ()

    @property
    def latest(self) -> Seal | None:
        """The seal made last."""
        seals = self._seals
        return seals[-1] if seals else None

    @property
    def state(self) -> State:
        """The state sealed last, an empty one before anything was."""
        latest = self.latest
        return State() if latest is None else latest.state

    def add(self, seal: Seal) -> None:
        """Keep a seal, letting go of the oldest if there are too many."""
        self._seals = (*self._seals[-(self._kept - 1) :], seal) if self._kept > 1 else (seal,)

    def at(self, ordinal: int) -> Seal:
        """The seal in force at the end of an ordinal.

        Raises:
            StoreError: not sealed yet, kept no longer, or sealed together with a later one.
        """
        seals = self._seals
        if not seals or ordinal > seals[-1].ordinal:
            last = f"the last sealed one is {seals[-1].ordinal}" if seals else "nothing is sealed yet"
            raise StoreError(f"ordinal {ordinal} is not sealed: {last}")
        place = bisect_right([seal.ordinal for seal in seals], ordinal)
        if not place:
            raise StoreError(
                f"ordinal {ordinal} is not kept: the oldest kept is {seals[0].ordinal}; "
                f"Store(history=...) says how many are (now {self._kept})"
            )
        if place < len(seals) and ordinal >= seals[place].first:
            raise StoreError(f"ordinal {ordinal} was sealed together with {seals[place].ordinal}; expected that one")
        return seals[place - 1]


def sealed_scene(
    state: State, paths: Paths, contract: Contract, ordinal: int, *, first: int, before: Seal | None
) -> Seal:
    """The seal of a state: world matrices computed where prims moved, tables put into one batch.

    Args:
        state: what was written.
        paths: every path by entity id.
        contract: the store's.
        ordinal: when.
        first: the first ordinal that was written since.
        before: the seal before it, with which it shares what it can.
    """
    if state.facts is None:
        return Seal(ordinal, first, state, _empty_scene(contract, ordinal))
    if len(state.moved):
        prims = moved_worlds(state.tables["prim"], state.moved)
        state = replace(state, tables={**state.tables, "prim": prims}, moved=np.zeros(0, np.uint64))
    batch = state_batch(state, paths, contract, None if before is None else before.scene.batch)
    return Seal(ordinal, first, state, _scene(batch, state, paths, contract, ordinal))


def _scene(batch: pa.RecordBatch, state: State, paths: Paths, contract: Contract, ordinal: int) -> SealedScene:
    order = np.arange(len(paths), dtype=np.int64) if paths.order is None else paths.order
    return SealedScene(batch, ordinal=ordinal, contract=contract, path_order=order, declared=_declared(state))


def _declared(state: State) -> Mapping[str, npt.NDArray[np.uint64]]:
    return {name: rows.declared for name, rows in state.tables.items() if rows.declared is not None}


def _empty_scene(contract: Contract, ordinal: int) -> SealedScene:
    scene = scene_from_tables({}, contract=contract)
    tables = {name: struct_rows(scene.rows(name)) for name in scene.tables if name != "path"}
    state = State(facts=scene.batch.column("scene"), tables=tables)
    return _scene(scene.batch, state, scene.paths, contract, ordinal)
