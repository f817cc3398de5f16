"""The start of articulations: the same as that of every other engine."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Final

import numpy as np

from columnar.dynamics import Articulation
from columnar.simulators.mechanism import Mechanism, MotionKind, turns

__all__ = ["set_starts"]

_BALL: Final = int(MotionKind.BALL)


def set_starts(articulations: Iterable[Articulation], mechanism: Mechanism) -> None:
    """Put joints where the mechanism starts; a floating base starts there by itself."""
    motions = mechanism.motions
    starts: dict[str, list[float]] = {}
    kinds, scalars = motions.kind.tolist(), mechanism.start.scalars.tolist()
    for place, joint in enumerate(motions.joint.tolist()):
        own = _turn(mechanism, place) if kinds[place] == _BALL else [scalars[place]]
        starts.setdefault(mechanism.joint_paths[joint], []).extend(own)
    for articulation in articulations:
        tree = articulation.tree
        positions, offsets = np.array(articulation.positions[0]), tree.joint_coordinates.tolist()
        for place, name in enumerate(tree.joint_names):
            values = starts.get(name, [])
            fits = values and len(values) == offsets[place + 1] - offsets[place]
            if fits and all(map(isfinite, values)):
                positions[offsets[place] : offsets[place + 1]] = values
        articulation.set_state(positions, np.array(articulation.velocities))


def _turn(mechanism: Mechanism, motion: int) -> list[float]:
    """The quaternion of a ball, which turns the child against its parent."""
    found: list[float] = turns(mechanism.start.vectors[motion] * mechanism.motions.sign[motion]).tolist()
    return found
