"""The store: entities and their components, written ordinal by ordinal, read as sealed scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock, get_ident
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.scene import Scene
from columnar.store.cell_edits import block_cells, clear_cells, declare_cells, write_cells
from columnar.store.changes import ChangeSet, changed_cells
from columnar.store.draft import Draft, PrimFacts
from columnar.store.edit import Edit
from columnar.store.entities import EntityTable, entity_id
from columnar.store.errors import StoreError
from columnar.store.following import given_paths, replace_scene, update_scene
from columnar.store.frozen import frozen
from columnar.store.history import History, sealed_scene
from columnar.store.insertion import despawn_prims, insert_scene
from columnar.store.memberships import apply_api, remove_api
from columnar.store.pending import PendingOrdinals
from columnar.store.reading import Cell, read_cell
from columnar.store.sealed_scene import SealedScene
from schemas.contract import Contract, load_contract

__all__ = ["Store"]

Ids = npt.NDArray[np.uint64]


class Store:
    """Components as immutable Arrow columns keyed by entity; written at ordinals, sealed into scenes.

    An entity is a path of the stage: its id (uint64) is given once, never changes and never passes to another path.
    Ordinals only grow: once `seal(n)` has returned, nothing at or below `n` can be written. Every call either does
    all it says or, raising `StoreError`, nothing. Calls may come from any thread; sealed scenes are read without a
    lock while others write.

    Wherever entities are asked for, an id, a path, or a sequence of either will do.

    Args:
        history: how many sealed scenes are kept for `at` and `changes`.
        contract: the contract the columns follow; by default the shipped one.
    """

    def __init__(self, *, history: int = 32, contract: Contract | None = None) -> None:
        if isinstance(history, bool) or not isinstance(history, int) or history < 1:
            raise StoreError(f"history={history!r}: expected to keep at least 1 sealed scene")
        self.contract = contract or load_contract()
        self._lock = RLock()
        self._entities = EntityTable()
        self._history = History(history)
        self._pending = PendingOrdinals(self.contract, self._entities)
        self._edits: dict[int, Edit] = {}

    # Writing

    def insert(self, scene: Scene, *, ordinal: int) -> Ids:
        """Put all prims of a scene in; a prim that is there already is replaced, with all it held.

        Prims that the scene has only because others stand below them (they hold no component) stay as the store has
        them, transform included.

        The first scene gives the store its units and where it came from; a scene of other units is refused.

        Returns:
            (n,) entities of the scene's prim rows, in their order.
        """
        found: Ids = self._perform(ordinal, lambda draft: insert_scene(draft, scene), whole=True)
        return found

    def replace(self, scene: Scene, *, ordinal: int) -> None:
        """Hold exactly what a scene does from now on, units and reports included; equal columns stay shared."""
        self._perform(ordinal, lambda draft: replace_scene(draft, scene), whole=True)

    def update(self, scene: Scene, *, ordinal: int, changed: str | Sequence[str], gone: str | Sequence[str]) -> None:
        """Follow a scene that has changed since it was inserted, and leave alone what changed in the store only.

        Args:
            scene: the scene as it is now, whole: its reports, path kinds and facts take the place of the store's.
            ordinal: when.
            changed: paths of its prims that came or changed, or a single one; they replace what the store has of them.
            gone: paths of prims that went, or a single one; they are despawned if the store still has them.

        Raises:
            StoreError: something among the paths is none.
        """
        who, what = given_paths(changed, "changed"), given_paths(gone, "gone")
        self._perform(ordinal, lambda draft: update_scene(draft, scene, who, what), whole=True)

    def write(
        self,
        component: str,
        column: str,
        entities: Any,
        values: Any,
        *,
        ordinal: int,
        instance: str | None = None,
        checked: bool = True,
    ) -> None:
        """Author values: cells get them and their authored bits.

        Args:
            component: component name; "prim" for "omni:xform" and "omni:resetXformStack", after which the seal
                computes the world matrices of the prims and of everything below them.
            column: the column's name in the component's table.
            entities: (n,) entities, each once.
            values: (n,) or (n, lanes) numbers or flags, texts for tokens, a sequence of sequences for an array column
                (relationship targets are entities or paths, known to the store or not). For a single entity given as
                such, its value. Arrays must convert without loss.
            ordinal: when.
            instance: instance name of a multiple-apply component.
            checked: refuse prims that do not hold the component, prims of a type it does not apply to, and instance
                names that no consumer reads. USD authors all of those; without the check so does the store.

        Raises:
            StoreError: naming what was given and what was expected.
        """
        who, what = frozen(entities), frozen(values)
        self._perform(
            ordinal, lambda draft: write_cells(draft, component, column, who, what, instance=instance, checked=checked)
        )

    def block(
        self,
        component: str,
        column: str,
        entities: Any,
        *,
        ordinal: int,
        instance: str | None = None,
        checked: bool = True,
    ) -> None:
        """Author value blocks: cells become absent, or what the producer's own rule gives; see `write`."""
        who = frozen(entities)
        self._perform(
            ordinal, lambda draft: block_cells(draft, component, column, who, instance=instance, checked=checked)
        )

    def clear(
        self,
        component: str,
        column: str,
        entities: Any,
        *,
        ordinal: int,
        instance: str | None = None,
        checked: bool = True,
        declared: bool = False,
    ) -> None:
        """Take values and blocks away: cells become what the producer gives where nothing is authored; see `write`.

        Args:
            component: component name.
            column: column name.
            entities: (n,) entities.
            ordinal: when.
            instance: instance name.
            checked: as in `write`.
            declared: leave a spec without a value behind, as `UsdAttribute.Clear` does.
        """
        who = frozen(entities)
        self._perform(
            ordinal,
            lambda draft: clear_cells(
                draft, component, column, who, instance=instance, checked=checked, declared=declared
            ),
        )

    def declare(
        self,
        component: str,
        column: str,
        entities: Any,
        *,
        ordinal: int,
        instance: str | None = None,
        checked: bool = True,
    ) -> None:
        """Author specs without a value where there is no value and no block yet: only `declared` bits change."""
        who = frozen(entities)
        self._perform(
            ordinal, lambda draft: declare_cells(draft, component, column, who, instance=instance, checked=checked)
        )

    def apply(
        self, component: str, entities: Any, *, ordinal: int, instance: str | None = None, checked: bool = True
    ) -> None:
        """Apply an API schema with the ones it brings along; new rows hold what the producer gives unauthored cells.

        Cells that follow from other prims (whom a collection reaches, an inherited binding) stay absent.

        Args:
            component: the API schema.
            entities: (n,) entities with prims.
            ordinal: when.
            instance: instance name of a multiple-apply schema.
            checked: as in `write`.
        """
        who = frozen(entities)
        self._perform(
            ordinal, lambda draft: apply_api(draft, component, who, instance=instance, checked=checked), whole=True
        )

    def remove(self, component: str, entities: Any, *, ordinal: int, instance: str | None = None) -> None:
        """Take an API schema off prims, and its rows with all that is authored there; what it brought along stays."""
        who = frozen(entities)
        self._perform(ordinal, lambda draft: remove_api(draft, component, who, instance=instance), whole=True)

    def despawn(self, entities: Any, *, ordinal: int, descendants: bool = True) -> None:
        """Take prims out, with everything below them.

        Args:
            entities: (n,) entities with prims.
            ordinal: when.
            descendants: without it what is below stays, its former parents' transforms gone. Relationships that target
                a prim keep its path either way.
        """
        who = frozen(entities)
        self._perform(ordinal, lambda draft: despawn_prims(draft, who, descendants=descendants), whole=True)

    @contextmanager
    def edit(self, ordinal: int) -> Iterator[Edit]:
        """Writes that belong together, at one ordinal: all of them are kept, or none if the block raises.

        Other threads' writes wait for the block to end. Within it `editing` is the block's `Edit`.
        """
        with self._lock:
            if get_ident() in self._edits:
                raise StoreError(
                    f"edit({ordinal}): a block at ordinal {self._edits[get_ident()].ordinal} is open already"
                )
            self._require_open(ordinal)
            checkpoint = self._pending.checkpoint()
            edit = self._edits[get_ident()] = Edit(self, ordinal)
            try:
                yield edit
            except BaseException:
                self._pending.restore(checkpoint)
                raise
            finally:
                del self._edits[get_ident()]

    @property
    def editing(self) -> Edit | None:
        """The `edit` block this thread is in."""
        return self._edits.get(get_ident())

    # Sealing and reading

    def seal(self, ordinal: int) -> SealedScene:
        """The scene at the end of an ordinal; nothing at or below it can be written from now on.

        Columns that did not change since the scene before are shared with it.
        """
        with self._lock:
            self._require_open(ordinal)
            if get_ident() in self._edits:
                raise StoreError(f"seal({ordinal}): an edit block is open; leave it first")
            state, first = self._pending.take(ordinal, self._history.state)
            before = self._history.latest
            seal = sealed_scene(state, self._entities.paths, self.contract, int(ordinal), first=first, before=before)
            self._history.add(seal)
            return seal.scene

    def at(self, ordinal: int) -> SealedScene:
        """The scene as it was at the end of a sealed ordinal that is still kept.

        Raises:
            StoreError: not sealed yet, kept no longer, or sealed together with a later one.
        """
        _require_ordinal(ordinal)
        return self._history.at(ordinal).scene

    @property
    def latest(self) -> SealedScene | None:
        """The scene sealed last."""
        seal = self._history.latest
        return None if seal is None else seal.scene

    @property
    def sealed(self) -> int | None:
        """The ordinal sealed last."""
        seal = self._history.latest
        return None if seal is None else seal.ordinal

    def changes(self, *, since: int, until: int) -> ChangeSet:
        """What changed after ordinal `since` up to and with ordinal `until`, both sealed and still kept."""
        _require_ordinal(since)
        _require_ordinal(until)
        if since > until:
            raise StoreError(f"changes(since={since}, until={until}): expected since <= until")
        first, last = self._history.at(since), self._history.at(until)
        return ChangeSet(since, until, tuple(changed_cells(first.state, last.state, self.contract)))

    def entity(self, path: str) -> int:
        """The id of a path.

        Raises:
            StoreError: a path the store has never heard of.
        """
        with self._lock:
            return entity_id(self._entities, path)

    def path(self, entity: int) -> str:
        """The path of an entity.

        Raises:
            StoreError: an id the store never gave.
        """
        with self._lock:
            return self._entities.path(entity_id(self._entities, entity))

    def cell(
        self, component: str, column: str, entity: int | str, *, instance: str | None = None, ordinal: int | None = None
    ) -> Cell | None:
        """One cell as the writes so far make it, sealed or not; None where the entity has no row of the component.

        Args:
            component: component name.
            column: column name.
            entity: an id or a path.
            instance: instance name of a multiple-apply component.
            ordinal: see what is written up to this one; by default everything.
        """
        if ordinal is not None:
            _require_ordinal(ordinal)
        with self._lock:
            draft = self._pending.view(ordinal, self._history.state)
            return read_cell(draft, component, column, entity, instance)

    def prim(self, entity: int | str, *, ordinal: int | None = None) -> PrimFacts | None:
        """Type and API schemas of a prim as the writes so far make them; None where the entity has no prim."""
        with self._lock:
            draft = self._pending.view(ordinal, self._history.state)
            ids = np.array([entity_id(self._entities, entity)], np.uint64)
            return draft.prim_facts(ids)[0] if draft.layout("prim").find(ids)[0] >= 0 else None

    def _require_open(self, ordinal: int) -> None:
        _require_ordinal(ordinal)
        sealed = self.sealed
        if sealed is not None and ordinal <= sealed:
            raise StoreError(f"ordinal {ordinal} is sealed; expected {sealed + 1} or later")

    def _perform(self, ordinal: int, operation: Callable[[Draft], Any], *, whole: bool = False) -> Any:
        """Do an operation at an ordinal.

        Args:
            ordinal: when.
            operation: what to do to the ordinal's draft.
            whole: whether it takes several steps, so that a failure may leave some to be undone.
        """
        with self._lock:
            self._require_open(ordinal)
            return self._pending.perform(int(ordinal), operation, self._history.state, whole=whole)


def _require_ordinal(ordinal: Any) -> None:
    if isinstance(ordinal, bool) or not isinstance(ordinal, int | np.integer):
        raise StoreError(f"ordinal {ordinal!r}: expected an integer")
