"""A sealed scene: what the store holds at one ordinal, for ever."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import Scene, SceneError
from schemas.contract import Contract

__all__ = ["SealedScene"]


class SealedScene(Scene):
    """A scene whose path ids are the store's entity ids; columns that did not change are those of the scene before.

    Saving, parsing and comparing number it by path first (`columnar.scene.numbered_by_path`).

    Attributes:
        ordinal: the ordinal it was sealed at.
    """

    def __init__(
        self,
        batch: pa.RecordBatch,
        *,
        ordinal: int,
        contract: Contract,
        path_order: npt.NDArray[np.int64],
        declared: Mapping[str, npt.NDArray[np.uint64]],
    ) -> None:
        super().__init__(batch, contract=contract, path_order=path_order)
        self.ordinal = ordinal
        self._declared = declared

    def declared(self, component: str) -> npt.NDArray[np.uint64]:
        """(n,) uint64 mask by row of a component: a spec is there, but neither a value nor a block. Files lose it.

        Raises:
            SceneError: no such table, or one that was not populated.
        """
        rows = self.rows(component)
        if rows.type.get_field_index("authored") < 0 or component == "property":
            raise SceneError(f"table {component!r} is no component; expected one of the contract's")
        found = self._declared.get(component)
        return np.zeros(len(rows), np.uint64) if found is None else found
