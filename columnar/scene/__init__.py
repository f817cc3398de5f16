"""A scene in memory: its Arrow layout, tables, columns and paths, and the transforms that make world matrices."""

from columnar.scene.cell_equality import equal_cells
from columnar.scene.cells import cells, json_value
from columnar.scene.layout import (
    FORMAT_KEY,
    MATRIX,
    SCENE_TABLES,
    VERSION_KEY,
    PathKind,
    ReportCode,
    scene_schema,
    table_struct,
)
from columnar.scene.path_names import PATH_RULE, invalid_path_names, text_buffers
from columnar.scene.renumbering import map_path_ids, numbered_by_path
from columnar.scene.row_order import instance_ranks, row_keys, take_rows
from columnar.scene.scene import Paths, Scene, SceneError, column_values
from columnar.scene.scene_equality import equal_scenes
from columnar.scene.tokens import encode_tokens
from columnar.scene.transforms import multiply, world_matrices
from columnar.scene.trigonometry import sin_cos
from columnar.scene.values import ColumnValues, numpy_values, taken, unwritten, valid_mask

__all__ = [
    "FORMAT_KEY",
    "MATRIX",
    "PATH_RULE",
    "SCENE_TABLES",
    "VERSION_KEY",
    "ColumnValues",
    "PathKind",
    "Paths",
    "ReportCode",
    "Scene",
    "SceneError",
    "cells",
    "column_values",
    "encode_tokens",
    "equal_cells",
    "equal_scenes",
    "instance_ranks",
    "invalid_path_names",
    "json_value",
    "map_path_ids",
    "multiply",
    "numbered_by_path",
    "numpy_values",
    "row_keys",
    "scene_schema",
    "sin_cos",
    "table_struct",
    "take_rows",
    "taken",
    "text_buffers",
    "unwritten",
    "valid_mask",
    "world_matrices",
]
