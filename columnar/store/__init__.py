"""The store: entities and their components, written ordinal by ordinal, read as sealed scenes."""

from columnar.store.changes import Change, ChangeKind, ChangeSet
from columnar.store.draft import PrimFacts
from columnar.store.edit import Edit
from columnar.store.errors import StoreError
from columnar.store.reading import Cell
from columnar.store.sealed_scene import SealedScene
from columnar.store.store import Store

__all__ = [
    "Cell",
    "Change",
    "ChangeKind",
    "ChangeSet",
    "Edit",
    "PrimFacts",
    "SealedScene",
    "Store",
    "StoreError",
]
