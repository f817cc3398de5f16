"""One block of environments worked out once: posture, velocities, inertias, bias, each when first asked for."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from columnar.dynamics.arrays import Doubles, cross
from columnar.dynamics.articulated import Bias, Factors, accelerate, factorise, find_bias
from columnar.dynamics.inertias import Masses, SpatialInertias, find_inertias
from columnar.dynamics.kinematics import Posture, Velocities, find_posture, find_velocities, link_frames
from columnar.dynamics.mechanism import Mechanism

__all__ = ["Solved"]


class Solved:
    """A mechanism in given states; environments last.

    Args:
        mechanism: the mechanism.
        masses: those of the block's environments.
        coordinates: (nq, E), quaternions of unit length.
        velocities: (nv, E); None: at rest.
        wrenches: (6, L, E) torque and force on links along the world's axes at the links' origins; None: none.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        masses: Masses,
        coordinates: Doubles,
        velocities: Doubles | None = None,
        wrenches: Doubles | None = None,
    ) -> None:
        self.mechanism = mechanism
        self.tree = mechanism.tree
        self.masses = masses
        self.coordinates = coordinates
        shape = (self.tree.nv, coordinates.shape[1])
        self.velocities = np.zeros(shape) if velocities is None else velocities
        self._wrenches = wrenches

    @cached_property
    def posture(self) -> Posture:
        """Nodes in the world."""
        return find_posture(self.tree, self.coordinates)

    @cached_property
    def links(self) -> tuple[Doubles, Doubles]:
        """World frames of links: rotation (3, 3, L, E), position (3, L, E)."""
        return link_frames(self.tree, self.posture)

    def centers(self) -> Doubles:
        """(3, L, E) centres of mass of links in the world."""
        return self.posture.position[:, self.tree.link_node] + self.inertias.arm

    def link_motion(self) -> Doubles:
        """(6, L, E) angular velocity of links and velocity of their origins, along the world's axes."""
        return self.at_links(self.motion.spatial)

    def at_links(self, spatial: Doubles) -> Doubles:
        """Velocities of nodes (6, N, E), or what accelerations share with them, at the origins of links."""
        node = self.tree.link_node
        arm = self.links[1] - self.posture.position[:, node]
        return np.concatenate([spatial[:3, node], spatial[3:, node] + cross(spatial[:3, node], arm)])

    @cached_property
    def motion(self) -> Velocities:
        """Velocities of nodes."""
        return find_velocities(self.tree, self.posture, self.velocities)

    @cached_property
    def inertias(self) -> SpatialInertias:
        """Inertias of links in the world."""
        return find_inertias(self.tree, self.masses, self.posture)

    @cached_property
    def bias(self) -> Bias:
        """Velocity terms, gravity, wrenches."""
        return find_bias(
            self.tree,
            self.masses,
            self.inertias,
            self.motion,
            gravity=self.mechanism.gravity,
            wrenches=self._node_wrenches(),
        )

    @cached_property
    def factors(self) -> Factors:
        """Articulated inertias, armature alone added."""
        return self.factors_with(np.zeros((self.tree.nv, 1)))

    def factors_with(self, diagonal: Doubles) -> Factors:
        """Articulated inertias with (nv, E or 1) added to the armature."""
        armature = self.mechanism.dofs.armature[:, None]
        return factorise(self.tree, self.inertias, self.posture, armature + diagonal)

    def accelerations(self, efforts: Doubles, factors: Factors | None = None) -> tuple[Doubles, Doubles]:
        """Accelerations (nv, E) for efforts (nv, E), and those of nodes (6, N, E)."""
        used = self.factors if factors is None else factors
        found, motion = accelerate(self.tree, self.posture, used, efforts[:, None], self.bias)
        return found[:, 0], motion[:, :, 0]

    def responses(self, patterns: Doubles, factors: Factors | None = None) -> Doubles:
        """Accelerations (nv, P, E) that effort patterns (nv, P, E or 1) add."""
        used = self.factors if factors is None else factors
        return accelerate(self.tree, self.posture, used, patterns)[0]

    def _node_wrenches(self) -> Doubles | None:
        """Wrenches moved from links' origins to those of their nodes."""
        if self._wrenches is None:
            return None
        arm = self.links[1] - self.posture.position[:, self.tree.link_node]
        torque = self._wrenches[:3] + cross(arm, self._wrenches[3:])
        return np.concatenate([torque, self._wrenches[3:]])
