"""A row of MjcActuator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["MjcActuator"]


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
