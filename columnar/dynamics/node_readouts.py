"""What the articulated-body algorithm knows of one joint's child, at its centre of mass in its own axes.

Spatial vectors are turn before shift, forces torque before force; Springhead keeps the halves of its matrices the other
way round: its Ii is [[0, m], [I, 0]] where this is [[I, 0], [0, m]].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from columnar.dynamics.arrays import Doubles, apply, compose, cross, skew, transposed

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["NodeReadouts"]


class NodeReadouts:
    """Springhead's Ii, Ia, Za, c and a of one joint, for the state and efforts of now; environments first.

    Args:
        articulation: whose joint it is.
        link: index of the joint's child.
    """

    def __init__(self, articulation: Articulation, link: int) -> None:
        self._link = link
        self._node = int(articulation.tree.link_node[link])
        self._steps = articulation.node_steps()
        self._steps.articulated_inertias()
        self._solved = self._steps.solved
        self._arm = self._solved.centers()[:, link] - self._solved.posture.position[:, self._node]
        self._inward = transposed(self._solved.links[0][:, :, link])

    def isolated_inertia(self) -> Doubles:
        """(E, 6, 6) Ii: of the child alone."""
        shape = (6, 6, self._arm.shape[1])
        found = np.zeros(shape)
        masses = self._solved.masses
        found[:3, :3] = masses.inertia[:, :, self._link]
        found[3:, 3:] = np.eye(3)[..., None] * masses.mass[self._link]
        return np.moveaxis(found, 2, 0)

    def articulated_inertia(self) -> Doubles:
        """(E, 6, 6) Ia: of the child with all it carries, their joints moving freely."""
        factors = self._steps.factors
        assert factors is not None
        lever = skew(self._arm)
        found = factors.inertia[:, :, self._node].copy()
        # From the node's origin out to the centre of mass: the shift back, with the arm reversed.
        found[:3] -= compose(lever, found[3:])
        found[:, :3] += compose(found[:, 3:], lever)
        return np.moveaxis(self._turned(found), 2, 0)

    def bias_force(self) -> Doubles:
        """(E, 6) Za: torque and force that the child needs to have no acceleration, with all it carries."""
        force = self._steps.bias_force[:, self._node]
        torque = force[:3] - cross(self._arm, force[3:])
        return np.concatenate([apply(self._inward, torque), apply(self._inward, force[3:])]).T

    def coriolis(self) -> Doubles:
        """(E, 6) c: acceleration of the child beyond its parent's when the joint does not accelerate, at its node."""
        tree, solved = self._solved.tree, self._solved
        motion = np.zeros((6, self._arm.shape[1]))
        for node in np.flatnonzero(tree.nodes.link == self._link):
            carried = motion[3:] + cross(motion[:3], solved.posture.arm[:, node])
            motion = np.concatenate([motion[:3], carried]) + solved.bias.acceleration[:, node]
        return np.concatenate([apply(self._inward, motion[:3]), apply(self._inward, motion[3:])]).T

    def acceleration(self) -> Doubles:
        """(E, 6) a: angular acceleration, and acceleration of the centre of mass."""
        world = self.world_acceleration().T
        return np.concatenate([apply(self._inward, world[:3]), apply(self._inward, world[3:])]).T

    def world_acceleration(self) -> Doubles:
        """(E, 6) the same along the world's axes."""
        motion = self._steps.link_acceleration(self._link).T
        spin = self._solved.motion.spatial[:3, self._node]
        shift = motion[3:] + cross(motion[:3], self._arm) + cross(spin, cross(spin, self._arm))
        return np.concatenate([motion[:3], shift]).T

    def _turned(self, inertia: Doubles) -> Doubles:
        """A (6, 6, E) inertia in the child's axes."""
        outward = transposed(self._inward)
        found = np.empty_like(inertia)
        for rows in (slice(3), slice(3, 6)):
            for columns in (slice(3), slice(3, 6)):
                found[rows, columns] = compose(compose(self._inward, inertia[rows, columns]), outward)
        return found
