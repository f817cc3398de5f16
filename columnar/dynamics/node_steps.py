"""Featherstone's algorithm a node at a time: Springhead's steps for those who vary efforts and read few accelerations.

1. `velocity_terms`, once for a posture and velocity;
2. set the articulation's efforts;
3. `articulated_inertias`, every time efforts have changed;
4. `acceleration` of the joints of interest, each at the cost of its way to the root; repeat from 2.

For many patterns at once there is `responses`, which answers them all in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from columnar.dynamics.arrays import Doubles, cross, dot
from columnar.dynamics.articulated import Factors, push
from columnar.dynamics.solved import Solved

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["NodeSteps"]


class NodeSteps:
    """The three passes of the articulated-body algorithm for an articulation in its present state.

    Attributes:
        solved: posture, velocities and inertias of step 1.
        factors: articulated inertias of step 3.
        bias_force: (6, N, E) zero-acceleration forces of step 3, at the nodes' origins along the world's axes.
    """

    def __init__(self, articulation: Articulation) -> None:
        self._articulation = articulation
        self.velocity_terms()

    def velocity_terms(self) -> None:
        """Step 1: posture, Coriolis and centripetal accelerations, outer forces, from positions and velocities."""
        self.solved: Solved = self._articulation.solved()
        self.factors: Factors | None = None

    def articulated_inertias(self) -> None:
        """Step 3: articulated inertias and bias forces, from the efforts that are set now."""
        solved = self.solved
        self.factors = solved.factors
        efforts = np.ascontiguousarray(self._articulation.efforts.T)[:, None]
        pushed, force = push(solved.tree, solved.posture, self.factors, efforts, solved.bias)
        self._pushed, self.bias_force = pushed[:, 0], force[:, :, 0]

    def acceleration(self, joint: str | int) -> Doubles:
        """Step 4: (E, dofs of the joint); its child's and its parents' are by-products, no other node is touched.

        Raises:
            RuntimeError: step 3 has not been taken.
        """
        found = self._walk(self._articulation.joint_index(joint))[1]
        return found.T

    def link_acceleration(self, joint: str | int) -> Doubles:
        """(E, 6): angular acceleration of the joint's child, and that of its node's origin, along the world's axes."""
        return self._walk(self._articulation.joint_index(joint))[0].T

    def _walk(self, joint: int) -> tuple[Doubles, Doubles]:
        """Acceleration of the joint's last node (6, E), and of its degrees of freedom (dofs, E)."""
        if self.factors is None:
            raise RuntimeError("articulated_inertias() comes before accelerations are read")
        solved, factors, nodes = self.solved, self.factors, self.solved.tree.nodes
        motion = np.zeros((6, solved.coordinates.shape[1]))
        own: list[Doubles] = []
        for node in self._way(joint):
            carried = motion[3:] + cross(motion[:3], solved.posture.arm[:, node])
            motion = np.concatenate([motion[:3], carried])
            rate = factors.inverse[node] * (self._pushed[node] - dot(factors.column[:, node], motion))
            motion = motion + solved.posture.subspace[:, node] * rate + solved.bias.acceleration[:, node]
            if nodes.link[node] == joint and nodes.dof[node] >= 0:
                own.append(rate)
        return motion, np.array(own).reshape(-1, motion.shape[1])

    def _way(self, joint: int) -> list[int]:
        """Nodes from the root to a joint's last one."""
        tree = self.solved.tree
        found = []
        node = int(tree.link_node[joint])
        while node >= 0:
            found.append(node)
            node = int(tree.nodes.parent[node])
        return found[::-1]
