"""The questions one asks of a mechanism, each answered for all environments at once.

Positions are (nq,) or (E, nq), velocities, accelerations and efforts (nv,) or (E, nv), wrenches (L, 6) or (E, L, 6):
torque and force along the world's axes at links' origins. Answers always have E first. Everything is float64.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from columnar.dynamics.arrays import Doubles, apply, cross, dot, environments_last
from columnar.dynamics.composite import find_efforts
from columnar.dynamics.composite import mass_matrix as _mass_matrix
from columnar.dynamics.jacobians import point_jacobian
from columnar.dynamics.kinematics import find_accelerations
from columnar.dynamics.mechanism import Mechanism, blocks, coordinates_last, wrenches_last
from columnar.dynamics.rotations import matrix_quaternions
from columnar.dynamics.solved import Solved

__all__ = [
    "Energies",
    "LinkPoses",
    "bias_forces",
    "energies",
    "forward_dynamics",
    "forward_kinematics",
    "inverse_dynamics",
    "inverse_mass_matrix",
    "jacobian",
    "link_accelerations",
    "link_velocities",
    "mass_matrix",
    "momentum",
    "responses",
]


class LinkPoses(NamedTuple):
    """World poses of links: origins (E, L, 3), quaternions x, y, z, w (E, L, 4)."""

    position: Doubles
    rotation: Doubles


class Energies(NamedTuple):
    """Kinetic energy, armature included, and potential energy in gravity, (E,) each."""

    kinetic: Doubles
    potential: Doubles


def forward_kinematics(mechanism: Mechanism, positions: Any) -> LinkPoses:
    """Where links are."""
    count = _environments(positions)
    position, rotation = np.empty((count, len(mechanism.tree), 3)), np.empty((count, len(mechanism.tree), 4))
    for chosen, solved in _solved(mechanism, count, positions):
        matrices, origins = solved.links
        position[chosen] = origins.transpose(2, 1, 0)
        rotation[chosen] = matrix_quaternions(matrices).transpose(2, 1, 0)
    return LinkPoses(position, rotation)


def link_velocities(mechanism: Mechanism, positions: Any, velocities: Any) -> Doubles:
    """(E, L, 6): angular velocity of links, then velocity of their origins, along the world's axes."""
    count = _environments(positions, velocities)
    found = np.empty((count, len(mechanism.tree), 6))
    for chosen, solved in _solved(mechanism, count, positions, velocities):
        found[chosen] = solved.link_motion().transpose(2, 1, 0)
    return found


def link_accelerations(mechanism: Mechanism, positions: Any, velocities: Any, accelerations: Any) -> Doubles:
    """(E, L, 6): angular acceleration of links, then acceleration of their origins as points, world's axes."""
    count = _environments(positions, velocities, accelerations)
    given = environments_last(accelerations, mechanism.tree.nv, count, "accelerations")
    node = mechanism.tree.link_node
    found = np.empty((count, len(mechanism.tree), 6))
    for chosen, solved in _solved(mechanism, count, positions, velocities):
        motion = find_accelerations(mechanism.tree, solved.posture, solved.motion.bias, given[:, chosen])
        part = solved.at_links(motion)
        spin = solved.motion.spatial[:3, node]
        part[3:] += cross(spin, cross(spin, solved.links[1] - solved.posture.position[:, node]))
        found[chosen] = part.transpose(2, 1, 0)
    return found


def jacobian(mechanism: Mechanism, positions: Any, link: int, point: Any = (0.0, 0.0, 0.0)) -> Doubles:
    """(E, 6, nv): angular velocity of a link, then velocity of a point fixed in it, along the world's axes.

    Args:
        mechanism: the mechanism.
        positions: its coordinates.
        link: index of the link.
        point: in link axes, from the link's origin.
    """
    count = _environments(positions)
    offset = np.asarray(point, np.float64)
    found = np.empty((count, 6, mechanism.tree.nv))
    for chosen, solved in _solved(mechanism, count, positions):
        rotation, origin = solved.links
        place = origin[:, link] + apply(rotation[:, :, link], offset[:, None])
        found[chosen] = point_jacobian(mechanism.tree, solved.posture, link, place).transpose(2, 0, 1)
    return found


def inverse_dynamics(
    mechanism: Mechanism, positions: Any, velocities: Any, accelerations: Any, wrenches: Any = None
) -> Doubles:
    """(E, nv): efforts that give the accelerations (recursive Newton-Euler), armature and gravity included."""
    count = _environments(positions, velocities, accelerations, wrenches=wrenches)
    wanted = environments_last(accelerations, mechanism.tree.nv, count, "accelerations")
    armature = mechanism.dofs.armature[:, None]
    found = np.empty((count, mechanism.tree.nv))
    for chosen, solved in _solved(mechanism, count, positions, velocities, wrenches):
        part = find_efforts(mechanism.tree, solved.posture, solved.inertias, solved.bias, wanted[:, chosen], armature)
        found[chosen] = part.T
    return found


def bias_forces(mechanism: Mechanism, positions: Any, velocities: Any) -> Doubles:
    """(E, nv): efforts that hold all accelerations at zero: Coriolis, centrifugal and gravity terms."""
    return inverse_dynamics(mechanism, positions, velocities, np.zeros(mechanism.tree.nv))


