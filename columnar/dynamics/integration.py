"""One step in time: semi-implicit Euler, the same with implicit springs, and Runge-Kutta of fourth order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from columnar.dynamics.arrays import Doubles, quaternion_product, rotation_vector_quaternions, unit_quaternions
from columnar.dynamics.constrained import accelerations, explicit_pull, implicit_pull, row_efforts
from columnar.dynamics.couplings import follow
from columnar.dynamics.inertias import Masses
from columnar.dynamics.kinds import MotionKind
from columnar.dynamics.mechanism import Mechanism
from columnar.dynamics.rows import spring_rows
from columnar.dynamics.solved import Solved
from columnar.dynamics.springs import (
    SpringState,
    explicit_efforts,
    explicit_inertias,
    first_regimes,
    lines,
    next_regimes,
)
from columnar.dynamics.tree import Tree

__all__ = ["BlockState", "Integrator", "advance", "explicit_accelerations", "moved"]

_ROUNDS = 5
"""How often a step looks again whether its assumptions held; what is left unsettled settles in the next step."""


class Integrator(StrEnum):
    """How a step is taken.

    `IMPLICIT`: velocities first, then positions with the new ones; springs and dampers of drives, limits, friction,
    loops and cones count at the end of the step, so that stiff ones stay stable. `SEMI_IMPLICIT`: the same with springs
    as they are at the start. `RK4`: Runge-Kutta of fourth order; best for smooth motion, unstable for stiff springs.
    """

    IMPLICIT = "implicit"
    SEMI_IMPLICIT = "semi-implicit"
    RK4 = "rk4"


@dataclass(frozen=True)
class BlockState:
    """The state of a block of environments, environments last.

    Attributes:
        positions: (nq, E).
        velocities: (nv, E).
        efforts: (nv, E) applied to degrees of freedom.
        target_positions, target_velocities: (nv, E) of drives.
        wrenches: (6, L, E) torque and force on links at their origins, along the world's axes; None: none.
    """

    positions: Doubles
    velocities: Doubles
    efforts: Doubles
    target_positions: Doubles
    target_velocities: Doubles
    wrenches: Doubles | None


class _Taken(NamedTuple):
    """Velocities after the step, and velocities that carry positions over it; (nv, E) each."""

    velocities: Doubles
    travel: Doubles


def advance(
    mechanism: Mechanism, masses: Masses, state: BlockState, step: float, integrator: Integrator
) -> tuple[Doubles, Doubles]:
    """Positions (nq, E) and velocities (nv, E) one step later."""
    taken = _STEPS[integrator](mechanism, masses, state, step)
    largest = mechanism.dofs.max_velocity[:, None]
    velocities, travel = np.clip(taken.velocities, -largest, largest), np.clip(taken.travel, -largest, largest)
    positions = moved(mechanism.tree, state.positions, travel, step)
    follow(mechanism.mimics, mechanism.tree.dof_coordinate, positions, velocities)
    return positions, velocities


def moved(tree: Tree, positions: Doubles, velocities: Doubles, step: float) -> Doubles:
    """Coordinates (nq, E) after velocities (nv, E) have held for a step."""
    found = positions.copy()
    nodes = tree.nodes
    single = np.flatnonzero(tree.dof_coordinate >= 0)
    found[tree.dof_coordinate[single]] += step * velocities[single]
    balls = np.flatnonzero(nodes.kind == MotionKind.BALL)
    if balls.size:
        lanes = nodes.coordinate[balls] + np.arange(4)[:, None]
        spin = velocities[nodes.dof[balls] + np.arange(3)[:, None]]
        turned = quaternion_product(positions[lanes], rotation_vector_quaternions(step * spin))
        found[lanes] = unit_quaternions(turned)
    return found


def _implicit(mechanism: Mechanism, masses: Masses, state: BlockState, step: float) -> _Taken:
    solved = Solved(mechanism, masses, state.positions, state.velocities, state.wrenches)
    springs, dofs = _spring_state(solved, state), mechanism.dofs
    pull = implicit_pull(solved, spring_rows(solved, mechanism.loops, mechanism.cones), step)
    regimes = first_regimes(dofs, springs, step)
    for _ in range(_ROUNDS):
        line = lines(dofs, springs, regimes, step)
        factors = solved.factors_with(step * line.slope)
        efforts = state.efforts + line.base - line.slope * state.velocities
        found = accelerations(solved, efforts, factors, pull)
        velocities = state.velocities + step * found
        before, regimes = regimes, next_regimes(dofs, springs, regimes, velocities, step)
        if all(np.array_equal(*pair) for pair in zip(before, regimes, strict=True)):
            break
    return _Taken(velocities, velocities)


def _semi_implicit(mechanism: Mechanism, masses: Masses, state: BlockState, step: float) -> _Taken:
    found = explicit_accelerations(mechanism, masses, state)
    velocities = state.velocities + step * found
    return _Taken(velocities, velocities)


def _runge_kutta(mechanism: Mechanism, masses: Masses, state: BlockState, step: float) -> _Taken:
    speeds, rates = [state.velocities], [explicit_accelerations(mechanism, masses, state)]
    for share in (0.5, 0.5, 1.0):
        positions = moved(mechanism.tree, state.positions, speeds[-1], share * step)
        velocities = state.velocities + share * step * rates[-1]
        follow(mechanism.mimics, mechanism.tree.dof_coordinate, positions, velocities)
        stage = replace(state, positions=positions, velocities=velocities)
        speeds.append(velocities)
        rates.append(explicit_accelerations(mechanism, masses, stage))
    travel = (speeds[0] + 2.0 * speeds[1] + 2.0 * speeds[2] + speeds[3]) / 6.0
    found = (rates[0] + 2.0 * rates[1] + 2.0 * rates[2] + rates[3]) / 6.0
    return _Taken(state.velocities + step * found, travel)


_STEPS: Mapping[Integrator, Callable[[Mechanism, Masses, BlockState, float], _Taken]] = MappingProxyType(
    {Integrator.IMPLICIT: _implicit, Integrator.SEMI_IMPLICIT: _semi_implicit, Integrator.RK4: _runge_kutta}
)


def explicit_accelerations(mechanism: Mechanism, masses: Masses, state: BlockState) -> Doubles:
    """(nv, E): accelerations with every spring as it is."""
    solved = Solved(mechanism, masses, state.positions, state.velocities, state.wrenches)
    springs = _spring_state(solved, state)
    efforts = state.efforts + explicit_efforts(mechanism.dofs, springs)
    added = explicit_inertias(mechanism.dofs, springs)
    factors = solved.factors if added is None else solved.factors_with(added)
    efforts = efforts + row_efforts(spring_rows(solved, mechanism.loops, mechanism.cones), state.velocities)
    return accelerations(solved, efforts, factors, explicit_pull(solved))


def _spring_state(solved: Solved, state: BlockState) -> SpringState:
    coordinate = solved.tree.dof_coordinate
    positions = np.where((coordinate >= 0)[:, None], state.positions[coordinate], np.nan)
    return SpringState(
        positions, state.velocities, state.target_positions, state.target_velocities, _felt_inertias(solved)
    )


def _felt_inertias(solved: Solved) -> Doubles:
    """(nv, E or 1): what the gains of drives are multiplied with."""
    dofs = solved.mechanism.dofs
    driven = (dofs.drive_stiffness > 0.0) | (dofs.drive_damping > 0.0)
    chosen = np.flatnonzero(dofs.drive_accelerates.astype(bool) & driven)
    if not chosen.size:
        return np.ones((solved.tree.nv, 1))
    patterns = np.zeros((solved.tree.nv, len(chosen), 1))
    patterns[chosen, np.arange(len(chosen))] = 1.0
    found = np.ones((solved.tree.nv, solved.coordinates.shape[1]))
    found[chosen] = 1.0 / solved.responses(patterns)[chosen, np.arange(len(chosen))]
    return found
