"""Two sides of one scene compared: descriptors field by field, scenes cell by cell, and columns that mislead."""

from columnar.diff.check import Trap, check
from columnar.diff.diff import diff
from columnar.diff.differences import Difference, Differences
from columnar.diff.scenes import SceneDifferences, diff_scenes

__all__ = ["Difference", "Differences", "SceneDifferences", "Trap", "check", "diff", "diff_scenes"]
