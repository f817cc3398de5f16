"""Scenes from a few cells, parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from columnar.assembly import scene_from_tables
from columnar.descriptors import Descriptors
from columnar.parsing import parse

__all__ = ["bodies", "matrix", "parsed", "rows"]

Tables = Mapping[str, Mapping[str, Sequence[Any]]]


def parsed(tables: Tables, *, profile: str = "ovphysx", fill: bool = True, **units: Any) -> Descriptors:
    """Descriptors of the scene these tables describe; without `fill` cells that are not given are absent."""
    return parse(scene_from_tables(tables, fill=fill, **units), profile)


def rows(found: Descriptors, table: str) -> dict[Any, dict[str, Any]]:
    """Rows of a table by path, or by (joint, axis)."""
    entries = found.table(table).arrow.to_pylist()
    return {(row["joint"], row["axis"]) if "joint" in row else row["path"]: row for row in entries}


def bodies(*paths: str) -> dict[str, dict[str, Any]]:
    """Tables of plain bodies at the origin."""
    return {"PhysicsRigidBodyAPI": {"prim": list(paths)}}


def matrix(*, scale: Sequence[float] = (1, 1, 1), turn: float = 0.0, move: Sequence[float] = (0, 0, 0)) -> list[float]:
    """Sixteen numbers of a transform: scale, then a turn of so many degrees about Z, then a translation."""
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    found = np.eye(4)
    found[:3, :3] = np.diag(scale) @ np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]])
    found[3, :3] = move
    return [float(value) for value in found.reshape(-1)]
