"""Inverse dynamics and the mass matrix: the recursive Newton-Euler and composite-rigid-body algorithms."""

from __future__ import annotations

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids, apply, compose, cross, dot
from columnar.dynamics.articulated import Bias
from columnar.dynamics.inertias import SpatialInertias
from columnar.dynamics.kinematics import Posture, find_accelerations
from columnar.dynamics.levels import scatter_sum
from columnar.dynamics.tree import Tree

__all__ = ["ancestor_pairs", "find_efforts", "mass_matrix"]


def find_efforts(
    tree: Tree, posture: Posture, inertias: SpatialInertias, bias: Bias, accelerations: Doubles, armature: Doubles
) -> Doubles:
    """Efforts (nv, E) that give accelerations (nv, E): recursive Newton-Euler.

    Args:
        tree: the tree.
        posture: nodes in the world.
        inertias: of links in the world.
        bias: velocity terms and outer forces.
        accelerations: of degrees of freedom.
        armature: (nv, E or 1) rotor inertia of each.
    """
    motion = find_accelerations(tree, posture, bias.acceleration, accelerations)
    force = bias.force.copy()
    force[:, tree.link_node] += apply(inertias.matrices(), motion[:, tree.link_node])
    sum_inward(tree, posture, force)
    efforts: Doubles = dot(posture.subspace, force)[tree.nodes.of_dof] + armature * accelerations
    return efforts


def sum_inward(tree: Tree, posture: Posture, force: Doubles) -> None:
    """Adds forces (6, N, E) of nodes to those of their parents, leaves first, in place."""
    for level in reversed(tree.levels):
        if level.parents is not None:
            handed = force[:, level.nodes].copy()
            handed[:3] += cross(posture.arm[:, level.nodes], handed[3:])
            scatter_sum(force, handed, level, 1)


def mass_matrix(tree: Tree, posture: Posture, inertias: SpatialInertias, armature: Doubles) -> Doubles:
    """(nv, nv, E): the composite-rigid-body algorithm.

    Every pair of a degree of freedom and one above it is one entry, worked out for all pairs at once.
    """
    nodes = tree.nodes
    composite = np.zeros((6, 6, *posture.position.shape[1:]))
    composite[:, :, tree.link_node] = inertias.matrices()
    for level in reversed(tree.levels):
        if level.parents is not None:
            handed = composite[:, :, level.nodes].copy()
            lever = posture.lever[:, :, level.nodes]
            handed[:3] += compose(lever, handed[3:])
            handed[:, :3] -= compose(handed[:, 3:], lever)
            scatter_sum(composite, handed, level, 2)
    force = apply(composite, posture.subspace)
    low, high = ancestor_pairs(tree)
    below, above = nodes.of_dof[low], nodes.of_dof[high]
    torque = force[:3, below] + cross(posture.position[:, below] - posture.position[:, above], force[3:, below])
    entries = dot(posture.subspace[:3, above], torque) + dot(posture.subspace[3:, above], force[3:, below])
    found = np.zeros((tree.nv, tree.nv, posture.position.shape[-1]))
    found[low, high] = entries
    found[high, low] = entries
    diagonal = np.arange(tree.nv)
    found[diagonal, diagonal] += armature
    return found


def ancestor_pairs(tree: Tree) -> tuple[Ids, Ids]:
    """Pairs of degrees of freedom (low, high), the second at or above the first on its way to the root."""
    nodes = tree.nodes
    low = high = nodes.of_dof
    lows, highs = [], []
    while low.size:
        moving = nodes.dof[high] >= 0
        lows.append(nodes.dof[low[moving]])
        highs.append(nodes.dof[high[moving]])
        above = nodes.parent[high]
        low, high = low[above >= 0], above[above >= 0]
    return np.concatenate(lows or [low]), np.concatenate(highs or [high])
