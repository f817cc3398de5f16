"""What is written and not sealed yet: a draft per open ordinal, each standing on the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from columnar.store.draft import Draft
from columnar.store.entities import EntityTable
from columnar.store.errors import StoreError
from columnar.store.state import State
from schemas.contract import Contract

__all__ = ["Checkpoint", "PendingOrdinals"]

Operation = Callable[[Draft], Any]


@dataclass
class _OpenOrdinal:
    """A draft, and what was done to it, which is done again when something is written at an earlier ordinal."""

    draft: Draft
    log: list[Operation] = field(default_factory=list)


@dataclass(frozen=True)
class Checkpoint:
    """Where open ordinals stood: state and length of the log by ordinal, from the ordinal `first` on (None: all)."""

    first: int | None
    stood: Mapping[int, tuple[State, int]]


class PendingOrdinals:
    """Open ordinals of a store; the caller holds the store's lock."""

    def __init__(self, contract: Contract, entities: EntityTable) -> None:
        self._contract = contract
        self._entities = entities
        self._open: dict[int, _OpenOrdinal] = {}

    def perform(self, ordinal: int, operation: Operation, sealed: State, *, whole: bool) -> Any:
        """Do an operation at an ordinal, and again what was done at later ones.

        Args:
            ordinal: when.
            operation: changes a draft; unless `whole` it changes nothing if it raises.
            sealed: the state sealed last.
            whole: undo whatever a failed operation leaves.
        """
        later = sorted(o for o in self._open if o > ordinal)
        checkpoint = self.checkpoint(ordinal) if whole or later or ordinal not in self._open else None
        try:
            pending = self._ordinal(ordinal, sealed)
            result = operation(pending.draft)
            pending.log.append(operation)
            self._redo(later, pending.draft)
        except BaseException:
            if checkpoint is not None:
                self.restore(checkpoint)
            raise
        return result

    def checkpoint(self, first: int | None = None) -> Checkpoint:
        """Where open ordinals stand, from `first` on or all of them."""
        stood = {
            ordinal: (pending.draft.close(), len(pending.log))
            for ordinal, pending in self._open.items()
            if first is None or ordinal >= first
        }
        return Checkpoint(first, stood)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Forget what was written since."""
        for ordinal in list(self._open):
            if checkpoint.first is not None and ordinal < checkpoint.first:
                continue
            if ordinal not in checkpoint.stood:
                del self._open[ordinal]
                continue
            state, length = checkpoint.stood[ordinal]
            self._open[ordinal].draft.restore(state)
            del self._open[ordinal].log[length:]

    def view(self, ordinal: int | None, sealed: State) -> Draft:
        """What is written up to an ordinal, or all that is; for reading only."""
        below = [o for o in self._open if ordinal is None or o <= ordinal]
        return self._open[max(below)].draft if below else Draft(sealed, self._contract, self._entities)

    def take(self, ordinal: int, sealed: State) -> tuple[State, int]:
        """The state at the end of an ordinal, which is open no more, nor are those before it; the first of them."""
        below = [o for o in self._open if o <= ordinal]
        state = self._open[max(below)].draft.close() if below else sealed
        for done in below:
            del self._open[done]
        return state, min(below, default=ordinal)

    def _ordinal(self, ordinal: int, sealed: State) -> _OpenOrdinal:
        if ordinal not in self._open:
            below = [o for o in self._open if o < ordinal]
            state = self._open[max(below)].draft.close() if below else sealed
            self._open[ordinal] = _OpenOrdinal(Draft(state, self._contract, self._entities))
        return self._open[ordinal]

    def _redo(self, ordinals: Sequence[int], before: Draft) -> None:
        """Do again what was done at later ordinals, each on top of the one before.

        Raises:
            StoreError: something no longer fits.
        """
        for ordinal in ordinals:
            pending = self._open[ordinal]
            pending.draft.restore(before.close())
            try:
                for operation in pending.log:
                    operation(pending.draft)
            except StoreError as unfit:
                raise StoreError(f"what is written at ordinal {ordinal} would no longer fit: {unfit}") from None
            before = pending.draft
