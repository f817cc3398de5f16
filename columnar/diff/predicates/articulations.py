"""Settings of articulations that are absent."""

from __future__ import annotations

from typing import Final

import numpy as np

from columnar.diff.asked import Asked, Prediction

__all__ = ["absent_threshold"]

_COEFFICIENTS: Final = {"sleep_threshold": (5e-5, 5e-5), "stabilization_threshold": (1e-2, 1e-5)}
"""What columns are scaled from, and what the schema says."""


def absent_threshold(asked: Asked) -> Prediction:
    """An absent threshold: scaled with the stage units where columns are read, the schema's plain value in USD."""
    scaled, plain = _COEFFICIENTS[asked.field]
    meters = asked.columns.scene.info["usd-metadata:metersPerUnit"]
    column = {"sleep_threshold": "sleepThreshold", "stabilization_threshold": "stabilizationThreshold"}[asked.field]
    cells = asked.cells(f"physxArticulation:{column}")
    count = len(asked.block)
    return Prediction(~cells.present, np.full(count, scaled * (10 / meters) ** 2), np.full(count, plain))
