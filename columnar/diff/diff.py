"""`diff`: two descriptors, row by row and field by field."""

from __future__ import annotations

import numpy as np

from columnar.descriptors import Descriptors
from columnar.diff.differences import Block, Differences
from columnar.diff.keyed_rows import ROW, pair_rows
from columnar.diff.path_numbers import PathNumbers
from columnar.diff.recognition import recognise
from columnar.diff.sides import Side, value_fields
from columnar.scene import Scene, numbered_by_path
from schemas.descriptors import DESCRIPTOR_TABLES

__all__ = ["diff"]


def diff(a: Descriptors, b: Descriptors, *, scene: Scene | None = None) -> Differences:
    """Every difference of two descriptors of one scene, each with the finding that predicts it.

    Rows are matched by their keys. Numbers are equal within the tolerance of `columnar.diff.tolerance`, NaN equals NaN,
    a quaternion equals its negative; everything else must be the same.

    Args:
        a: what a consumer makes of the columns.
        b: what a walker makes of the stage, or another consumer of the columns.
        scene: the columns. Without it no difference can be recognised.
    """
    scene = None if scene is None else numbered_by_path(scene)
    dictionaries = [side.paths.arrow for side in (a, b)] + ([] if scene is None else [scene.paths.arrow])
    numbers = PathNumbers(*dictionaries)
    sides = Side(a, numbers), Side(b, numbers)
    blocks = [block for table in DESCRIPTOR_TABLES for block in _table_blocks(*sides, table) if len(block)]
    found = Differences(*sides, tuple(blocks), ())
    return found if scene is None or not blocks else recognise(found, scene)


def _table_blocks(a: Side, b: Side, table: str) -> list[Block]:
    rows_a, rows_b = pair_rows(a, b, table)
    both = (rows_a >= 0) & (rows_b >= 0)
    blocks = [_block(table, ROW, rows_a[~both], rows_b[~both])]
    rows_a, rows_b = rows_a[both], rows_b[both]
    for field in value_fields(a.descriptors.table(table).schema, table):
        differing = np.flatnonzero(~a.equal(table, field, rows_a, b, rows_b))
        blocks.append(_block(table, field, rows_a[differing], rows_b[differing]))
    return blocks


def _block(table: str, field: str, rows_a: np.ndarray, rows_b: np.ndarray) -> Block:
    return Block(table, field, rows_a, rows_b, np.full(len(rows_a), -1, np.int32))
