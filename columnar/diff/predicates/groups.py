"""Collision groups."""

from __future__ import annotations

import numpy as np

from columnar.diff.asked import Asked, Prediction

__all__ = ["inverted_group"]


def inverted_group(asked: Asked) -> Prediction:
    """An inverted group: not inverted where columns are read."""
    cells = asked.cells("physics:invertFilteredGroups")
    count = len(asked.block)
    inverted = cells.present & cells.values.astype(np.bool_)
    return Prediction(inverted, np.zeros(count, np.bool_), np.ones(count, np.bool_))
