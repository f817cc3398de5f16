"""A scene as checks look at it: cells looked up for many prims, rows of components, what a consumer makes of them."""

from columnar.inspection.column_cells import Cells, ColumnCells
from columnar.inspection.inspection import ComponentRows, Hit, Inspection
from columnar.inspection.lanes import all_lanes, any_lane, lane_norm, row_norm

__all__ = [
    "Cells",
    "ColumnCells",
    "ComponentRows",
    "Hit",
    "Inspection",
    "all_lanes",
    "any_lane",
    "lane_norm",
    "row_norm",
]
