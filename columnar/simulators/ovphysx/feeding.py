"""`feed_stage`: the columns of a scene go into an ovstage Stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import Scene, numbered_by_path, numpy_values
from columnar.simulators.engines import import_engine
from columnar.simulators.ovphysx.rows import FedColumn, fed_columns, fed_prims
from schemas.contract import ColumnDtype

__all__ = ["feed_stage"]

Ids = npt.NDArray[np.int64]

_STRUCTURE: Final = {"omni:xform": "MATRIX", "omni:fabric:worldMatrix": "MATRIX", "omni:resetXformStack": "NONE"}


def feed_stage(scene: Scene, stage: Any, *, ordinal: int = 1, extensions: bool = True) -> None:
    """Write the columns of a scene into a stage and seal the ordinal.

    Args:
        scene: the columns.
        stage: an `ovstage.Stage`.
        ordinal: where to write.
        extensions: also feed rows that the reference producer does not write.

    Raises:
        EngineMissing: ovstage is not installed.
    """
    ovstage = import_engine("ovphysx", "ovstage")
    scene = numbered_by_path(scene)
    fed = fed_prims(scene, extensions=extensions)
    with ovstage.PathDictionary(stage) as dictionary:
        writer = _Writer(ovstage, stage, dictionary, scene, ordinal)
        writer.intern(fed)
        writer.write_stage_units()
        writer.write_structure(fed)
        for types in (False, True):
            writer.write_columns(fed_columns(scene, fed, types=types))
    stage.advance_write_floor(ordinal=ordinal).wait()


_CODES: Final = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's codes of numpy's kinds."""


