"""`diff_scenes`: the cells of two scenes, by path and never by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from columnar.diff.differences import Difference
from columnar.diff.keyed_rows import ROW, pair_rows
from columnar.diff.path_numbers import PathNumbers
from columnar.diff.scene_sides import SceneSide, TokenNumbers, table_columns
from columnar.scene import Scene, numbered_by_path

__all__ = ["SceneDifferences", "diff_scenes"]

_UNITS: Final = ("usd-metadata:metersPerUnit", "usd-metadata:kilogramsPerUnit", "usd-metadata:upAxis")


class SceneDifferences(Sequence[Difference]):
    """Added, removed and changed rows of two scenes.

    A row that only one scene has is a difference of the field `row`; its value is all present cells of the row. Fields
    are full column names.
    """

    def __init__(self, found: Sequence[Difference]) -> None:
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, index: Any) -> Any:
        return self._found[index]

    @property
    def unexplained(self) -> int:
        """All of them: findings are about consumers."""
        return len(self)

    @property
    def simulated(self) -> bool:
        """Whether a simulation may see any of them."""
        return len(self) > 0

    def to_json(self) -> dict[str, Any]:
        """`{"differences": [...], "unexplained": n}` in JSON's types."""
        return {"differences": [found.to_json() for found in self], "unexplained": self.unexplained}


def diff_scenes(a: Scene, b: Scene) -> SceneDifferences:
    """Every cell in which two scenes differ, exactly; NaN equals NaN.

    Cells, prim types, API schemas, transforms, stage units and the masks `listed` and `blocked` count; where a scene
    came from, what was reported and whether a value was authored do not.

    Args:
        a: the first scene.
        b: the second scene.
    """
    a, b = numbered_by_path(a), numbered_by_path(b)
    paths, tokens = PathNumbers(a.paths.arrow, b.paths.arrow), TokenNumbers()
    sides = SceneSide(a, paths, tokens), SceneSide(b, paths, tokens)
    tables = ["prim", *(component.name for component in a.contract.tables), "property"]
    found = [
        *_units(a, b),
        *(difference for table in tables if any(s.has(table) for s in sides) for difference in _table(*sides, table)),
    ]
    return SceneDifferences(found)


def _units(a: Scene, b: Scene) -> Iterator[Difference]:
    for name in _UNITS:
        if a.info[name] != b.info[name]:
            yield Difference("scene", "/", {}, name, a.info[name], b.info[name], None)


def _table(a: SceneSide, b: SceneSide, table: str) -> list[Difference]:
    rows_a, rows_b = pair_rows(a, b, table)
    both = (rows_a >= 0) & (rows_b >= 0)
    places = [
        (int(spot), "", _missing(a, b, table, int(rows_a[spot]), int(rows_b[spot]))) for spot in np.flatnonzero(~both)
    ]
    spots = np.flatnonzero(both)
    for column in table_columns(a.scene, table) if spots.size else ():
        differing = spots[~a.equal(table, column, rows_a[spots], b, rows_b[spots])]
        places += [
            (spot, column, _changed(a, b, table, column, int(rows_a[spot]), int(rows_b[spot])))
            for spot in differing.tolist()
        ]
    return [difference for _, _, difference in sorted(places, key=lambda place: place[:2])]


def _missing(a: SceneSide, b: SceneSide, table: str, row_a: int, row_b: int) -> Difference:
    side, row = (a, row_a) if row_a >= 0 else (b, row_b)
    cells = side.row(table, row)
    return Difference(
        table, side.path(table, row), {}, ROW, cells if row_a >= 0 else None, cells if row_b >= 0 else None, None
    )


def _changed(a: SceneSide, b: SceneSide, table: str, column: str, row_a: int, row_b: int) -> Difference:
    values = a.value(table, column, row_a), b.value(table, column, row_b)
    return Difference(table, a.path(table, row_a), {}, a.name(table, column, row_a), *values, None)
