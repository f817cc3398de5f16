"""Where everything is and how it moves: postures and velocities of nodes in the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from columnar.dynamics.arrays import Doubles, apply, axis_rotations, compose, cross, quaternion_matrices, skew
from columnar.dynamics.kinds import MotionKind
from columnar.dynamics.levels import gather
from columnar.dynamics.tree import Tree

__all__ = [
    "Posture",
    "Velocities",
    "find_accelerations",
    "find_posture",
    "find_velocities",
    "link_frames",
    "node_values",
]


@dataclass(frozen=True)
class Posture:
    """Nodes in the world, environments last.

    Spatial vectors of a node are taken at its origin, along the world's axes, turn before shift: so no number is
    larger than a joint is long, however far from the world's origin the tree stands.

    Attributes:
        rotation: (3, 3, N, E) from node axes to the world's.
        position: (3, N, E) origins.
        arm: (3, N, E) from the parent's origin to the node's; zero for roots, whose parent never moves.
        lever: (3, 3, N, E) the matrix of `arm x`.
        subspace: (6, N, E) motion per velocity.
    """

    rotation: Doubles
    position: Doubles
    arm: Doubles
    lever: Doubles
    subspace: Doubles


@dataclass(frozen=True)
class Velocities:
    """Velocities of nodes.

    Attributes:
        spatial: (6, N, E) angular velocity, velocity of the origin.
        bias: (6, N, E) what the acceleration of a node exceeds that of its parent by when its joint does not
            accelerate: Coriolis and centripetal terms, the latter of the origin as a moving point.
    """

    spatial: Doubles
    bias: Doubles


def find_posture(tree: Tree, coordinates: Doubles) -> Posture:
    """Forward kinematics.

    Args:
        tree: the tree.
        coordinates: (nq, E), quaternions of unit length.
    """
    nodes = tree.nodes
    local_rotation, local_position = _motion(tree, coordinates)
    rotation, position = np.empty_like(local_rotation), np.empty_like(local_position)
    arm = np.zeros_like(local_position)
    for level in tree.levels:
        here = level.nodes
        if level.parents is None:
            rotation[:, :, here], position[:, here] = local_rotation[:, :, here], local_position[:, here]
            continue
        above = gather(rotation, level, 2)
        rotation[:, :, here] = compose(above, local_rotation[:, :, here])
        arm[:, here] = apply(above, local_position[:, here])
        position[:, here] = gather(position, level, 1) + arm[:, here]
    subspace = np.concatenate([apply(rotation, nodes.subspace[half, :, None]) for half in (slice(3), slice(3, 6))])
    return Posture(rotation, position, arm, skew(arm), subspace)


def _motion(tree: Tree, coordinates: Doubles) -> tuple[Doubles, Doubles]:
    """Frames of nodes in their parents' frames: rotation (3, 3, N, E), position (3, N, E)."""
    nodes, environments = tree.nodes, coordinates.shape[1]
    rotation = np.tile(nodes.rotation[..., None], environments)
    position = np.tile(nodes.position[..., None], environments)
    turning = np.flatnonzero(nodes.kind == MotionKind.ROTATION)
    if turning.size:
        turn = axis_rotations(nodes.axis[:, turning], coordinates[nodes.coordinate[turning]])
        rotation[:, :, turning] = compose(nodes.rotation[:, :, turning, None], turn)
    sliding = np.flatnonzero(nodes.kind == MotionKind.TRANSLATION)
    if sliding.size:
        along = np.einsum("ijn,jn->in", nodes.rotation[:, :, sliding], nodes.axis[:, sliding])
        position[:, sliding] += along[..., None] * coordinates[nodes.coordinate[sliding]]
    balls = np.flatnonzero(nodes.kind == MotionKind.BALL)
    if balls.size:
        quaternions = coordinates[nodes.coordinate[balls] + np.arange(4)[:, None]]
        rotation[:, :, balls] = compose(nodes.rotation[:, :, balls, None], quaternion_matrices(quaternions))
    return rotation, position


def find_velocities(tree: Tree, posture: Posture, velocities: Doubles) -> Velocities:
    """Velocities and velocity-dependent accelerations of nodes.

    Args:
        tree: the tree.
        posture: of the same environments.
        velocities: (nv, E).
    """
    joint = posture.subspace * node_values(tree, velocities)
    spatial = joint.copy()
    for level in tree.levels:
        if level.parents is None:
            continue
        here = level.nodes
        above = gather(spatial, level, 1)
        spatial[:, here] += above
        spatial[3:, here] -= apply(posture.lever[:, :, here], above[:3])
    return Velocities(spatial, _bias(tree, posture, spatial, joint))


def _bias(tree: Tree, posture: Posture, spatial: Doubles, joint: Doubles) -> Doubles:
    """W x joint turn; w x (w x arm) + 2 w x joint shift, w being the parent's angular velocity."""
    nodes = tree.nodes
    rooted = nodes.parent < 0
    parent_spin = np.where(rooted[:, None], 0.0, spatial[:3, nodes.parent])
    carrier_spin = np.where((nodes.carrier < 0)[:, None], 0.0, spatial[:3, nodes.carrier])
    shift = cross(parent_spin, cross(parent_spin, posture.arm) + 2.0 * joint[3:])
    return np.concatenate([cross(carrier_spin, joint[:3]), shift])


def find_accelerations(tree: Tree, posture: Posture, bias: Doubles, accelerations: Doubles) -> Doubles:
    """Accelerations of nodes (6, N, E): angular, then that of the origin as a moving point.

    Args:
        tree: the tree.
        posture: of the same environments.
        bias: (6, N, E), that of `Velocities`.
        accelerations: (nv, E).
    """
    motion = posture.subspace * node_values(tree, accelerations) + bias
    for level in tree.levels:
        if level.parents is None:
            continue
        here = level.nodes
        above = gather(motion, level, 1)
        motion[:, here] += above
        motion[3:, here] -= apply(posture.lever[:, :, here], above[:3])
    return motion


def node_values(tree: Tree, of_dofs: Doubles) -> Doubles:
    """Values of degrees of freedom (nv, ...) by node (N, ...), zero for nodes without one."""
    found = np.zeros((len(tree.nodes), *of_dofs.shape[1:]))
    found[tree.nodes.of_dof] = of_dofs
    return found


def link_frames(tree: Tree, posture: Posture) -> tuple[Doubles, Doubles]:
    """World frames of links: rotation (3, 3, L, E), position (3, L, E)."""
    above = posture.rotation[:, :, tree.link_node]
    rotation = compose(above, tree.link_rotation[..., None])
    position = posture.position[:, tree.link_node] + apply(above, tree.link_position[..., None])
    return rotation, position
