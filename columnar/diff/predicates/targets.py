"""Targets of joints that are on the stage, but not in the columns."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction
from columnar.scene import PathKind

__all__ = ["inactive_target"]

Ids = npt.NDArray[np.int64]

_COLUMNS: Final = {"body0": "physics:body0", "body1": "physics:body1"}


def inactive_target(asked: Asked) -> Prediction:
    """A target on an inactive prim: the nearest body above where columns are read, the prim itself in USD."""
    scene = asked.columns.scene
    targets = asked.cells(_COLUMNS[asked.field]).filled(-1).astype(np.int64)
    kinds = scene.column("path", "kind")
    inactive = np.array([token == PathKind.INACTIVE for token in kinds.tokens or ()] + [False])
    applies = (targets >= 0) & inactive[np.append(kinds.values, -1)[targets]]
    numbers = asked.a.numbers.of(scene.paths.arrow)
    above = np.array([_body_above(asked, int(target)) for target in np.where(applies, targets, -1)], np.int64)
    return Prediction(applies, numbers[above], numbers[targets])


def _body_above(asked: Asked, target: int) -> int:
    """Path id of the nearest body above a path, -1 for none."""
    paths = asked.columns.scene.paths
    path = paths[target] if target >= 0 else ""
    while path:
        path = path.rpartition("/")[0]
        found = paths.find(path) if path else None
        if (
            found is not None
            and asked.columns.read("PhysicsRigidBodyAPI", "physics:rigidBodyEnabled", np.array([found])).listed.any()
        ):
            return found
    return -1
