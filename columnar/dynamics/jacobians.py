"""Jacobians: how points of links move with the degrees of freedom."""

from __future__ import annotations

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids, cross
from columnar.dynamics.kinematics import Posture
from columnar.dynamics.tree import Tree

__all__ = ["carrying_dofs", "point_jacobian"]


def carrying_dofs(tree: Tree, link: int) -> Ids:
    """Degrees of freedom between the world and a link, in tree order."""
    nodes = tree.nodes
    found: list[int] = []
    node = int(tree.link_node[link])
    while node >= 0:
        if nodes.dof[node] >= 0:
            found.append(int(nodes.dof[node]))
        node = int(nodes.parent[node])
    return np.array(sorted(found), np.int64)


def point_jacobian(tree: Tree, posture: Posture, link: int, point: Doubles) -> Doubles:
    """(6, nv, E): angular velocity of a link, then velocity of a world point (3, E) that moves with it."""
    dofs = carrying_dofs(tree, link)
    node = tree.nodes.of_dof[dofs]
    turn, shift = posture.subspace[:3, node], posture.subspace[3:, node]
    found = np.zeros((6, tree.nv, posture.position.shape[-1]))
    found[:3, dofs] = turn
    found[3:, dofs] = shift + cross(turn, point[:, None] - posture.position[:, node])
    return found
