"""Values of materials that are absent."""

from __future__ import annotations

from typing import Final

import numpy as np

from columnar.diff.asked import Asked, Prediction

__all__ = ["absent_friction"]

_COLUMNS: Final = {"static_friction": "physics:staticFriction", "dynamic_friction": "physics:dynamicFriction"}


def absent_friction(asked: Asked) -> Prediction:
    """A friction that is absent or blocked: 0.5 where columns are read, 0 in USD."""
    count = len(asked.block)
    return Prediction(~asked.cells(_COLUMNS[asked.field]).present, np.full(count, 0.5), np.zeros(count))