class _Writer:
    """Writes columns, those of the same rows together."""

    def __init__(self, ovstage: Any, stage: Any, dictionary: Any, scene: Scene, ordinal: int) -> None:
        self._ovstage, self._stage, self._dictionary = ovstage, stage, dictionary
        self._scene, self._ordinal = scene, ordinal
        self._path_ids = _PathIds(dictionary, scene.paths.arrow)
        self._token_ids: dict[str, int] = {"": 0}

    def intern(self, fed: npt.NDArray[np.bool_]) -> None:
        """Give the paths of prims their ids, all at once."""
        self._path_ids.intern(np.flatnonzero(fed))

    def write_stage_units(self) -> None:
        """Units and up axis, on the stage's own prim."""
        info = self._scene.info
        tokens = self._tokens([info["usd-metadata:upAxis"]])
        self._write(
            np.zeros(1, np.int64),
            [
                self._described("usd-metadata:metersPerUnit", np.array([info["usd-metadata:metersPerUnit"]])),
                self._described("usd-metadata:kilogramsPerUnit", np.array([info["usd-metadata:kilogramsPerUnit"]])),
                self._described("usd-metadata:upAxis", tokens, "TOKEN_ID"),
            ],
        )

    def write_structure(self, fed: npt.NDArray[np.bool_]) -> None:
        """Types, applied schemas and transforms of every fed prim."""
        batch = pa.RecordBatch.from_struct_array(self._scene.rows("prim"))
        prims = numpy_values(batch.column("prim")).astype(np.int64)
        keep = fed[prims] & (prims > 0)
        for name, semantic in _STRUCTURE.items():
            rows = np.flatnonzero(keep & ~np.asarray(batch.column(name).is_null()))
            values = numpy_values(batch.column(name).take(pa.array(rows)))
            self._write(prims[rows], [self._described(name, np.ascontiguousarray(values), semantic)])
        typed = np.flatnonzero(keep & ~np.asarray(batch.column("usd-prim-type").is_null()))
        types = batch.column("usd-prim-type").take(pa.array(typed)).to_pylist()
        self._write(prims[typed], [self._described("usd-prim-type", self._tokens(types))])
        listed = np.flatnonzero(keep)
        schemas = batch.column("usd-schemas").take(pa.array(listed)).to_pylist()
        # Most prims share one of a few lists.
        distinct = {names: self._tensor(names) for names in dict.fromkeys(map(tuple, schemas))}
        lists = [distinct[tuple(names)] for names in schemas]
        self._write(prims[listed], [self._described("usd-schemas", lists, array=True)])
        shared = np.flatnonzero(keep & ~np.asarray(batch.column("prototype").is_null()))
        prototypes = numpy_values(batch.column("prototype").take(pa.array(shared))).astype(np.int64)
        self._write(prims[shared], [self._described("_protoPath", self._path_ids[prototypes])])

    def write_columns(self, columns: Iterable[FedColumn]) -> None:
        """Columns of components, in one operation for each set of rows."""
        groups: dict[bytes, tuple[Ids, dict[str, Any]]] = {}
        for fed in columns:
            prims = fed.values.prim[fed.rows].astype(np.int64)
            _, described = groups.setdefault(prims.tobytes(), (prims, {}))
            described.setdefault(fed.name, self._column(fed))
        for prims, described in groups.values():
            self._write(prims, list(described.values()))

    def _column(self, fed: FedColumn) -> Any:
        convert = self._converter(fed)
        semantic = str(fed.column.semantic or "NONE")
        if fed.values.offsets is None:
            values = convert(fed.values.values[fed.rows])
            return self._described(fed.name, np.ascontiguousarray(values), semantic)
        values, offsets = convert(fed.values.values), fed.values.offsets
        bounds = zip(offsets[fed.rows].tolist(), offsets[fed.rows + 1].tolist(), strict=True)
        return self._described(fed.name, self._lists(values, bounds), semantic, array=True)

    def _lists(self, values: npt.NDArray[Any], bounds: Iterable[tuple[int, int]]) -> list[Any]:
        """Parts of a column as lists of their own; rows of several numbers are elements of as many lanes."""
        values = np.ascontiguousarray(values)
        lanes = values.shape[1] if values.ndim > 1 else 1
        # Said once: finding it out takes longer than all else of a list.
        kind = self._ovstage.DLDataType(_CODES[values.dtype.kind], 8 * values.dtype.itemsize, lanes)
        make = self._ovstage.make_dltensor
        return [make(values[first:last], dtype=kind, shape=[last - first]) for first, last in bounds]

    def _converter(self, fed: FedColumn) -> Callable[[npt.NDArray[Any]], npt.NDArray[Any]]:
        if fed.values.tokens is not None:
            ids = np.append(self._tokens(fed.values.tokens), np.uint64(0))
            if fed.column.dtype is ColumnDtype.ASSET:
                # As authored, and unresolved.
                return lambda codes: np.stack([ids[codes], np.zeros(len(codes), np.uint64)], axis=1)
            return lambda codes: ids[codes]
        if fed.column.relationship:
            return lambda paths: self._path_ids[paths.astype(np.int64)]
        return lambda numbers: numbers

    def _tokens(self, texts: Iterable[str]) -> npt.NDArray[np.uint64]:
        found, ids = [], self._token_ids
        for text in texts:
            if text not in ids:
                ids[text] = self._dictionary.intern_token(text)
            found.append(ids[text])
        return np.array(found, np.uint64)

    def _tensor(self, texts: Iterable[str]) -> Any:
        return self._ovstage.make_dltensor(self._tokens(texts))

    def _described(self, name: str, values: Any, semantic: str = "NONE", *, array: bool = False) -> Any:
        kind = getattr(self._ovstage.AttributeSemantic, semantic)
        return self._ovstage.WriteDesc(name, values, is_array=array, semantic=kind)

    def _write(self, prims: Ids, described: list[Any]) -> None:
        if not len(prims):
            return
        with (
            self._dictionary.create_path_list(self._path_ids[prims].tolist()) as path_list,
            self._stage.query_from_path_list(path_list) as query,
        ):
            self._stage.write_attributes(query, described, self._ordinal).wait()


class _PathIds:
    """Ids that a dictionary gives paths, each asked for once."""

    def __init__(self, dictionary: Any, texts: pa.Array) -> None:
        self._dictionary, self._texts = dictionary, texts
        self._ids = np.zeros(len(texts), np.uint64)

    def intern(self, places: Ids) -> None:
        """Ask for the ids of paths that have none yet."""
        missing = np.unique(places[self._ids[places] == 0])
        if missing.size:
            texts = self._texts.take(pa.array(missing)).to_pylist()
            with self._dictionary.create_path_list_from_strings(texts) as interned:
                self._ids[missing] = self._dictionary.get_paths(interned)

    def __getitem__(self, places: Ids) -> npt.NDArray[np.uint64]:
        self.intern(places)
        return self._ids[places]
