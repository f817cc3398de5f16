"""SQL over a scene's tables, through DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import pyarrow as pa

from columnar.queries.querying import require_scene
from columnar.scene import Scene, SceneError, table_struct

__all__ = ["sql"]

_CLOSED: Mapping[str, str] = {"enable_external_access": "false", "autoinstall_known_extensions": "false"}
"""A statement sees the scene and nothing else: no files, no network, no extensions."""


def sql(scene: Scene, statement: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None) -> pa.Table:
    """The answer to a SQL statement over the scene's tables, each under its name.

    Tables are components, `prim`, `path`, `property` and `report`, columns those of the contract (quoted, as their
    names hold colons). `path` has the ids that other tables refer to in a column `id`; tables that were not populated
    are empty. The scene's memory is read as it is.

    Args:
        scene: any scene.
        statement: one DuckDB statement.
        parameters: values for `?` or `$name` in the statement.

    Raises:
        SceneError: DuckDB is not installed, or does not take the statement.
    """
    require_scene(scene, "sql")
    try:
        duckdb = import_module("duckdb")
    except ModuleNotFoundError:
        raise SceneError("sql needs DuckDB, which is not installed: pip install 'arrowstage[sql]'") from None
    with duckdb.connect(config=dict(_CLOSED)) as connection:
        for field in scene.batch.schema:
            if field.name != "scene":
                connection.register(field.name, _table(scene, field.name))
        try:
            answer = connection.sql(statement, params=parameters)
            if answer is None:
                raise SceneError(f"sql: no statement in {statement!r}; expected a SELECT")
            return answer.to_arrow_table()
        except (duckdb.Error, TypeError) as error:  # TypeError: parameters that are no sequence
            raise SceneError(f"sql: {error}") from None


def _table(scene: Scene, name: str) -> pa.Table:
    if name not in scene.tables:
        return pa.schema(list(table_struct(scene.contract, name))).empty_table()
    table = scene.table(name)
    if name != "path":
        return table
    return table.add_column(
        0, pa.field("id", pa.uint64(), nullable=False), pa.array(np.arange(len(table), dtype=np.uint64))
    )
