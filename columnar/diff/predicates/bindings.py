"""Materials that colliders find above them where USD finds none."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction

__all__ = ["hidden_binding"]

Ids = npt.NDArray[np.int64]

_COLUMNS: Final = ("material:binding:physics", "material:binding")
_WATER: Final = 1000.0


def hidden_binding(asked: Asked) -> Prediction:
    """A collider for which the producer resolved no physics material, below a prim that has one.

    Where columns are read the one above counts; in USD a binding in between, which has no row, leads elsewhere.
    """
    none = ~asked.cells("material:binding:physics", component="MaterialBindingAPI").present
    bound = np.array([_above(asked, int(prim)) for prim in np.where(none, asked.prims, -1)], np.int64)
    applies = none & (bound >= 0) & asked.columns.read("PhysicsMaterialAPI", "physics:density", bound).listed
    if asked.field == "material":
        numbers = asked.a.numbers.of(asked.columns.scene.paths.arrow)
        return Prediction(applies, numbers[bound], np.full(len(bound), -1))
    density = asked.columns.read("PhysicsMaterialAPI", "physics:density", bound).filled(0)
    return Prediction(applies & (density > 0), density, np.full(len(bound), _water(asked)))


def _above(asked: Asked, prim: int) -> int:
    """Target of the nearest binding above a prim, a physics one before a general one, -1 for none."""
    paths = asked.columns.scene.paths
    path = paths[prim].rpartition("/")[0] if prim >= 0 else ""
    while path:
        found = paths.find(path)
        if found is not None:
            for column in _COLUMNS:
                target = int(asked.columns.read("MaterialBindingAPI", column, np.array([found])).filled(-1)[0])
                if target >= 0:
                    return target
        path = path.rpartition("/")[0]
    return -1


def _water(asked: Asked) -> float:
    info = asked.columns.scene.info
    return float(_WATER * info["usd-metadata:metersPerUnit"] ** 3 / info["usd-metadata:kilogramsPerUnit"])
