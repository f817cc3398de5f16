"""First targets of relationships, and their names."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.rules.rule_scene import Flags, Ids, RuleScene

__all__ = ["first_targets", "target_names"]


def first_targets(scene: RuleScene, component: str, column: str) -> Ids:
    """(n,) first target of each row of a component, -1 for none."""
    cells = scene.rows(component).cells(column)
    return scene.once(
        ("targets", component, column), lambda: np.where(cells.present, cells.values, -1).astype(np.int64, copy=False)
    )


def target_names(scene: RuleScene, targets: Ids, where: Flags) -> npt.NDArray[np.object_]:
    """Paths of targets (n,) where they are wanted, None elsewhere."""
    found = np.full(len(targets), None, object)
    spots = np.flatnonzero(where & (targets >= 0))
    found[spots] = scene.scene.paths.arrow.take(targets[spots]).to_pylist()
    return found
