"""What known runtimes make of the authored cells of a scene."""

from columnar.support.authored import AuthoredCells, authored_cells
from columnar.support.supported import SupportedCells, supported_cells

__all__ = ["AuthoredCells", "SupportedCells", "authored_cells", "supported_cells"]
