"""What OpenUSD says has changed, gathered until somebody asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from pxr import Sdf, Usd

__all__ = ["ChangeLog", "StageChanges"]

_UNREAD: Final = frozenset(
    ("assetInfo", "comment", "displayGroup", "displayName", "documentation", "hidden", "kind", "userDocs")
)
"""Prim metadata that no reader looks at."""


@dataclass
class StageChanges:
    """Changes since the last look.

    Attributes:
        everything: whether more changed than prims and their properties.
        prims: paths of prims that came, went or changed, with all below them.
        properties: names of changed properties by prim path; what became of them is for the reader to see.
    """

    everything: bool = False
    prims: set[Sdf.Path] = field(default_factory=set)
    properties: dict[Sdf.Path, set[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.everything or bool(self.prims or self.properties)


class ChangeLog:
    """Gathers changes from notices, which come in the thread that edits the stage."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._changes = StageChanges(everything=True)

    def take(self) -> StageChanges:
        """What changed since the last time."""
        with self._lock:
            taken, self._changes = self._changes, StageChanges()
        return taken

    def forget_nothing(self) -> None:
        """Have everything looked at again."""
        with self._lock:
            self._changes.everything = True

    def add(self, notice: Usd.Notice.ObjectsChanged) -> None:
        """Take in a notice."""
        with self._lock:
            for path in notice.GetResyncedPaths():
                self._add(path, whole=True)
            for path in notice.GetChangedInfoOnlyPaths():
                self._add(path, whole=not _UNREAD.issuperset(notice.GetChangedFields(path)))
            if notice.GetResolvedAssetPathsResyncedPaths():
                self._changes.everything = True

    def _add(self, path: Sdf.Path, *, whole: bool) -> None:
        if path.IsPrimPropertyPath():
            self._changes.properties.setdefault(path.GetPrimPath(), set()).add(path.name)
        elif whole and path.IsPrimPath():
            self._changes.prims.add(path)
        elif whole:
            self._changes.everything = True
