"""Writes of one ordinal that belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from columnar.scene import Scene

if TYPE_CHECKING:
    from columnar.store.reading import Cell
    from columnar.store.store import Store

__all__ = ["Edit"]


class Edit:
    """The store at the ordinal of an `edit` block; each method is the store's of that name.

    Attributes:
        store: the store.
        ordinal: the ordinal everything is written at.
    """

    def __init__(self, store: Store, ordinal: int) -> None:
        self.store = store
        self.ordinal = ordinal

    def insert(self, scene: Scene) -> npt.NDArray[np.uint64]:
        """See `Store.insert`."""
        return self.store.insert(scene, ordinal=self.ordinal)

    def write(self, component: str, column: str, entities: Any, values: Any, **options: Any) -> None:
        """See `Store.write`."""
        self.store.write(component, column, entities, values, ordinal=self.ordinal, **options)

    def block(self, component: str, column: str, entities: Any, **options: Any) -> None:
        """See `Store.block`."""
        self.store.block(component, column, entities, ordinal=self.ordinal, **options)

    def clear(self, component: str, column: str, entities: Any, **options: Any) -> None:
        """See `Store.clear`."""
        self.store.clear(component, column, entities, ordinal=self.ordinal, **options)

    def declare(self, component: str, column: str, entities: Any, **options: Any) -> None:
        """See `Store.declare`."""
        self.store.declare(component, column, entities, ordinal=self.ordinal, **options)

    def apply(self, component: str, entities: Any, **options: Any) -> None:
        """See `Store.apply`."""
        self.store.apply(component, entities, ordinal=self.ordinal, **options)

    def remove(self, component: str, entities: Any, **options: Any) -> None:
        """See `Store.remove`."""
        self.store.remove(component, entities, ordinal=self.ordinal, **options)

    def despawn(self, entities: Any, **options: Any) -> None:
        """See `Store.despawn`."""
        self.store.despawn(entities, ordinal=self.ordinal, **options)

    def cell(self, component: str, column: str, entity: int | str, *, instance: str | None = None) -> Cell | None:
        """See `Store.cell`."""
        return self.store.cell(component, column, entity, instance=instance, ordinal=self.ordinal)
