"""Values that one side cuts off."""

from __future__ import annotations

from typing import Final

import numpy as np

from columnar.diff.asked import Asked, Prediction
from schemas.contract import FLT_MAX

__all__ = ["negative_tuning", "unlimited_force"]

_TUNING: Final = {
    "restitution": "restitution",
    "bounce_threshold": "bounceThreshold",
    "stiffness": "stiffness",
    "damping": "damping",
}


def unlimited_force(asked: Asked) -> Prediction:
    """A force limit that is infinite or absent: FLT_MAX where columns are read, as it is in USD."""
    cells = asked.cells("physics:maxForce", instances=asked.axes)
    usd = cells.filled(np.inf)
    endless = ~np.isfinite(usd) & ~cells.blocked
    return Prediction(endless, np.full(len(usd), FLT_MAX), usd)


def negative_tuning(asked: Asked) -> Prediction:
    """A tuning value of a limit below 0: 0 where columns are read, as it is in USD."""
    instances = np.where(np.isin(asked.axes, ("cone0", "cone1")), "cone", asked.axes)
    cells = asked.cells(_TUNING[asked.field], instances=instances)
    return Prediction(cells.present & cells.listed & (cells.values < 0), np.zeros(len(instances)), cells.values)
