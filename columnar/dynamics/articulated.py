"""Featherstone's articulated-body algorithm in its three passes, each usable on its own.

`find_bias` is the velocity terms, `factorise` the articulated inertias, `accelerate` the accelerations for any number
of effort patterns; Springhead's CompCoriolisAccelRecursive, CompArticulatedInertia and CalcAccel. The equations are
those of Featherstone, Rigid Body Dynamics Algorithms (2008), 7.3, with spatial vectors at each node's origin along the
world's axes: what passes from node to node is a shift of origin, never a rotation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from columnar.dynamics.arrays import Doubles, apply, compose, dot
from columnar.dynamics.inertias import Masses, SpatialInertias, gravity_force, velocity_force
from columnar.dynamics.kinematics import Posture, Velocities, node_values
from columnar.dynamics.levels import gather, scatter_sum
from columnar.dynamics.tree import Tree

__all__ = ["Bias", "Factors", "accelerate", "factorise", "find_bias", "push"]


@dataclass(frozen=True)
class Bias:
    """Forces and accelerations that do not depend on efforts.

    Attributes:
        force: (6, N, E) force that a node needs without acceleration, less what acts on it from outside.
        acceleration: (6, N, E) of a node beyond that of its parent.
    """

    force: Doubles
    acceleration: Doubles


@dataclass(frozen=True)
class Factors:
    """Articulated inertias.

    Attributes:
        inertia: (6, 6, N, E) of each node with all it carries, those joints moving freely.
        column: (6, N, E) force per acceleration of the node's degree of freedom, zero without one.
        inverse: (N, E) acceleration per effort of the degree of freedom, the parent held; 1 without one.
    """

    inertia: Doubles
    column: Doubles
    inverse: Doubles


def find_bias(
    tree: Tree,
    masses: Masses,
    inertias: SpatialInertias,
    velocities: Velocities,
    *,
    gravity: Doubles,
    wrenches: Doubles | None = None,
) -> Bias:
    """Velocity terms, gravity and external wrenches.

    Args:
        tree: the tree.
        masses: of links.
        inertias: of links in the world.
        velocities: of nodes.
        gravity: (3,) acceleration.
        wrenches: (6, L, E) torque and force on links along the world's axes, at the origins of their nodes.
    """
    outer = velocity_force(inertias, velocities.spatial[:3, tree.link_node])
    outer -= gravity_force(masses, inertias, gravity)
    if wrenches is not None:
        outer = outer - wrenches
    force = np.zeros_like(velocities.spatial)
    force[:, tree.link_node] = outer
    return Bias(force, velocities.bias)


def factorise(tree: Tree, inertias: SpatialInertias, posture: Posture, diagonal: Doubles) -> Factors:
    """Articulated inertias, from the leaves inward.

    Args:
        tree: the tree.
        inertias: of links in the world.
        posture: nodes in the world.
        diagonal: (nv, E or 1) inertia of each degree of freedom besides that of links: armature, and what implicit
            springs and dampers add.
    """
    nodes = tree.nodes
    shape = posture.subspace.shape[1:]
    inertia = np.zeros((6, 6, *shape))
    inertia[:, :, tree.link_node] = inertias.matrices()
    column, inverse = np.empty((6, *shape)), np.empty(shape)
    # A node without a degree of freedom has no column; with 1 here it needs no case of its own below.
    extra = np.ones(shape)
    extra[nodes.of_dof] = diagonal
    for level in reversed(tree.levels):
        here = level.nodes
        column[:, here] = apply(inertia[:, :, here], posture.subspace[:, here])
        inverse[here] = 1.0 / (dot(posture.subspace[:, here], column[:, here]) + extra[here])
        if level.parents is not None:
            scaled = column[:, here] * inverse[here]
            handed = inertia[:, :, here] - scaled[:, None] * column[None, :, here]
            scatter_sum(inertia, _shifted(handed, posture.lever[:, :, here]), level, 2)
    return Factors(inertia, column, inverse)


def _shifted(inertia: Doubles, lever: Doubles) -> Doubles:
    """Inertias (6, 6, ...) at an origin that lies back by the arm of `lever`, in place."""
    inertia[:3] += compose(lever, inertia[3:])
    inertia[:, :3] -= compose(inertia[:, 3:], lever)
    return inertia


def accelerate(
    tree: Tree, posture: Posture, factors: Factors, efforts: Doubles, bias: Bias | None = None
) -> tuple[Doubles, Doubles]:
    """Accelerations for efforts, P patterns at once.

    Args:
        tree: the tree.
        posture: nodes in the world.
        factors: articulated inertias.
        efforts: (nv, P, E).
        bias: velocity terms and outer forces; without them the answer is the response to the efforts alone.

    Returns:
        Accelerations of degrees of freedom (nv, P, E), and of nodes (6, N, P, E) at their origins.
    """
    pushed, _ = push(tree, posture, factors, efforts, bias)
    shape = pushed.shape
    motion = np.empty((6, *shape))
    found = np.empty(shape)
    for level in tree.levels:
        here = level.nodes
        if level.parents is None:
            motion[:, here] = 0.0
        else:
            above = gather(motion, level, 1)
            motion[:, here] = above
            motion[3:, here] -= apply(posture.lever[:, :, here, None], above[:3])
        seen = dot(factors.column[:, here, None], motion[:, here])
        found[here] = factors.inverse[here, None] * (pushed[here] - seen)
        motion[:, here] += posture.subspace[:, here, None] * found[here]
        if bias is not None:
            motion[:, here] += bias.acceleration[:, here, None]
    return found[tree.nodes.of_dof], motion


def push(
    tree: Tree, posture: Posture, factors: Factors, efforts: Doubles, bias: Bias | None = None
) -> tuple[Doubles, Doubles]:
    """The inward pass: what of each effort is left to accelerate a node against its parent.

    Args:
        tree: the tree.
        posture: nodes in the world.
        factors: articulated inertias.
        efforts: (nv, P, E).
        bias: velocity terms and outer forces.

    Returns:
        That (N, P, E), and the articulated bias force (6, N, P, E): what a node with all it carries needs without
        acceleration.
    """
    shape = (len(tree.nodes), efforts.shape[1], posture.position.shape[-1])
    force = np.zeros((6, *shape)) if bias is None else np.broadcast_to(bias.force[:, :, None], (6, *shape)).copy()
    effort = node_values(tree, efforts)
    pushed = np.empty(shape)
    if bias is not None:
        # The parent sees a node's bias acceleration through its articulated inertia; the node's own effort pays first.
        moved = apply(factors.inertia, bias.acceleration)[:, :, None]
        paid = dot(factors.column, bias.acceleration)[:, None]
    for level in reversed(tree.levels):
        here = level.nodes
        pushed[here] = effort[here] - dot(posture.subspace[:, here, None], force[:, here])
        if bias is not None:
            pushed[here] -= paid[here]
        if level.parents is None:
            continue
        handed = force[:, here] + factors.column[:, here, None] * (factors.inverse[here, None] * pushed[here])
        if bias is not None:
            handed += moved[:, here]
        handed[:3] += apply(posture.lever[:, :, here, None], handed[3:])
        scatter_sum(force, handed, level, 1)
    return pushed, force
