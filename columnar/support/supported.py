"""Authored cells against the support tables of runtimes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from columnar.scene import Scene
from columnar.support.authored import AuthoredCells, authored_cells
from schemas.support import ColumnSupport, RuntimeSupport

__all__ = ["SupportedCells", "supported_cells"]


class SupportedCells(NamedTuple):
    """Authored cells of one column, and what each runtime makes of them.

    Attributes:
        authored: the cells.
        support: what becomes of them, in the order of the runtimes.
    """

    authored: AuthoredCells
    support: tuple[ColumnSupport, ...]


def supported_cells(scene: Scene, runtimes: Sequence[RuntimeSupport]) -> list[SupportedCells]:
    """What runtimes make of every authored cell of a scene.

    Args:
        scene: the columns.
        runtimes: support tables.
    """
    return [
        SupportedCells(
            cells,
            tuple(
                runtime.cell(cells.component, cells.column, instance=cells.instance, applied=cells.applied)
                for runtime in runtimes
            ),
        )
        for cells in authored_cells(scene)
    ]
