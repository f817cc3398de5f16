"""Energies of a state."""

from __future__ import annotations

import numpy as np

from columnar.geometry import matrices, rotated
from columnar.simulators.mechanism import BodyMotion, Mechanism
from columnar.simulators.protocol import State

__all__ = ["state_energies"]


def state_energies(mechanism: Mechanism, state: State) -> tuple[float, float]:
    """Kinetic and potential energy of the bodies that move, springs and armatures not counted; NaN if not told.

    Args:
        mechanism: of the same bodies, in stage units.
        state: in stage units.
    """
    bodies, masses = mechanism.bodies, mechanism.bodies.masses
    moving = bodies.motion == BodyMotion.DYNAMIC
    arm = rotated(state.body_rotations, masses.center)
    weight = np.where(bodies.weighs & moving, masses.mass, 0.0)
    potential = -float(weight @ ((state.body_positions + arm) @ mechanism.gravity))
    if state.body_velocities is None or state.body_angular_velocities is None:
        return float("nan"), potential
    angular = state.body_angular_velocities
    linear = state.body_velocities + np.cross(angular, arm)
    turn = matrices(state.body_rotations)
    # What blows up has energies without bound; that states are not finite is said elsewhere.
    with np.errstate(over="ignore", invalid="ignore"):
        inertia = turn @ masses.inertia @ turn.transpose(0, 2, 1)
        kinetic = masses.mass * np.sum(linear**2, axis=1) + np.einsum("ni,nij,nj->n", angular, inertia, angular)
        return 0.5 * float(kinetic[moving].sum()), potential