def forward_dynamics(
    mechanism: Mechanism, positions: Any, velocities: Any, efforts: Any, wrenches: Any = None
) -> Doubles:
    """(E, nv): accelerations that efforts give (articulated-body algorithm). Only links, armature and gravity act.

    Friction, limits, drives, mimics and loops belong to a step: see `Articulation`.
    """
    count = _environments(positions, velocities, efforts, wrenches=wrenches)
    given = environments_last(efforts, mechanism.tree.nv, count, "efforts")
    found = np.empty((count, mechanism.tree.nv))
    for chosen, solved in _solved(mechanism, count, positions, velocities, wrenches):
        found[chosen] = solved.accelerations(given[:, chosen])[0].T
    return found


def responses(mechanism: Mechanism, positions: Any, patterns: Any) -> Doubles:
    """(E, P, nv): accelerations that each of P effort patterns (P, nv) or (E, P, nv) adds."""
    count = _environments(positions)
    given = np.asarray(patterns, np.float64)
    if given.ndim == 3:
        count = max(count, len(given))
    given = np.broadcast_to(given, (count, *given.shape[-2:])).transpose(2, 1, 0)
    found = np.empty((count, given.shape[1], mechanism.tree.nv))
    for chosen, solved in _solved(mechanism, count, positions):
        found[chosen] = solved.responses(given[:, :, chosen]).transpose(2, 1, 0)
    return found


def inverse_mass_matrix(mechanism: Mechanism, positions: Any) -> Doubles:
    """(E, nv, nv): what unit efforts accelerate, by the articulated-body algorithm; no matrix is inverted."""
    found = responses(mechanism, positions, np.eye(mechanism.tree.nv))
    symmetric: Doubles = 0.5 * (found + found.transpose(0, 2, 1))
    return symmetric


def mass_matrix(mechanism: Mechanism, positions: Any) -> Doubles:
    """(E, nv, nv), armature on the diagonal: composite rigid bodies."""
    count = _environments(positions)
    found = np.empty((count, mechanism.tree.nv, mechanism.tree.nv))
    for chosen, solved in _solved(mechanism, count, positions):
        part = _mass_matrix(mechanism.tree, solved.posture, solved.inertias, mechanism.dofs.armature[:, None])
        found[chosen] = part.transpose(2, 0, 1)
    return found


def momentum(mechanism: Mechanism, positions: Any, velocities: Any, about: Any = (0.0, 0.0, 0.0)) -> Doubles:
    """(E, 6): angular momentum of all links about a world point, then linear momentum; rotors not counted."""
    count = _environments(positions, velocities)
    pivot = np.asarray(about, np.float64)[:, None, None]
    found = np.empty((count, 6))
    for chosen, solved in _solved(mechanism, count, positions, velocities):
        node = mechanism.tree.link_node
        force = apply(solved.inertias.matrices(), solved.motion.spatial[:, node])
        angular = force[:3] + cross(solved.posture.position[:, node] - pivot, force[3:])
        found[chosen] = np.concatenate([angular, force[3:]]).sum(axis=1).T
    return found


def energies(mechanism: Mechanism, positions: Any, velocities: Any) -> Energies:
    """Kinetic and potential energy; the potential of a mass at the world's origin is 0."""
    count = _environments(positions, velocities)
    kinetic, potential = np.empty(count), np.empty(count)
    for chosen, solved in _solved(mechanism, count, positions, velocities):
        node = mechanism.tree.link_node
        spatial = solved.motion.spatial[:, node]
        rotors = 0.5 * mechanism.dofs.armature @ solved.velocities**2
        kinetic[chosen] = 0.5 * dot(spatial, apply(solved.inertias.matrices(), spatial)).sum(axis=0) + rotors
        height = dot(mechanism.gravity[:, None, None], solved.posture.position[:, node] + solved.inertias.arm)
        weight = solved.masses.weighs[:, None] * solved.masses.mass
        potential[chosen] = -(weight * height).sum(axis=0)
    return Energies(kinetic, potential)


def _environments(*arrays: Any, wrenches: Any = None) -> int:
    counts = [len(array) for array in map(np.asarray, arrays) if array.ndim == 2]
    if wrenches is not None and np.asarray(wrenches).ndim == 3:
        counts.append(len(wrenches))
    return max(counts, default=1)


def _solved(
    mechanism: Mechanism, count: int, positions: Any, velocities: Any = None, wrenches: Any = None
) -> Iterator[tuple[slice, Solved]]:
    """Blocks of environments, ready to be asked."""
    tree = mechanism.tree
    coordinates = coordinates_last(tree, positions, count)
    speeds = None if velocities is None else environments_last(velocities, tree.nv, count, "velocities")
    loads = None if wrenches is None else wrenches_last(tree, wrenches, count)
    for chosen in blocks(tree, count):
        yield (
            chosen,
            Solved(
                mechanism,
                mechanism.masses.environments(chosen),
                np.ascontiguousarray(coordinates[:, chosen]),
                None if speeds is None else np.ascontiguousarray(speeds[:, chosen]),
                None if loads is None else np.ascontiguousarray(loads[:, :, chosen]),
            ),
        )
