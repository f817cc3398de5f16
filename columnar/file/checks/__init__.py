"""The checks that make a scene file safe to work with, each over whole columns."""

from columnar.file.checks.cells import check_cells
from columnar.file.checks.components import check_components
from columnar.file.checks.findings import Findings
from columnar.file.checks.notes import check_properties, check_reports
from columnar.file.checks.paths import PathIndex, check_paths
from columnar.file.checks.tables import Tables, batch_tables, scene_tables

__all__ = [
    "Findings",
    "PathIndex",
    "Tables",
    "batch_tables",
    "check_cells",
    "check_components",
    "check_paths",
    "check_properties",
    "check_reports",
    "scene_tables",
]
