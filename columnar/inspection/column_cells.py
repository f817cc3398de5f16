"""Cells of a scene's columns, looked up for many prims at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.scene import Scene

__all__ = ["Cells", "ColumnCells"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Cells(NamedTuple):
    """Cells of one column.

    Attributes:
        values: (n,) or (n, lanes), 0 where absent; for relationships the first target's path id, -1 for none.
        present: (n,) bool, whether the cell is there.
        blocked: (n,) bool, whether the stage blocks the value.
        authored: (n,) bool, whether the stage authors it.
        listed: (n,) bool, whether the prim really holds the component.
    """

    values: npt.NDArray[Any]
    present: Flags
    blocked: Flags
    authored: Flags
    listed: Flags

    @property
    def absent(self) -> Flags:
        """(n,) bool: not there, and not because the stage blocks it."""
        return ~self.present & ~self.blocked

    def filled(self, otherwise: Any) -> npt.NDArray[Any]:
        """The values, and `otherwise` where there is none."""
        mask = self.present if self.values.ndim == 1 else self.present[:, None]
        return np.where(mask, self.values, otherwise)


class ColumnCells:
    """Looks cells up.

    Args:
        scene: the columns.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._tables = set(scene.tables)
        self._masks: dict[tuple[str, str], npt.NDArray[Any]] = {}
        self._unions: dict[tuple[str, str], np.uint64] = {}

    def read(self, component: str, column: str, prims: Ids, instances: npt.NDArray[Any] | None = None) -> Cells:
        """The cells of a column on some prims, absent where there is no row.

        Args:
            component: its component.
            column: its table name.
            prims: (n,) path ids, -1 for none.
            instances: (n,) instance names of a multiple-apply component.
        """
        record = self.scene.contract.component(component).column_by_name[column]
        if component not in self._tables or not len(self.scene.rows(component)):
            nothing = np.zeros(len(prims), np.bool_)
            shape = (len(prims),) if record.lanes == 1 else (len(prims), record.lanes)
            return Cells(np.zeros(shape), *(nothing,) * 4)
        rows = self.rows(component, prims, instances)
        found = rows >= 0
        values, *flags = self.every(component, column)
        return Cells(values[rows], *(flag[rows] & found for flag in flags))

    def every(self, component: str, column: str) -> Cells:
        """The cells of a column in all rows of its table."""
        values, valid = self._values(component, column)
        blocked, authored = (self._bits(component, name, column) for name in ("blocked", "authored"))
        return Cells(values, valid, blocked, authored, self.listed(component))

    def blocks(self, component: str, column: str) -> bool:
        """Whether the stage blocks any cell of a column."""
        return bool(self._any_bits(component, "blocked") & self._bit(component, column))

    def _bits(self, component: str, name: str, column: str) -> Flags:
        """(rows,) whether the bit of a column is set in a mask; most bits are set in no row."""
        bit, mask = self._bit(component, column), self._mask(component, name)
        if not self._any_bits(component, name) & bit:
            return np.zeros(len(mask), np.bool_)
        found: Flags = (mask & bit) != 0
        return found

    def _bit(self, component: str, column: str) -> np.uint64:
        return np.uint64(1 << self.scene.contract.component(component).column_by_name[column].bit)

    def _any_bits(self, component: str, name: str) -> np.uint64:
        """The bits of a mask that are set in any row."""
        key = (component, name)
        if key not in self._unions:
            self._unions[key] = np.bitwise_or.reduce(self._mask(component, name), initial=np.uint64(0))
        return self._unions[key]

    def listed(self, component: str) -> Flags:
        """(rows,) bool: whether the prim of each row of a table really holds the component."""
        return self._mask(component, "listed")

    def _mask(self, component: str, name: str) -> npt.NDArray[Any]:
        """A column that every other one of the component is looked at with; read once."""
        key = (component, name)
        if key not in self._masks:
            self._masks[key] = self.scene.column(component, name).values
        return self._masks[key]

    def _values(self, component: str, column: str) -> tuple[npt.NDArray[Any], Flags]:
        cells = self.scene.column(component, column)
        if cells.offsets is None:
            return cells.values, cells.valid
        first = np.full(len(cells), -1, np.int64)
        filled = np.flatnonzero(cells.valid & (np.diff(cells.offsets) > 0))
        first[filled] = cells.values[cells.offsets[filled]]
        return first, cells.valid

    def rows(self, component: str, prims: Ids, instances: npt.NDArray[Any] | None) -> Ids:
        """(n,) row of each prim (and instance), -1 for none. Tables are sorted by prim, and by instance within one."""
        own = self.scene.column(component, "prim").prim.astype(np.int64)
        if instances is None:
            keys, wanted, order = own, prims, np.arange(len(own))
        else:
            codes = self.scene.column(component, "instance")
            names = list(codes.tokens or ())
            asked = np.array([names.index(name) if name in names else -1 for name in instances.tolist()], np.int64)
            keys = own * (len(names) + 1) + codes.values
            order = np.argsort(keys, kind="stable")
            keys, wanted = keys[order], np.where(asked >= 0, prims * (len(names) + 1) + asked, -1)
        spot = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where((keys[spot] == wanted) & (prims >= 0), order[spot], -1)
