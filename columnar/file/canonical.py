"""Scenes as one record batch whose bytes depend on their content alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from columnar.file.closed_sets import closed_sets
from columnar.scene import Scene, encode_tokens, numpy_values, scene_schema
from schemas.contract import Contract

__all__ = ["scene_batch"]


def scene_batch(scenes: Sequence[Scene]) -> pa.RecordBatch:
    """One row per scene, in order; dictionaries hold the tokens in use (closed sets whole) and are shared by all rows.

    Columns of a single scene that are canonical already, which those of a populated one are, go in without a copy.

    Args:
        scenes: at least one, all under the same contract.
    """
    contract = scenes[0].contract
    schema = scene_schema(contract)
    columns = [pa.concat_arrays([scene.batch.column("scene") for scene in scenes])]
    tables = [field for field in schema if field.name != "scene"]
    columns += [_table([scene.batch.column(table.name) for scene in scenes], table, contract) for table in tables]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _table(lists: Sequence[pa.ListArray], field: pa.Field, contract: Contract) -> pa.Array:
    """The rows of all scenes one after the other; the null list of an unpopulated table stays one."""
    struct = field.type.value_type
    scenes = [array[0].values for array in lists]
    children = [_children(rows, array) for rows, array in zip(scenes, lists, strict=True) if rows]
    closed = closed_sets(contract, field.name)
    arrays = [
        _column([part[index] for part in children], child.type, closed.get(child.name, ()))
        for index, child in enumerate(struct)
    ]
    offsets = np.cumsum([0, *(0 if rows is None else len(rows) for rows in scenes)])
    missing = np.array([rows is None for rows in scenes])
    rows = pa.StructArray.from_arrays(arrays, fields=list(struct))
    mask = pa.array(missing) if missing.any() else None
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), rows, type=field.type, mask=mask)


def _children(rows: pa.StructArray, array: pa.ListArray) -> list[pa.Array]:
    """The columns of a scene's rows, cut out of those of other scenes, which would otherwise be written with them."""
    children: list[pa.Array] = rows.flatten()
    if len(rows) == len(array.values):
        return children
    return [pa.concat_arrays([child, child.slice(0, 0)]) for child in children]


def _column(parts: Sequence[pa.Array], kind: pa.DataType, closed: tuple[str, ...]) -> pa.Array:
    if not parts:
        return pa.array([], kind)
    nested = pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type)
    if not (nested or pa.types.is_dictionary(kind)):
        return parts[0] if len(parts) == 1 else pa.concat_arrays(parts)
    if len(parts) == 1 and _is_canonical(parts[0].flatten() if nested else parts[0], closed):
        return parts[0]
    return encode_tokens(pa.concat_arrays([_decoded(part) for part in parts]), closed)


def _is_canonical(tokens: pa.DictionaryArray, closed: tuple[str, ...]) -> bool:
    """Whether the dictionary is the one that `encode_tokens` would make for these cells."""
    dictionary = tokens.dictionary.to_pylist()
    if len(dictionary) < len(closed):
        return False
    codes = numpy_values(tokens)
    used = np.bincount(codes[codes >= 0], minlength=len(dictionary)) > 0
    head, others = dictionary[: len(closed)], dictionary[len(closed) :]
    return tuple(head) == closed and bool(used[len(closed) :].all()) and others == sorted(others, key=str.encode)


def _decoded(array: pa.Array) -> pa.Array:
    """Tokens as text, lists of tokens as lists of text."""
    if not pa.types.is_list(array.type):
        return array.dictionary_decode()
    return array.cast(pa.list_(pa.field("item", pa.string(), nullable=False)))
