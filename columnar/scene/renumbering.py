"""Path ids of a store's scene replaced by those a file has: indices into the sorted table of the paths spoken of."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.row_order import row_keys, take_rows
from columnar.scene.scene import Scene
from columnar.scene.values import numpy_values, valid_mask
from schemas.contract import PATH_ID

__all__ = ["map_path_ids", "numbered_by_path", "without_idle_paths"]

_PATH_LIST = pa.list_(pa.field("item", PATH_ID, nullable=False))
_done: WeakKeyDictionary[Scene, Scene] = WeakKeyDictionary()


def numbered_by_path(scene: Scene) -> Scene:
    """The scene under a file's path ids: in byte order of the paths, without paths that nothing speaks of.

    A scene that does not come from a store is returned as it is. What relies on rows standing in path order (`parse`,
    `diff`, saving) asks for this first; the answer is kept as long as the scene is.
    """
    if scene.path_order is None:
        return scene
    found = _done.get(scene)
    if found is None:
        found = _done[scene] = _renumbered(scene, scene.path_order)
    return found


def without_idle_paths(scene: Scene) -> Scene:
    """The scene under a file's path ids, without paths that nothing speaks of; populating leaves some of them in."""
    order = np.arange(len(scene.paths), dtype=np.int64) if scene.path_order is None else scene.path_order
    return _renumbered(scene, order)


def map_path_ids(array: pa.Array, ids: npt.NDArray[np.uint64]) -> pa.Array:
    """A column of path ids, or of lists of them, with each id `i` replaced by `ids[i]`; other columns unchanged."""
    if array.type == PATH_ID:
        valid = valid_mask(array)
        values = np.where(valid, ids[np.where(valid, numpy_values(array), 0)], 0).astype(np.uint64)
        return pa.array(values, PATH_ID, mask=None if valid.all() else ~valid)
    if array.type != _PATH_LIST:
        return array
    lists = array if array.null_count == 0 else array.fill_null([])
    offsets = numpy_values(lists.offsets).astype(np.int64)
    targets = numpy_values(lists.values)[offsets[0] : offsets[-1]] if len(offsets) else np.zeros(0, np.uint64)
    mask = pa.array(~valid_mask(array)) if array.null_count else None
    starts = pa.array((offsets - offsets[0]).astype(np.int32)) if len(offsets) else pa.array([0], pa.int32())
    return pa.ListArray.from_arrays(starts, pa.array(ids[targets], PATH_ID), type=array.type, mask=mask)


def _renumbered(scene: Scene, order: npt.NDArray[np.int64]) -> Scene:
    names = scene.paths.arrow
    used = np.zeros(len(names), np.bool_)
    used[0] = True
    columns = {name: _columns(scene, name) for name in scene.tables}
    for arrays in columns.values():
        for ids in _path_ids(arrays):
            used[ids] = True
    kept = order[used[order]]
    if len(kept) == len(names) and (kept == np.arange(len(names))).all():
        return Scene(scene.batch, contract=scene.contract)
    ids = np.zeros(len(names), np.uint64)
    ids[kept] = np.arange(len(kept), dtype=np.uint64)
    batch = scene.batch
    for name, arrays in columns.items():
        fields = list(batch.schema.field(name).type.value_type)
        if name == "path":
            arrays = {key: take_rows(array, kept) for key, array in arrays.items()}
        else:
            mapped = {k: map_path_ids(a, ids) if _holds_paths(k, a) else a for k, a in arrays.items()}
            arrays = _ordered(name, mapped)
        rows = pa.StructArray.from_arrays([arrays[field.name] for field in fields], fields=fields)
        index = batch.schema.get_field_index(name)
        lists = pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=batch.schema.field(name).type)
        batch = batch.set_column(index, batch.schema.field(name), lists)
    return Scene(batch.replace_schema_metadata(scene.batch.schema.metadata), contract=scene.contract)


def _columns(scene: Scene, table: str) -> dict[str, pa.Array]:
    rows = scene.rows(table)
    return {field.name: array for field, array in zip(rows.type, rows.flatten(), strict=True)}


def _holds_paths(column: str, array: pa.Array) -> bool:
    """Whether a column holds path ids; the masks are unsigned numbers too."""
    return array.type in (PATH_ID, _PATH_LIST) and column not in ("authored", "blocked")


def _path_ids(arrays: dict[str, pa.Array]) -> Iterator[npt.NDArray[np.uint64]]:
    for name, array in arrays.items():
        if _holds_paths(name, array):
            yield numpy_values(array.drop_null() if array.type == PATH_ID else array.flatten())


def _ordered(table: str, arrays: dict[str, pa.Array]) -> dict[str, pa.Array]:
    """Rows in the file's order: by prim, then instance; reports by their texts, cells of properties by name."""
    prims = numpy_values(arrays["prim"])
    if table in ("property", "report"):
        order = _text_order(prims, arrays, ("name",) if table == "property" else ("column", "code", "text"))
    else:
        order = np.argsort(row_keys(prims, arrays.get("instance")), kind="stable")
    if (order == np.arange(len(order))).all():
        return arrays
    return {name: take_rows(array, order) for name, array in arrays.items()}


def _text_order(
    prims: npt.NDArray[np.uint64], arrays: dict[str, pa.Array], names: tuple[str, ...]
) -> npt.NDArray[np.int64]:
    texts = [[text or "" for text in arrays[name].to_pylist()] for name in names]
    keys = list(zip(prims.tolist(), *texts, strict=True))
    return np.array(sorted(range(len(keys)), key=lambda row: keys[row]), np.int64)
