"""Which density holds for a shape."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids, SceneColumns

__all__ = ["shape_densities"]

_WATER: Final = 1000.0
"""Default density in kilograms per cubic metre."""


def shape_densities(columns: SceneColumns, prims: Ids, body: Ids, material: Ids) -> npt.NDArray[np.float32]:
    """The first density stated by the shape, its body or its material, else that of water in stage units."""
    info = columns.scene.info
    meters = np.float32(info["usd-metadata:metersPerUnit"])
    kilograms = np.float32(info["usd-metadata:kilogramsPerUnit"])
    with np.errstate(all="ignore"):
        found = np.full(len(prims), np.float32(_WATER) * meters * meters * meters / kilograms)
    # The strongest comes last.
    for holders, component in ((material, "PhysicsMaterialAPI"), (body, "PhysicsMassAPI"), (prims, "PhysicsMassAPI")):
        density = _densities(columns, component, holders)
        found = np.where(density > 0, density, found)
    return found.astype(np.float32)


def _densities(columns: SceneColumns, component: str, holders: Ids) -> npt.NDArray[np.float32]:
    """Density that each holder states, 0 for none."""
    rows = columns.rows(component)
    values = np.append(rows.numbers("physics:density"), np.float32(0))
    spot = np.searchsorted(rows.prim, holders)
    hit = np.append(rows.prim, -1)[spot] == holders
    return np.where(hit & (holders >= 0), values[spot], np.float32(0))
