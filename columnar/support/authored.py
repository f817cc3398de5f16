"""The authored cells of a scene, counted column by column from the masks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.scene import Scene
from schemas.contract import Component

__all__ = ["AuthoredCells", "authored_cells"]

_UNITS: Final[Mapping[str, str]] = {
    "usd-metadata:metersPerUnit": "meters_per_unit_authored",
    "usd-metadata:kilogramsPerUnit": "kilograms_per_unit_authored",
    "usd-metadata:upAxis": "up_axis_authored",
}
"""What says whether the stage authors a unit, by the unit's column."""


class AuthoredCells(NamedTuple):
    """Cells that the stage authors, of one column and instance.

    Attributes:
        component: the column's component.
        column: its table name.
        instance: instance name of a multiple-apply component, else "".
        applied: whether the prims are of that type, or have that API schema applied.
        cells: how many; blocked ones are not counted.
    """

    component: str
    column: str
    instance: str
    applied: bool
    cells: int


def authored_cells(scene: Scene) -> list[AuthoredCells]:
    """Every column with authored cells, in the order of components, instances and columns.

    The units of the stage count as one cell each where it authors them; types, applied schemas and transforms are
    structure, which no mask tells apart, and are not counted.

    Args:
        scene: the columns.
    """
    found = [AuthoredCells("stage_units", column, "", True, 1) for column, flag in _UNITS.items() if scene.info[flag]]
    for component in scene.contract.tables:
        if component.columns and component.name in scene.tables and len(scene.rows(component.name)):
            found += _of_component(scene, component)
    return found


def _of_component(scene: Scene, component: Component) -> Iterator[AuthoredCells]:
    """One entry for each group of rows that are applied alike, and each of its columns."""
    name = component.name
    masks = scene.column(name, "authored").values & ~scene.column(name, "blocked").values
    applied = scene.column(name, "listed").values.astype(np.bool_)
    instances, numbers = _instances(scene, component, len(masks))
    groups = 2 * numbers + ~applied
    for group in np.unique(groups).tolist():
        own = masks[groups == group]
        for column in component.columns:
            count = int(np.count_nonzero((own >> np.uint64(column.bit)) & np.uint64(1)))
            if count:
                yield AuthoredCells(name, column.name, instances[group // 2], group % 2 == 0, count)


def _instances(scene: Scene, component: Component, rows: int) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Instance names in order, and (rows,) which of them each row has."""
    if not component.multiple_apply:
        return [""], np.zeros(rows, np.int64)
    codes = scene.column(component.name, "instance")
    names = list(codes.tokens or ())
    order = sorted(range(len(names)), key=names.__getitem__)
    places = np.empty(len(names), np.int64)
    places[order] = np.arange(len(names))
    return [names[code] for code in order], places[codes.values]
