"""Descriptor files: the tables a consumer makes of a scene, as one Arrow file that any Arrow tool reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.descriptors import Descriptors, Units
from columnar.file.problems import Problem, SceneFileError
from columnar.file.replacing import replacing
from columnar.scene import numpy_values
from schemas.descriptors import DESCRIPTOR_TABLES, PATH, arrow_schema

__all__ = ["open_descriptors", "save_descriptors"]

_FORMAT_KEY: Final = b"arrowstage:descriptors"
_PROFILE_KEY: Final = b"arrowstage:profile"
_UNITS_KEY: Final = b"arrowstage:units"
_FORMAT: Final = b"1"


def save_descriptors(descriptors: Descriptors, path: str | os.PathLike[str]) -> None:
    """Write descriptor tables to one file: a row with a list of structs for each table.

    Profile and units are in the schema's metadata. Each path column has a dictionary of the paths it uses. Equal
    descriptors give equal bytes.

    Raises:
        SceneFileError: the file cannot be written.
    """
    columns = [_compact(descriptors.table(name).arrow) for name in DESCRIPTOR_TABLES]
    arrays = [_as_list(pa.StructArray.from_arrays(arrays, fields=fields)) for arrays, fields in columns]
    metadata = {
        _FORMAT_KEY: _FORMAT,
        _PROFILE_KEY: descriptors.profile.encode(),
        _UNITS_KEY: json.dumps(asdict(descriptors.units)).encode(),
    }
    fields = [pa.field(name, array.type, nullable=False) for name, array in zip(DESCRIPTOR_TABLES, arrays, strict=True)]
    batch = pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields, metadata=metadata))
    with replacing(path) as stream, pa.ipc.new_file(stream, batch.schema) as writer:
        writer.write_batch(batch)


def open_descriptors(path: str | os.PathLike[str]) -> Descriptors:
    """The descriptors that `save_descriptors` wrote.

    Raises:
        SceneFileError: there is no such file, or it is no descriptor file of this format.
    """
    try:
        with pa.OSFile(os.fspath(path)) as source:
            batch = pa.ipc.open_file(source).get_batch(0)
    except (OSError, pa.ArrowInvalid) as error:
        raise SceneFileError(path, Problem("", f"does not open: {error}", "a file that parse -o wrote")) from error
    metadata = batch.schema.metadata or {}
    if metadata.get(_FORMAT_KEY) != _FORMAT or batch.schema.names != list(DESCRIPTOR_TABLES):
        raise SceneFileError(path, Problem("", "is no descriptor file of this version", "a file that parse -o wrote"))
    tables = {name: _rows(batch.column(name)) for name in DESCRIPTOR_TABLES}
    dictionaries = [array for table in tables.values() for array in _dictionaries(table)]
    names = pa.chunked_array([pa.array([], pa.large_string()), *dictionaries]).unique()
    names = names.take(pc.sort_indices(names))
    return Descriptors.from_tables(
        {name: _shared(table, arrow_schema(DESCRIPTOR_TABLES[name]), names) for name, table in tables.items()},
        profile=metadata[_PROFILE_KEY].decode(),
        units=Units(**json.loads(metadata[_UNITS_KEY])),
        paths=names,
    )


def _compact(table: pa.Table) -> tuple[list[pa.Array], list[pa.Field]]:
    """The columns of a table, each path column with the paths it uses only."""
    arrays = [_used_paths(table.column(field.name).combine_chunks(), field) for field in table.schema]
    return arrays, list(table.schema)


def _used_paths(array: pa.Array, field: pa.Field) -> pa.Array:
    if field.type == PATH:
        ids = numpy_values(array).astype(np.int64)
        used = np.unique(ids[ids >= 0])
        return _path_array(np.searchsorted(used, ids), ids >= 0, array.dictionary.take(pa.array(used)))
    if pa.types.is_list(field.type):
        members = _used_paths(array.flatten(), field.type.value_field)
        offsets = np.asarray(array.offsets)
        return pa.ListArray.from_arrays(pa.array(offsets - offsets[:1]), members, type=field.type)
    return array


def _shared(table: pa.RecordBatch, schema: pa.Schema, names: pa.Array) -> pa.Table:
    """A table whose path columns have one dictionary."""
    return pa.Table.from_arrays(
        [_with_names(table.column(field.name), field, names) for field in schema], schema=schema
    )


def _with_names(array: pa.Array, field: pa.Field, names: pa.Array) -> pa.Array:
    if field.type == PATH:
        numbers = np.append(np.asarray(pc.index_in(array.dictionary, value_set=names)), 0)
        ids = numpy_values(array)
        return _path_array(numbers[ids], ids >= 0, names)
    if pa.types.is_list(field.type):
        members = _with_names(array.flatten(), field.type.value_field, names)
        return pa.ListArray.from_arrays(array.offsets, members, type=field.type)
    return array


def _path_array(ids: npt.NDArray[np.int64], valid: npt.NDArray[np.bool_], names: pa.Array) -> pa.Array:
    mask = None if valid.all() else ~valid
    return pa.DictionaryArray.from_arrays(pa.array(ids.astype(np.int32), mask=mask), names)


def _as_list(rows: pa.StructArray) -> pa.Array:
    kind = pa.list_(pa.field("item", rows.type, nullable=False))
    return pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows, type=kind)


def _rows(column: pa.Array) -> pa.RecordBatch:
    return pa.RecordBatch.from_struct_array(column[0].values)


def _dictionaries(table: pa.RecordBatch) -> Iterator[pa.Array]:
    for column, field in zip(table.columns, table.schema, strict=True):
        if field.type == PATH:
            yield column.dictionary
        elif pa.types.is_list(field.type):
            yield column.values.dictionary
