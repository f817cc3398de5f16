"""The columns of a scene's tables as text: path ids as paths, float32 in its shortest form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from columnar.reports import value_text
from columnar.scene import SCENE_TABLES, Scene

__all__ = ["column_texts", "path_columns"]

_PATH_IDS = frozenset({"prim", "parent", "prototype", "targets"})
"""Columns of path ids in the tables that are no components; of a component `prim` is the only one without semantic."""


def path_columns(scene: Scene, table: str) -> frozenset[str]:
    """Names of a table's columns that hold path ids."""
    if table in SCENE_TABLES:
        return _PATH_IDS
    component = scene.contract.component(table)
    return frozenset({"prim", *(column.name for column in component.columns if column.relationship)})


def column_texts(column: pa.Array, *, paths: Sequence[str] | None = None) -> list[str]:
    """Every value of a column as one line of text.

    Args:
        column: a column of a table.
        paths: the scene's paths by id where the column holds path ids.
    """
    values = column.to_pylist()
    if paths is not None:
        return [value_text(_names(value, paths)) for value in values]
    element = column.type
    while pa.types.is_list(element) or pa.types.is_fixed_size_list(element):
        element = element.value_type
    single = pa.types.is_float32(element) or pa.types.is_float16(element)
    return [value_text(value, single=single) for value in values]


def _names(value: Any, paths: Sequence[str]) -> Any:
    if isinstance(value, list):
        return [paths[i] for i in value]
    return value if value is None else paths[value]
