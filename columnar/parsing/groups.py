"""The table of collision groups."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from columnar.parsing.arrays import Lists
from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.namespace import Namespace
from columnar.parsing.shapes import shape_rows

__all__ = ["group_columns"]


def group_columns(columns: SceneColumns, namespace: Namespace) -> dict[str, Any]:
    """Columns of the group table; members are shapes."""
    rules = columns.rules.groups
    rows = columns.rows("PhysicsCollisionGroup")
    nameless: list[str | None] = [None] * len(rows)
    names = rows.text("physics:mergeGroup") if rules.merge else nameless
    heads = _heads(names)
    group, member = _pairs(rows, "collection:colliders")
    shapes = np.isin(member, shape_rows(columns, namespace)[0].prim)
    group, member = group[shapes], member[shapes]
    if rules.one_group_per_collider:
        group, member = _first_groups(group, member)
    filtering, filtered = _pairs(rows, "physics:filteredGroups")
    kept = np.flatnonzero(heads == np.arange(len(rows)))
    merged = np.flatnonzero([name not in (None, "") for name in names])
    inverted = rows.flags("physics:invertFilteredGroups") if rules.invert else np.zeros(len(rows), np.bool_)
    return {
        "path": rows.prim[kept],
        "members": _lists(heads[group], member, kept, sort=True),
        "filtered_groups": _lists(heads[filtering], filtered, kept),
        "inverted": inverted[kept],
        "merge_group": pa.array([names[row] or None for row in kept.tolist()], pa.string()),
        "merged_groups": _lists(heads[merged], rows.prim[merged], kept),
    }


def _heads(names: list[str | None]) -> Ids:
    """Row of the first group of the same merge name, for each group; its own row without a name."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(name, row) if name else row for row, name in enumerate(names)], np.int64)


def _pairs(rows: Rows, column: str) -> tuple[Ids, Ids]:
    """Row and target of every target of a relationship."""
    offsets, targets = rows.targets(column)
    return np.repeat(np.arange(len(rows)), np.diff(offsets)), targets


def _first_groups(group: Ids, member: Ids) -> tuple[Ids, Ids]:
    """Each member in the first of its groups only."""
    _, first = np.unique(member, return_index=True)
    first.sort()
    return group[first], member[first]


def _lists(group: Ids, ids: Ids, kept: Ids, *, sort: bool = False) -> Lists:
    """Ids by group, for the groups that are kept; sorted and without repetitions if asked."""
    order = np.lexsort((ids, group)) if sort else np.argsort(group, kind="stable")
    group, ids = group[order], ids[order]
    if sort and len(ids):
        new = np.append(True, (group[1:] != group[:-1]) | (ids[1:] != ids[:-1]))
        group, ids = group[new], ids[new]
    ends = np.searchsorted(group, kept, side="right")
    return Lists(np.append(0, ends), ids)
