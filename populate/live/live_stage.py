"""`LiveStage`: a store that follows the edits of an open stage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import RLock
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from pxr import Sdf, Tf, Usd

from columnar.assembly import assemble, expand_point_instancers
from columnar.scene import Scene
from columnar.store import ChangeSet, SealedScene, Store, StoreError
from populate.diagnostics import usd_errors_named
from populate.live.regions import read_regions
from populate.live.stage_changes import ChangeLog, StageChanges
from populate.live.value_edits import ValueEdits, write_edits
from populate.readers import Instancing, PopulateOptions, StageInput
from populate.readers.composed import ComposedReader
from populate.stage_input import open_stage

__all__ = ["Committed", "LiveStage"]

_MOST_REGIONS = 100
"""With more changed subtrees than that the stage is read as a whole."""


@dataclass(frozen=True)
class Committed:
    """What a commit wrote.

    Attributes:
        cells: number of cells and transforms that were edited one by one.
        changed: paths of prims that came or changed as a whole.
        gone: paths of prims that went.
    """

    cells: int = 0
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cells or self.changed or self.gone)


class LiveStage:
    """Listens to a stage's changes and brings them into a store, one commit at a time.

    Edits of values touch the cells they belong to. Whatever changes prims (activation, variants, references, API
    schemas, targets) is populated again and compared with what was there: only prims that differ are written. What was
    written into the store by others stays unless the stage changes the same prim. The scene names no layers, as what
    it holds may be in none of them yet.

    Args:
        stage: an open stage, which is only read.
        store: what follows it. The first commit brings the whole stage in.
        root: prim path below which to look, as in `populate`.
        instancing: "expand" or "share", as in `populate`.
        time: a USD time code, as in `populate`.

    Raises:
        PopulateError: no such root.
    """

    def __init__(
        self,
        stage: Usd.Stage,
        store: Store,
        *,
        root: str | None = None,
        instancing: Instancing | str = Instancing.EXPAND,
        time: float | None = None,
    ) -> None:
        options = PopulateOptions(root=root, instancing=Instancing(instancing), time=time)
        opened = open_stage(stage, options, store.contract)
        self._source = StageInput(opened.stage, options, store.contract, digests=False)
        self._store = store
        self._lock = RLock()
        self._log = ChangeLog()
        self._mirror = Store(history=2, contract=store.contract)
        self._ordinal = 0
        self._edits: ValueEdits | None = None
        self._owed: set[str] = set()
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._on_changed, stage)

    def commit(self, ordinal: int) -> Committed:
        """Write what changed on the stage since the last commit; sealing is the caller's business.

        Args:
            ordinal: when, in the store.

        Raises:
            StoreError: the ordinal is sealed, what is written at a later one would no longer fit, or an `edit` block of
                the store is open in this thread, which could undo the commit. The changes are kept for the next commit.
            PopulateError: the stage cannot be read.
        """
        with self._lock:
            if self._store.editing is not None:
                raise StoreError(f"commit({ordinal}): an edit block of the store is open; leave it first")
            changes = self._log.take()
            if not changes:
                return Committed()
            try:
                with usd_errors_named("the open stage"):
                    return self._commit(changes, ordinal)
            except BaseException:
                self._log.forget_nothing()
                raise

    def close(self) -> None:
        """Listen no more."""
        self._listener.Revoke()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _on_changed(self, notice: Usd.Notice.ObjectsChanged, _sender: Any) -> None:
        self._log.add(notice)

    def _commit(self, changes: StageChanges, ordinal: int) -> Committed:
        if self._edits is None or changes.everything:
            return self._commit_all(ordinal)
        if not changes.prims:
            edits = self._edits.read(self._source.stage, changes.properties)
            if edits is not None:
                with self._store.edit(ordinal) as edit:
                    written = write_edits(edit, edits)
                with self._mirror.edit(self._ordinal) as edit:
                    write_edits(edit, edits)
                return Committed(cells=written)
        return self._commit_regions({*changes.prims, *changes.properties}, ordinal)

    def _commit_regions(self, prims: Iterable[Sdf.Path], ordinal: int) -> Committed:
        """Read the subtrees of changed prims again, or all of the stage where they reach further."""
        roots = Sdf.Path.RemoveDescendentPaths(list(prims))
        assert self._edits is not None
        if self._edits.entangled or len(roots) > _MOST_REGIONS or self._source.options.root not in (None, "/"):
            return self._commit_all(ordinal)
        before = self._sealed_mirror()
        region = read_regions(self._source, roots, before)
        if region is None:
            return self._commit_all(ordinal)
        self._mirror.update(region.scene, ordinal=self._ordinal, changed=region.changed, gone=region.gone)
        return self._follow(region.scene, before.ordinal, ordinal)

    def _commit_all(self, ordinal: int) -> Committed:
        scene = self._populate()
        if self._edits is None:
            self._store.insert(scene, ordinal=ordinal)
            self._mirror.insert(scene, ordinal=self._ordinal)
            self._edits = self._value_edits(scene)
            return Committed(changed=tuple(_row_paths(scene)))
        before = self._sealed_mirror()
        self._mirror.replace(scene, ordinal=self._ordinal)
        return self._follow(scene, before.ordinal, ordinal)

    def _sealed_mirror(self) -> SealedScene:
        """The mirror's scene so far; it goes on at the next ordinal."""
        self._ordinal += 1
        return self._mirror.seal(self._ordinal - 1)

    def _follow(self, scene: Scene, before: int, ordinal: int) -> Committed:
        """Write into the store what changed in the mirror, now or before commits that the store refused."""
        after = self._sealed_mirror()
        changes = self._mirror.changes(since=before, until=after.ordinal)
        gone = _removed(changes)
        touched = np.setdiff1d(np.concatenate([np.zeros(0, np.uint64), *(c.entities for c in changes)]), gone)
        done = self._with_owed(Committed(changed=self._paths(touched), gone=self._paths(gone)))
        self._owed = {*done.changed, *done.gone}
        self._store.update(scene, ordinal=ordinal, changed=done.changed, gone=done.gone)
        self._owed.clear()
        self._edits = self._value_edits(after)
        return done

    def _with_owed(self, found: Committed) -> Committed:
        """The changes, with those the store still lacks, as the mirror has the prims now."""
        owed = sorted(self._owed.difference(found.changed, found.gone))
        there = {path for path in owed if self._mirror.prim(path) is not None}
        return Committed(
            changed=(*found.changed, *(path for path in owed if path in there)),
            gone=(*found.gone, *(path for path in owed if path not in there)),
        )

    def _paths(self, entities: npt.NDArray[np.uint64]) -> tuple[str, ...]:
        return tuple(map(self._mirror.path, entities.tolist()))

    def _value_edits(self, scene: Scene) -> ValueEdits:
        return ValueEdits.of(scene, self._source.stage, self._source.options, self._mirror)

    def _populate(self) -> Scene:
        opinions = ComposedReader().read(self._source)
        if self._source.options.instancing is Instancing.EXPAND:
            opinions = expand_point_instancers(opinions, self._source.contract)
        return assemble(opinions, self._source.contract)


def _removed(changes: ChangeSet) -> Any:
    parts = [change.entities for change in changes if change.component == "prim" and change.kind == "removed"]
    return np.unique(np.concatenate([np.zeros(0, np.uint64), *parts]))


def _row_paths(scene: Scene) -> list[str]:
    found: list[str] = scene.paths.arrow.take(scene.table("prim")["prim"].combine_chunks()).to_pylist()
    return found
