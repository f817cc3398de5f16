"""A row of MjcActuator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

__all__ = ["MjcActuator"]


_WITH_UNITS: Final = ("mjc:gainPrm", "mjc:biasPrm", "mjc:forceRange:min", "mjc:forceRange:max")


@dataclass(frozen=True)
class MjcActuator:
    """One actuator.

    Attributes:
        path: its prim.
        target: path of what it acts on; None for nothing.
        cells: by column.
    """

    path: str
    target: str | None
    cells: Mapping[str, Any]

    def with_units(self) -> list[tuple[str, Any]]:
        """Columns and values that hold forces or torques."""
        return [(name, self.cells[name]) for name in _WITH_UNITS if np.any(self.cells.get(name) or 0.0)]
