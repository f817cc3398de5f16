"""Masses: what links weigh, in their own axes, and as spatial inertias in the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids, apply, compose, cross, skew, transposed
from columnar.dynamics.kinematics import Posture
from columnar.dynamics.tree import Tree

__all__ = ["Masses", "SpatialInertias", "find_inertias", "gravity_force", "velocity_force"]


@dataclass(frozen=True)
class Masses:
    """Mass properties of links; environments last, of length 1 where all have the same.

    Attributes:
        mass: (L, E or 1).
        center: (3, L, E or 1) centre of mass in link axes, from the link's origin.
        inertia: (3, 3, L, E or 1) about the centre of mass, link axes.
        weighs: (L,) False for links that gravity leaves alone.
    """

    mass: Doubles
    center: Doubles
    inertia: Doubles
    weighs: Doubles

    @classmethod
    def of(cls, tree: Tree) -> Masses:
        """Mass properties as the tree's rows gave them."""
        return cls(
            tree.mass[:, None].copy(),
            np.ascontiguousarray(tree.center_of_mass.T)[..., None],
            np.ascontiguousarray(np.moveaxis(tree.inertia, 0, 2))[..., None],
            np.ones(len(tree)),
        )

    def environments(self, chosen: slice | Ids) -> Masses:
        """Those of some environments."""
        return Masses(
            _chosen(self.mass, chosen), _chosen(self.center, chosen), _chosen(self.inertia, chosen), self.weighs
        )


def _chosen(part: Doubles, chosen: slice | Ids) -> Doubles:
    return part if part.shape[-1] == 1 else part[..., chosen]


@dataclass(frozen=True)
class SpatialInertias:
    """Inertias of links in the world, at the origin of their node, along the world's axes.

    Attributes:
        mass: (L, E or 1).
        arm: (3, L, E) from the node's origin to the centre of mass.
        rotational: (3, 3, L, E) about the node's origin.
    """

    mass: Doubles
    arm: Doubles
    rotational: Doubles

    def matrices(self) -> Doubles:
        """(6, 6, L, E): force (torque, then force) = matrix times acceleration (turn, then shift)."""
        lever = self.mass * skew(self.arm)
        found = np.zeros((6, 6, *self.rotational.shape[2:]))
        found[:3, :3] = self.rotational
        found[:3, 3:] = lever
        found[3:, :3] = -lever
        for lane in range(3, 6):
            found[lane, lane] = self.mass
        return found


def find_inertias(tree: Tree, masses: Masses, posture: Posture) -> SpatialInertias:
    """Inertias of links in the world."""
    turn = tree.link_rotation[..., None]
    center = tree.link_position[..., None] + apply(turn, masses.center)
    inertia = compose(compose(turn, masses.inertia), transposed(turn))
    # About the node's origin: the parallel axis theorem, in node axes where it costs least.
    inertia = inertia - masses.mass * compose(skew(center), skew(center))
    above = posture.rotation[:, :, tree.link_node]
    return SpatialInertias(masses.mass, apply(above, center), compose(compose(above, inertia), transposed(above)))


def velocity_force(inertias: SpatialInertias, spin: Doubles) -> Doubles:
    """(6, L, E): torque and force that keep links turning at (3, L, E) without acceleration of their node's origin."""
    torque = cross(spin, apply(inertias.rotational, spin))
    return np.concatenate([torque, inertias.mass * cross(spin, cross(spin, inertias.arm))])


def gravity_force(masses: Masses, inertias: SpatialInertias, gravity: Doubles) -> Doubles:
    """(6, L, E): torque and force of gravity (3,) on links, at their node's origin."""
    force = masses.weighs[:, None] * inertias.mass * gravity[:, None, None]
    force = np.broadcast_to(force, inertias.arm.shape)
    return np.concatenate([cross(inertias.arm, force), force])
