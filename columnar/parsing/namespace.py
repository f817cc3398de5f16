"""Where prims stand: ancestors, types, world transforms, and the actor that a joint or collider belongs to."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.parsing.columns import Ids
from columnar.scene import PathKind, Scene, numpy_values, valid_mask

__all__ = ["Namespace", "hidden_prims"]

Flags = npt.NDArray[np.bool_]


class Namespace:
    """The paths of a scene as arrays; path ids index them, one more entry at the end stands for "none".

    Attributes:
        count: number of paths.
    """

    def __init__(self, scene: Scene) -> None:
        self.count = len(scene.paths)
        self._scene = scene
        rows = pa.RecordBatch.from_struct_array(scene.rows("prim"))
        self._prim = numpy_values(rows.column("prim")).astype(np.int64)
        self._rows = rows

    @cached_property
    def row_of_path(self) -> npt.NDArray[np.int64]:
        """(count + 1,) row in the prim table, -1 for paths without one."""
        found = np.full(self.count + 1, -1, np.int64)
        found[self._prim] = np.arange(len(self._prim))
        return found

    @cached_property
    def parent(self) -> Ids:
        """(count + 1,) id of the nearest path above, `count` for none."""
        parent = np.full(self.count + 1, self.count, np.int64)
        column = self._rows.column("parent")
        above = numpy_values(column).astype(np.int64)
        parent[self._prim] = np.where(valid_mask(column), above, self.count)
        loose = np.flatnonzero(self.row_of_path[:-1] < 0)
        if loose.size:
            parent[loose] = self._parents_by_name(loose)
        return parent

    def kinds(self, ids: Ids, *wanted: PathKind) -> Flags:
        """(n,) bool: whether each path is of one of these kinds."""
        column = pa.RecordBatch.from_struct_array(self._scene.rows("path")).column("kind")
        codes = {str(kind) for kind in wanted}
        table = np.array([token in codes for token in column.dictionary.to_pylist()] + [False], np.bool_)
        return table[numpy_values(column)[ids]]

    def types(self, ids: Ids, known: tuple[str, ...]) -> npt.NDArray[np.int32]:
        """(n,) int32: code of each prim's type in `known`, -1 for any other type or none."""
        column = self._rows.column("usd-prim-type")
        code_of = {token: code for code, token in enumerate(known)}
        table = np.array([code_of.get(token, -1) for token in column.dictionary.to_pylist()] + [-1], np.int32)
        rows = self.row_of_path[ids]
        codes = numpy_values(column)
        return np.where(rows >= 0, table[codes[rows]] if len(codes) else -1, np.int32(-1)).astype(np.int32)

    def flags(self, ids: Ids) -> Flags:
        """(count + 1,) bool: True for these paths."""
        found = np.zeros(self.count + 1, np.bool_)
        found[ids] = True
        return found

    def nearest(self, ids: Ids, flagged: Flags) -> Ids:
        """The nearest flagged path at or above each path (n,), -1 for none or for a path of -1."""
        current = np.where(ids < 0, self.count, ids)
        climbing = np.flatnonzero(~flagged[current] & (current < self.count))
        while climbing.size:
            current[climbing] = self.parent[current[climbing]]
            above = current[climbing]
            climbing = climbing[~flagged[above] & (above < self.count)]
        return np.where(current < self.count, current, -1)

    def outermost(self, ids: Ids, flagged: Flags) -> Ids:
        """The flagged path furthest up at or above each path (n,), -1 for none."""
        found = self.nearest(ids, flagged)
        current = found.copy()
        climbing = np.flatnonzero(current >= 0)
        while climbing.size:
            above = self.parent[current[climbing]]
            current[climbing] = self.nearest(np.where(above < self.count, above, -1), flagged)
            climbing = climbing[current[climbing] >= 0]
            found[climbing] = current[climbing]
        return found

    @cached_property
    def placed(self) -> Flags:
        """(count + 1,) bool: prims with a world transform of their own."""
        column = self._rows.column("omni:fabric:worldMatrix")
        return self.flags(self._prim[valid_mask(column)])

    @cached_property
    def resetting(self) -> Flags:
        """(count + 1,) bool: prims that leave the transforms above them out."""
        column = self._rows.column("omni:resetXformStack")
        return self.flags(self._prim[numpy_values(column) & valid_mask(column)])

    def world(self, ids: Ids) -> npt.NDArray[np.float64]:
        """World matrices (n, 4, 4): the prim's own, else that of the nearest prim above; the identity for -1."""
        rows = self.row_of_path[self.nearest(ids, self.placed)]
        matrices = numpy_values(self._rows.column("omni:fabric:worldMatrix")).reshape(-1, 4, 4)
        placed = np.flatnonzero(rows >= 0)
        if len(placed) == len(rows):
            return np.asarray(matrices[rows])
        found = np.broadcast_to(np.eye(4), (len(ids), 4, 4)).copy()
        found[placed] = matrices[rows[placed]]
        return found

    def _parents_by_name(self, loose: Ids) -> Ids:
        """Nearest path above by name, for paths without a row."""
        names = self._scene.paths.arrow
        parent = np.full(len(loose), self.count, np.int64)
        open_spots = np.arange(len(loose))
        text = names.take(pa.array(loose))
        while open_spots.size:
            text = pc.replace_substring_regex(text, r"[/.][^/.]*$", "")
            text = pc.if_else(pc.equal(text, ""), pa.scalar("/", pa.large_string()), text)
            ids = pc.index_in(text, value_set=names)
            known = np.asarray(ids.is_valid())
            parent[open_spots[known]] = np.asarray(ids.fill_null(0))[known]
            root = np.asarray(pc.equal(text, "/"))
            rest = np.flatnonzero(~known & ~root)
            open_spots, text = open_spots[rest], text.take(pa.array(rest))
        return np.where(parent == loose, self.count, parent)


def hidden_prims(scene: Scene, names: Namespace) -> Flags | None:
    """Prims that no consumer simulates where they stand: below instancing prototypes and point instancers.

    Returns:
        (paths,) bool, or None where nothing is hidden.
    """
    everything = np.arange(names.count)
    roots = names.kinds(everything, PathKind.PROTOTYPE)
    instancers = names.types(everything, ("PointInstancer",)) == 0
    if not roots.any() and not instancers.any():
        return None
    rows = pa.RecordBatch.from_struct_array(scene.rows("prim"))
    expanded = np.zeros(names.count, np.bool_)
    expanded[numpy_values(rows.column("prim")).astype(np.int64)] = numpy_values(rows.column("from_instance"))
    none = np.zeros(1, np.bool_)
    in_prototype = names.nearest(everything, np.concatenate([roots, none])) >= 0
    above = names.parent[:-1]
    above = np.where(above < names.count, above, -1)
    in_instancer = names.nearest(above, np.concatenate([instancers, none])) >= 0
    return in_prototype | (in_instancer & ~expanded)
