"""A mechanism in motion: its state in every environment, and steps in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.couplings import follow
from columnar.dynamics.finite import coordinate_owners, dof_owners, require_finite
from columnar.dynamics.inertias import Masses
from columnar.dynamics.integration import BlockState, Integrator, advance, explicit_accelerations
from columnar.dynamics.joint_view import JointView
from columnar.dynamics.link_view import LinkView
from columnar.dynamics.mechanism import Mechanism, blocks, coordinates_last
from columnar.dynamics.names import find_name
from columnar.dynamics.node_steps import NodeSteps
from columnar.dynamics.shapes import LinkShapes, Shape
from columnar.dynamics.solutions import (
    Energies,
    LinkPoses,
    energies,
    forward_dynamics,
    forward_kinematics,
    link_velocities,
)
from columnar.dynamics.solved import Solved
from columnar.dynamics.substeps import substeps
from columnar.dynamics.tree import Tree

__all__ = ["Articulation"]


class Articulation:
    """A mechanism with a state: E environments that share links, joints and frames.

    There are no contacts. Arrays are float64 with environments first; those handed out are the state itself and may be
    written to in place. What is given must be finite: calls refuse other numbers, and a step refuses efforts, targets
    and wrenches that were written in place.

    Args:
        mechanism: what moves.
        environments: how many there are.
        positions: (nq,) or (E, nq) to start with and to come back to; by default joints at zero.
        velocities: (nv,) or (E, nv).
        name: what it is called; the path of its root prim when it comes from descriptors.
        notes: what of the description this articulation does without, a line each.
        shapes: what its links look like and collide with.

    Attributes:
        positions: (E, nq), see `Tree` for what coordinates are.
        velocities: (E, nv).
        accelerations: (E, nv), change of velocity over the last step per time.
        efforts: (E, nv) applied to degrees of freedom until changed.
        target_positions, target_velocities: (E, nv) of drives.
        wrenches: (E, L, 6) torque and force on links at their origins, along the world's axes, in the next step alone.
        time: (s) since the last reset.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        *,
        environments: int = 1,
        positions: Any = None,
        velocities: Any = None,
        name: str = "",
        notes: tuple[str, ...] = (),
        shapes: Sequence[Shape] = (),
    ) -> None:
        if environments < 1:
            raise ValueError(f"{environments} environments; there must be one at least")
        tree = mechanism.tree
        self.mechanism = mechanism
        self.name = name
        self.notes = notes
        self.n_envs = environments
        self.shapes = LinkShapes.of(tree.link_names, shapes)
        start = tree.neutral() if positions is None else positions
        self._start = coordinates_last(tree, start, environments).T.copy()
        speeds = np.zeros(tree.nv) if velocities is None else np.asarray(velocities, np.float64)
        self._start_velocities = np.broadcast_to(speeds, (environments, tree.nv)).copy()
        require_finite(self._start, "position", coordinate_owners(tree))
        require_finite(self._start_velocities, "velocity", dof_owners(tree))
        self.reset()

    @property
    def tree(self) -> Tree:
        """Links, joints, frames."""
        return self.mechanism.tree

    @property
    def masses(self) -> Masses:
        """Mass properties of links."""
        return self.mechanism.masses

    def reset(self) -> None:
        """Back to where it started: state, targets, and nothing applied. Masses stay as they were set."""
        shape = (self.n_envs, self.tree.nv)
        self.positions, self.velocities = self._start.copy(), self._start_velocities.copy()
        self._follow()
        self.accelerations, self.efforts = np.zeros(shape), np.zeros(shape)
        self.target_positions = np.broadcast_to(self.mechanism.dofs.drive_position, shape).copy()
        self.target_velocities = np.broadcast_to(self.mechanism.dofs.drive_velocity, shape).copy()
        self.wrenches = np.zeros((self.n_envs, len(self.tree), 6))
        self.time = 0.0

    def reset_joint(self, index: int) -> None:
        """One joint back to where it started, at rest, nothing applied to it."""
        joint = JointView(self, index)
        self.positions[:, joint.coordinates] = self._start[:, joint.coordinates]
        self.velocities[:, joint.dofs] = self._start_velocities[:, joint.dofs]
        self.efforts[:, joint.dofs] = 0.0
        self._follow()

    def step(self, step: float, *, integrator: Integrator | str = Integrator.IMPLICIT) -> None:
        """Moves on in time.

        An environment in which a joint turns by more than a quarter of a radian takes several smaller steps.

        Args:
            step: length (s), finite and more than 0.
            integrator: how.

        Raises:
            ValueError: a length that is not finite and positive, no such integrator, or an effort, a target or a wrench
                that is not finite.
        """
        if not 0.0 < step < np.inf:
            raise ValueError(f"a step of {step} s; it must be finite and longer than 0")
        chosen = Integrator(integrator)
        self._require_finite_inputs()
        before = self.velocities.copy()
        counts = substeps(self.tree, self.velocities, step)
        for count in np.unique(counts):
            members = np.flatnonzero(counts == count)
            for block in blocks(self.tree, len(members)):
                self._advance(members[block], step, int(count), chosen)
        self.accelerations[:] = (self.velocities - before) / step
        self.wrenches[:] = 0.0
        self.time += step

    def _require_finite_inputs(self) -> None:
        for name in ("efforts", "target_positions", "target_velocities"):
            values = getattr(self, name)
            if not np.isfinite(values).all():
                require_finite(values, name.removesuffix("s").replace("_", " "), dof_owners(self.tree))
        require_finite(self.wrenches, "wrench", self.tree.link_names)

    def _advance(self, members: Ids, step: float, count: int, integrator: Integrator) -> None:
        """Moves some environments on by a step, in `count` smaller ones."""
        chosen = slice(None) if len(members) == self.n_envs else members
        masses, state = self.masses.environments(chosen), self._block(chosen)
        for _ in range(count):
            positions, velocities = advance(self.mechanism, masses, state, step / count, integrator)
            state = replace(state, positions=positions, velocities=velocities)
        self.positions[chosen], self.velocities[chosen] = state.positions.T, state.velocities.T

    def _block(self, chosen: slice | Ids) -> BlockState:
        """The state of some environments, environments last."""

        def last(part: Doubles) -> Doubles:
            return np.array(part[chosen].T, order="C")

        wrenches = self.wrenches[chosen]
        return BlockState(
            positions=last(self.positions),
            velocities=last(self.velocities),
            efforts=last(self.efforts),
            target_positions=last(self.target_positions),
            target_velocities=last(self.target_velocities),
            wrenches=np.ascontiguousarray(wrenches.transpose(2, 1, 0)) if wrenches.any() else None,
        )

    def _follow(self) -> None:
        """Puts mimics where their leaders say."""
        follow(self.mechanism.mimics, self.tree.dof_coordinate, self.positions.T, self.velocities.T)

    def set_state(self, positions: Any, velocities: Any = None) -> None:
        """Sets positions (nq,) or (E, nq), quaternions at any length, and velocities; mimics follow their leaders.

        Raises:
            ValueError: another shape, or a number that is not finite; the state stays as it was.
        """
        found = coordinates_last(self.tree, positions, self.n_envs).T
        speeds = np.broadcast_to(
            np.asarray(0.0 if velocities is None else velocities, np.float64), self.velocities.shape
        )
        require_finite(found, "position", coordinate_owners(self.tree))
        require_finite(speeds, "velocity", dof_owners(self.tree))
        self.positions[:], self.velocities[:] = found, speeds
        self._follow()

    def solved(self) -> Solved:
        """The state of now, ready to be asked; environments last, all in one block."""
        pushed = np.ascontiguousarray(self.wrenches.transpose(2, 1, 0)) if self.wrenches.any() else None
        return Solved(
            self.mechanism,
            self.masses,
            coordinates_last(self.tree, self.positions, self.n_envs),
            np.ascontiguousarray(self.velocities.T),
            pushed,
        )

    def current_accelerations(self) -> Doubles:
        """(E, nv) that the efforts and wrenches of now give, without springs, friction and constraints."""
        pushed = self.wrenches if self.wrenches.any() else None
        return forward_dynamics(self.mechanism, self.positions, self.velocities, self.efforts, pushed)

    def momentary_accelerations(self) -> Doubles:
        """(E, nv) of now, with springs, friction and constraints."""
        return explicit_accelerations(self.mechanism, self.masses, self._block(slice(None))).T

    def node_steps(self) -> NodeSteps:
        """Featherstone's algorithm a node at a time, for the state of now."""
        return NodeSteps(self)

    def joint_index(self, name: str | int) -> int:
        """Index of a joint by its name, the last part of its path, or itself.

        Raises:
            KeyError: no such joint, or several that end so.
        """
        return find_name(self.tree.joint_names, name, "joint")

    def joint(self, name: str | int) -> JointView:
        """A joint by its name, the last part of its path, or its index."""
        return JointView(self, self.joint_index(name))

    @property
    def joints(self) -> tuple[JointView, ...]:
        """Every joint, in the order of links."""
        return tuple(JointView(self, index) for index in range(len(self.tree)))

    def link_index(self, name: str | int) -> int:
        """Index of a link by its name, the last part of its path, or itself.

        Raises:
            KeyError: no such link, or several that end so.
        """
        return find_name(self.tree.link_names, name, "link")

    def link(self, name: str | int) -> LinkView:
        """A link by its name, the last part of its path, or its index."""
        return LinkView(self, self.link_index(name))

    @property
    def links(self) -> tuple[LinkView, ...]:
        """Every link, in tree order."""
        return tuple(LinkView(self, index) for index in range(len(self.tree)))

    def set_mass(self, mass: float) -> None:
        """Sets the mass of all links together, the inertia of each scaled by the same factor.

        Raises:
            ValueError: not finite and more than 0.
        """
        if not (np.isfinite(mass) and mass > 0.0):
            raise ValueError(f"a mass of {mass}; it must be finite and more than 0")
        factor = mass / self.masses.mass.sum(axis=0)
        scaled = replace(self.masses, mass=self.masses.mass * factor, inertia=self.masses.inertia * factor)
        self.mechanism = replace(self.mechanism, masses=scaled)

    def link_poses(self) -> LinkPoses:
        """Where links are now: (E, L, 3) and (E, L, 4)."""
        return forward_kinematics(self.mechanism, self.positions)

    def link_velocities(self) -> Doubles:
        """(E, L, 6): angular velocity of links and velocity of their origins, along the world's axes."""
        return link_velocities(self.mechanism, self.positions, self.velocities)

    def energies(self) -> Energies:
        """Kinetic and potential energy now, (E,) each; springs not counted."""
        return energies(self.mechanism, self.positions, self.velocities)

    def __repr__(self) -> str:
        tree = self.tree
        named = f" {self.name}" if self.name else ""
        return f"<Articulation{named}: {len(tree)} links, {tree.nv} degrees of freedom, {self.n_envs} environments>"
