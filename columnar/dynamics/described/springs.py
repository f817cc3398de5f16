"""Springs that no one stated: as stiff as suits the inertia they feel, critically damped.

A spring of stiffness inertia / time^2 and damping 2 inertia / time comes to rest within a few times `time`, whatever
the size of the robot. Implicit steps keep it stable at any step length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.couplings import Cone, Loop
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.order import TreeError
from columnar.dynamics.rows import spring_rows
from columnar.dynamics.solved import Solved
from columnar.dynamics.tree import Tree

__all__ = ["LIMIT_TIME", "LOOP_TIME", "cones_with_springs", "felt_inertias", "loops_with_springs", "with_limit_springs"]

LIMIT_TIME = 0.02
"""Time constant (s) of limits and cones: MuJoCo's default solref."""

LOOP_TIME = 0.01
"""Time constant (s) of loops."""

_NOISE = 1e-9
"""Mobility times the least inertia of the tree, below which it is rounding."""


def felt_inertias(solved: Solved) -> Doubles:
    """(nv,) inertia each degree of freedom feels with its parent held still.

    Raises:
        TreeError: one that feels none: nothing it moves weighs or turns.
    """
    tree = solved.tree
    with np.errstate(all="ignore"):
        felt: Doubles = 1.0 / solved.factors.inverse[tree.nodes.of_dof, 0]
    weightless = np.flatnonzero(~(np.isfinite(felt) & (felt > 0.0)))
    if weightless.size:
        nodes = tree.nodes
        names = sorted({tree.joint_names[nodes.link[nodes.of_dof[dof]]] for dof in weightless})
        raise TreeError(f"{names[0]}: what it moves has no inertia about or along its axis; give links an inertia")
    return felt


def with_limit_springs(dofs: DofProperties, felt: Doubles) -> DofProperties:
    """Limits without a stiffness get a spring that suits the inertia (nv,) their degree of freedom feels."""
    hard = (np.isfinite(dofs.lower) | np.isfinite(dofs.upper)) & ~(dofs.limit_stiffness > 0.0)
    return dofs.changed(
        limit_stiffness=np.where(hard, felt / LIMIT_TIME**2, dofs.limit_stiffness),
        limit_damping=np.where(hard, 2.0 * felt / LIMIT_TIME, dofs.limit_damping),
    )


def cones_with_springs(tree: Tree, felt: Doubles, cones: Sequence[Cone]) -> list[Cone]:
    """Cones with springs for the smallest inertia their ball feels."""
    found = []
    for cone in cones:
        first = int(tree.joint_dofs[cone.joint])
        inertia = float(felt[first : first + 3].min())
        found.append(replace(cone, stiffness=inertia / LIMIT_TIME**2, damping=2.0 * inertia / LIMIT_TIME))
    return found


def loops_with_springs(solved: Solved, loops: Sequence[Loop]) -> tuple[list[Loop], list[str]]:
    """Loops with springs for the smallest inertia they feel; one between links that cannot move is left out."""
    found: list[Loop] = []
    notes: list[str] = []
    lightest = float(solved.tree.mass.min())
    slightest = float(np.trace(solved.tree.inertia, axis1=1, axis2=2).min()) / 3.0
    for loop in loops:
        whole = replace(loop, distance=None, locked=(True,) * 6)
        jacobian = spring_rows(solved, [whole], ()).jacobian
        given = solved.responses(np.swapaxes(jacobian, 0, 1))
        mobility = np.einsum("rv,vr->r", jacobian[..., 0], given[..., 0])
        if not (mobility[:3].max() * lightest > _NOISE or mobility[3:].max() * slightest > _NOISE):
            notes.append(f"{loop.name}: neither side can move; the joint is left out")
            continue
        shift, turn = _smallest(mobility[:3], lightest), _smallest(mobility[3:], slightest)
        found.append(
            replace(
                loop,
                stiffness=shift / LOOP_TIME**2,
                damping=2.0 * shift / LOOP_TIME,
                turn_stiffness=turn / LOOP_TIME**2,
                turn_damping=2.0 * turn / LOOP_TIME,
            )
        )
    return found, notes


def _smallest(mobility: Doubles, least: float) -> float:
    """The inertia in the direction that moves most easily; the least there is where none moves but for rounding."""
    largest = float(mobility.max())
    return 1.0 / largest if largest * least > _NOISE else least
