"""Physics bindings that lead to no physics material."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction

__all__ = ["broken_binding"]

Ids = npt.NDArray[np.int64]

_WATER: Final = 1000.0


def broken_binding(asked: Asked) -> Prediction:
    """A physics binding to what is no physics material, at or above a collider that has a general one.

    Where columns are read the general one counts; in USD the other one hides it.
    """
    broken = np.array([_nearest(asked, int(prim), "material:binding:physics") for prim in asked.prims], np.int64)
    general = np.array([_nearest(asked, int(prim), "material:binding") for prim in asked.prims], np.int64)
    material = asked.columns.read("PhysicsMaterialAPI", "physics:density", broken)
    applies = (broken >= 0) & ~material.listed & (general >= 0)
    if asked.field == "material":
        numbers = asked.a.numbers.of(asked.columns.scene.paths.arrow)
        return Prediction(applies, numbers[general], np.full(len(general), -1))
    density = asked.columns.read("PhysicsMaterialAPI", "physics:density", general)
    return Prediction(applies & (density.filled(0) > 0), density.filled(0), np.full(len(general), _water(asked)))


def _nearest(asked: Asked, prim: int, column: str) -> int:
    """First target of a binding on the nearest prim at or above one, -1 for none."""
    paths = asked.columns.scene.paths
    path = paths[prim] if prim >= 0 else ""
    while path:
        found = paths.find(path)
        cells = asked.columns.read("MaterialBindingAPI", column, np.array([-1 if found is None else found]))
        target: Any = cells.filled(-1)[0]
        if target >= 0:
            return int(target)
        path = path.rpartition("/")[0]
    return -1


def _water(asked: Asked) -> float:
    info = asked.columns.scene.info
    return float(_WATER * info["usd-metadata:metersPerUnit"] ** 3 / info["usd-metadata:kilogramsPerUnit"])
