"""Descriptors from plain rows, for producers that walk objects one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from columnar.descriptors.descriptors import Descriptors, Units
from columnar.scene import encode_tokens
from schemas.descriptors import DESCRIPTOR_TABLES, PATH, TABLE_KEYS, DescriptorRow, arrow_schema

__all__ = ["descriptors_from_rows"]

Rows = Mapping[str, Iterable[Mapping[str, Any] | DescriptorRow]]


def descriptors_from_rows(rows: Rows, *, profile: str, units: Units) -> Descriptors:
    """Descriptors from rows given as mappings or row objects, table by table, in any order.

    Args:
        rows: by table name; tables left out are empty. Paths and tokens are strings, vectors and quaternions sequences;
            nullable fields may be left out.
        profile: name of the consumer.
        units: the stage's units.

    Raises:
        KeyError: a table or field that does not exist, or a field that must be given.
    """
    unknown = sorted(set(rows) - set(DESCRIPTOR_TABLES))
    if unknown:
        raise KeyError(f"no descriptor table {unknown[0]!r}; there are: {', '.join(DESCRIPTOR_TABLES)}")
    columns = {
        name: _columns(name, arrow_schema(row), [_mapping(entry) for entry in rows.get(name, ())])
        for name, row in DESCRIPTOR_TABLES.items()
    }
    paths = _distinct(_path_strings(columns))
    tables = {
        name: pa.Table.from_arrays(
            [_array(columns[name][field.name], field, paths) for field in arrow_schema(row)], schema=arrow_schema(row)
        )
        for name, row in DESCRIPTOR_TABLES.items()
    }
    return Descriptors.from_tables(tables, profile=profile, units=units, paths=paths)


def _mapping(entry: Mapping[str, Any] | DescriptorRow) -> Mapping[str, Any]:
    return entry.model_dump() if isinstance(entry, DescriptorRow) else entry


def _columns(table: str, schema: pa.Schema, entries: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Values by field, the rows sorted by the table's keys."""
    codes = {field.name: _token_order(field) for field in schema if _has_tokens(field)}

    def key(entry: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(_sort_value(entry.get(name), codes.get(name)) for name in TABLE_KEYS.get(table, ("path",)))

    for entry in entries:
        wrong = sorted(set(entry) - set(schema.names))
        if wrong:
            raise KeyError(f"table {table!r} has no field {wrong[0]!r}; it has: {', '.join(schema.names)}")
    ordered = sorted(entries, key=key)
    return {
        field.name: [entry.get(field.name) if field.nullable else entry[field.name] for entry in ordered]
        for field in schema
    }


def _has_tokens(field: pa.Field) -> bool:
    return b"tokens" in (field.metadata or {})


def _token_order(field: pa.Field) -> dict[str, int]:
    return {token: code for code, token in enumerate(json.loads(field.metadata[b"tokens"]))}


def _sort_value(value: Any, order: Mapping[str, int] | None) -> tuple[bool, Any]:
    if value is None:
        return False, b""
    return True, str(value).encode() if order is None else order[str(value)]


def _path_strings(columns: Mapping[str, Mapping[str, list[Any]]]) -> Iterator[str]:
    for name, row in DESCRIPTOR_TABLES.items():
        for field in arrow_schema(row):
            if field.type == PATH:
                yield from (path for path in columns[name][field.name] if path is not None)
            elif pa.types.is_list(field.type):
                yield from (path for paths in columns[name][field.name] for path in paths)


def _distinct(strings: Iterable[str]) -> pa.Array:
    return pa.array(sorted(set(strings), key=str.encode), pa.large_string())


def _array(values: list[Any], field: pa.Field, paths: pa.Array) -> pa.Array:
    if field.type == PATH:
        return _path_array(values, paths)
    if pa.types.is_list(field.type):
        offsets = np.concatenate([[0], np.cumsum([len(entry) for entry in values], dtype=np.int64)]).astype(np.int32)
        members = _path_array([path for entry in values for path in entry], paths)
        return pa.ListArray.from_arrays(pa.array(offsets), members, type=field.type)
    if _has_tokens(field):
        strings = pa.array([None if value is None else str(value) for value in values], pa.string())
        return encode_tokens(strings, tuple(_token_order(field)))
    return pa.array(values, field.type)


def _path_array(values: Sequence[str | None], paths: pa.Array) -> pa.Array:
    codes = pc.index_in(pa.array(values, pa.large_string()), value_set=paths, skip_nulls=True)
    return pa.DictionaryArray.from_arrays(codes.cast(pa.int32()), paths)
