"""Springs that no one stated: as stiff as suits the inertia they feel, critically damped.

A spring of stiffness inertia / time^2 and damping 2 inertia / time comes to rest within a few times `time`, whatever
the size of the robot. Implicit steps keep it stable at any step length. Limits hold their ground as MuJoCo's do: beyond
one, spring, damper and an inertia of their own are `HOLD` times those of the axis, which leaves the time at which it
comes to rest alone and lets a load push through only 1 / HOLD as far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.couplings import Cone, Loop
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.jacobians import carrying_dofs
from columnar.dynamics.order import TreeError
from columnar.dynamics.rows import spring_rows
from columnar.dynamics.solved import Solved
from columnar.dynamics.tree import Tree

__all__ = [
    "HOLD",
    "LIMIT_TIME",
    "LOOP_TIME",
    "cones_with_springs",
    "felt_inertias",
    "loops_with_springs",
    "with_limit_springs",
]

LIMIT_TIME = 0.95 * 0.02
"""Time constant (s) of limits and cones: MuJoCo's default solref, times the width that its default solimp gives it."""

HOLD = 0.95 / 0.05
"""How much stronger than its axis a limit is: d / (1 - d) for the impedance d = 0.95 of MuJoCo's default solimp."""

LOOP_TIME = 0.01
"""Time constant (s) of loops."""

_NO_LEVER = 3e-5
"""A lever that is a smaller share than this of the extent of the tree is none: joint frames are stated in float32."""

_ROUNDING = 1e-12
"""Share of the distance from the world's origin that is rounding of levers."""


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
        limit_stiffness=np.where(hard, HOLD * felt / LIMIT_TIME**2, dofs.limit_stiffness),
        limit_damping=np.where(hard, HOLD * 2.0 * felt / LIMIT_TIME, dofs.limit_damping),
        limit_inertia=np.where(hard, HOLD * felt, 0.0),
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
    """Loops with springs for the smallest inertia they feel; one between links that cannot move is left out.

    Whether they can is a question of the tree, whatever links weigh: a degree of freedom moves the two sides of a loop
    against each other if it carries one of them and not the other.
    """
    found: list[Loop] = []
    notes: list[str] = []
    for loop in loops:
        mobility = _mobility(solved, loop)
        if not mobility.any():
            notes.append(f"{loop.name}: neither side can move; the joint is left out")
            continue
        own = [link for link in loop.links if link >= 0]
        moments = np.trace(solved.tree.inertia[own], axis1=1, axis2=2) / 3.0
        shift = _smallest(mobility[:3], float(solved.tree.mass[own].min()))
        turn = _smallest(mobility[3:], float(moments.min()))
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


def _mobility(solved: Solved, loop: Loop) -> Doubles:
    """(6,) how the sides shift and turn against each other per force and torque between them; 0 where they do not."""
    tree = solved.tree
    first, second = (carrying_dofs(tree, link) if link >= 0 else np.zeros(0, np.int64) for link in loop.links)
    moving = np.setxor1d(first, second)
    rows = spring_rows(solved, [replace(loop, distance=None, locked=(True,) * 6)], ()).jacobian
    jacobian = np.zeros_like(rows)
    jacobian[:, moving] = rows[:, moving]
    # A turn about an axis through the joint shifts nothing; what its lever seems to be then is rounding.
    shifts = jacobian[:3]
    shifts[:, tree.dof_turns & (np.abs(shifts).max(axis=(0, 2)) < _least_lever(solved))] = 0.0
    given = solved.responses(np.swapaxes(jacobian, 0, 1))
    mobility: Doubles = np.einsum("rv,vr->r", jacobian[..., 0], given[..., 0])
    return np.where(jacobian.any(axis=(1, 2)), np.maximum(mobility, 0.0), 0.0)


def _least_lever(solved: Solved) -> float:
    places = np.concatenate([solved.links[1], solved.posture.position], axis=1)
    extent = float(np.ptp(places, axis=1).max())
    return _NO_LEVER * extent + _ROUNDING * float(np.abs(places).max())


def _smallest(mobility: Doubles, otherwise: float) -> float:
    """The inertia in the direction that moves most easily; another one where none moves."""
    largest = float(mobility.max())
    return 1.0 / largest if largest > 0.0 else otherwise
