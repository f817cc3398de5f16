"""How many smaller steps a step needs: fast turning in long steps gains energy out of nothing.

Velocity terms are those of the start of a step. As long as nothing turns by more than a fraction of a radian in one,
that is accurate enough; an environment in which something does takes several smaller steps, whatever the others do.
"""

from __future__ import annotations

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.tree import Tree

__all__ = ["LARGEST_TURN", "MOST_SUBSTEPS", "substeps"]

LARGEST_TURN = 0.25
"""Largest turn of a joint in one substep (rad)."""

MOST_SUBSTEPS = 64


def substeps(tree: Tree, velocities: Doubles, step: float) -> Ids:
    """(E,) how many steps each environment takes for one of length `step`, given velocities (E, nv)."""
    turning = velocities[:, tree.dof_turns]
    if not turning.size:
        return np.ones(len(velocities), np.int64)
    fastest = np.nan_to_num(np.abs(turning).max(axis=1), nan=0.0, posinf=np.inf)
    count: Ids = np.clip(np.ceil(fastest * step / LARGEST_TURN), 1, MOST_SUBSTEPS).astype(np.int64)
    return count
