"""Actuators: what they target, and by which law."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["control_laws"]

_LAWS: Final = ("NewtonPDControlAPI", "NewtonPIDControlAPI", "NewtonNeuralControlAPI")
_MARKER: Final = "NewtonActuatorControlBaseAPI"


def control_laws(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Actuators with no control law, or with several."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    laws = np.sum([scene.applies(law)[rows.prims] for law in _LAWS], axis=0)
    # The marker alone stands for a law that the contract does not know.
    laws = np.where(laws == 0, scene.applies(_MARKER)[rows.prims].astype(np.int64), laws)
    yield rows.hit("usd-schemas", chosen & (laws != 1), values=laws)
