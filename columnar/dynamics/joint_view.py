"""A joint of an articulation, seen as a node of its tree: Springhead's PHJointBase.

Frames: Fp is the parent link's, Fc the child link's, Fj the joint's, which stands on both sides: Fjp on the parent,
Fjc on the child. `xRy` turns vectors in y's axes into x's. What moves is read when asked for, environments first.
Velocities and accelerations of the child are those of its centre of mass, as Springhead's solids have theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from columnar.dynamics.arrays import Doubles, apply, compose, cross, quaternion_matrices, transposed, unit_quaternions
from columnar.dynamics.editing import with_link, without_link
from columnar.dynamics.finite import finite
from columnar.dynamics.kinds import JointKind
from columnar.dynamics.links import Frame, LinkRow
from columnar.dynamics.node_readouts import NodeReadouts
from columnar.dynamics.rotations import matrix_quaternions

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["JointView"]


class JointView:
    """One joint, and the child link it carries.

    Args:
        articulation: whose joint it is.
        index: of the joint, which is that of its child link.
    """

    def __init__(self, articulation: Articulation, index: int) -> None:
        self.articulation = articulation
        self.index = index

    @property
    def name(self) -> str:
        """Name of the joint."""
        return self.articulation.tree.joint_names[self.index]

    @property
    def kind(self) -> JointKind:
        """What the joint does."""
        return self.articulation.tree.kinds[self.index]

    @property
    def child(self) -> str:
        """Name of the link it carries."""
        return self.articulation.tree.link_names[self.index]

    @property
    def parent(self) -> JointView | None:
        """The joint that carries its parent link; None for a root."""
        above = int(self.articulation.tree.link_parent[self.index])
        return None if above < 0 else JointView(self.articulation, above)

    @property
    def children(self) -> tuple[JointView, ...]:
        """The joints on its child link."""
        below = self.articulation.tree.children(self.index)
        return tuple(JointView(self.articulation, int(index)) for index in below)

    def search(self, link: str) -> JointView | None:
        """The joint at or below this one whose child is the named link; None if there is none."""
        tree = self.articulation.tree
        index = tree.link_names.index(link) if link in tree.link_names else -1
        above = index
        while above >= 0 and above != self.index:
            above = int(tree.link_parent[above])
        return JointView(self.articulation, index) if above >= 0 else None

    def add_child(self, row: LinkRow) -> Articulation:
        """A new articulation with one more link on this joint's child, whatever parent its row names.

        Raises:
            TreeError: a name that is there already.
        """
        return with_link(self.articulation, replace(row, parent=self.child))

    def remove_child(self, link: str) -> Articulation:
        """A new articulation without a link on this joint's child and all it carries.

        Raises:
            KeyError: the link does not hang on this joint's child.
        """
        if link not in [joint.child for joint in self.children]:
            raise KeyError(f"{link!r} does not hang on {self.child!r}")
        return without_link(self.articulation, link)

    def reset(self) -> None:
        """Back to where this joint started, at rest, nothing applied."""
        self.articulation.reset_joint(self.index)

    # Degrees of freedom ------------------------------------------------------------------------------------------

    @property
    def dofs(self) -> slice:
        """Its degrees of freedom among the articulation's."""
        offsets = self.articulation.tree.joint_dofs
        return slice(int(offsets[self.index]), int(offsets[self.index + 1]))

    @property
    def coordinates(self) -> slice:
        """Its coordinates among the articulation's."""
        offsets = self.articulation.tree.joint_coordinates
        return slice(int(offsets[self.index]), int(offsets[self.index + 1]))

    @property
    def dof_count(self) -> int:
        """Number of degrees of freedom."""
        chosen = self.dofs
        return int(chosen.stop) - int(chosen.start)

    @property
    def position(self) -> Doubles:
        """(E, coordinates), see `Tree`; may be set to finite numbers."""
        return self.articulation.positions[:, self.coordinates]

    @position.setter
    def position(self, value: Any) -> None:
        self.articulation.positions[:, self.coordinates] = finite(value, "a position", self.name)

    @property
    def velocity(self) -> Doubles:
        """(E, dofs); may be set to finite numbers."""
        return self.articulation.velocities[:, self.dofs]

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self.articulation.velocities[:, self.dofs] = finite(value, "a velocity", self.name)

    @property
    def acceleration(self) -> Doubles:
        """(E, dofs) that the efforts and wrenches of now give, without springs, friction and constraints."""
        return self.articulation.current_accelerations()[:, self.dofs]

    @property
    def effort(self) -> Doubles:
        """(E, dofs) torques and forces applied; may be set to finite numbers."""
        return self.articulation.efforts[:, self.dofs]

    @effort.setter
    def effort(self, value: Any) -> None:
        self.articulation.efforts[:, self.dofs] = finite(value, "an effort", self.name)

    def add_effort(self, value: Any) -> None:
        """Adds to the efforts applied.

        Raises:
            ValueError: a number that is not finite.
        """
        self.articulation.efforts[:, self.dofs] += finite(value, "an effort", self.name)

    # Frames ------------------------------------------------------------------------------------------------------

    @property
    def posture_from_parent(self) -> Frame:
        """Fjp in Fp: pRj and prj."""
        return self.articulation.tree.rows[self.index].frame_in_parent

    @property
    def posture_from_child(self) -> Frame:
        """Fjc in Fc: cRj and crj."""
        return self.articulation.tree.rows[self.index].frame_in_child

    @property
    def p_r_j(self) -> Doubles:
        """(3, 3) pRj."""
        return _matrix(self.posture_from_parent)

    @property
    def c_r_j(self) -> Doubles:
        """(3, 3) cRj."""
        return _matrix(self.posture_from_child)

    @property
    def p_r_c(self) -> Doubles:
        """(E, 3, 3) pRc; for a hinge pRj Rz(position) cRj^T, and so on by the joint's motions."""
        rotation = self.articulation.solved().links[0]
        above = int(self.articulation.tree.link_parent[self.index])
        child = rotation[:, :, self.index]
        found = child if above < 0 else compose(transposed(rotation[:, :, above]), child)
        return np.moveaxis(found, 2, 0)

    @property
    def c_r_p(self) -> Doubles:
        """(E, 3, 3) cRp, the inverse of pRc."""
        return np.swapaxes(self.p_r_c, 1, 2)

    @property
    def prc(self) -> Doubles:
        """(E, 3) from the parent's centre of mass, or the world's origin, to the child's, in the axes of Fc."""
        solved = self.articulation.solved()
        center = solved.centers()
        above = int(self.articulation.tree.link_parent[self.index])
        arm = center[:, self.index] - (center[:, above] if above >= 0 else 0.0)
        return apply(transposed(solved.links[0][:, :, self.index]), arm).T

    @property
    def orientation(self) -> Doubles:
        """(E, 3, 3) R: from the axes of Fjc to the world's."""
        rotation = self.articulation.solved().links[0][:, :, self.index]
        return np.moveaxis(compose(rotation, self.c_r_j[..., None]), 2, 0)

    @property
    def quaternion(self) -> Doubles:
        """(E, 4) orientation as a quaternion x, y, z, w."""
        return matrix_quaternions(np.moveaxis(self.orientation, 0, 2)).T

    @property
    def world_position(self) -> Doubles:
        """(E, 3) p: the child's centre of mass in the world."""
        return self.articulation.solved().centers()[:, self.index].T

    # Motion of the child -----------------------------------------------------------------------------------------

    @property
    def readouts(self) -> NodeReadouts:
        """Inertias, forces and accelerations of the articulated-body algorithm at this joint."""
        return NodeReadouts(self.articulation, self.index)

    @property
    def child_angular_velocity(self) -> Doubles:
        """(E, 3) w_abs: along the world's axes."""
        return self._velocity()[:3].T

    @property
    def child_velocity(self) -> Doubles:
        """(E, 3) v_abs: of the centre of mass, along the world's axes."""
        return self._velocity()[3:].T

    @property
    def child_angular_acceleration(self) -> Doubles:
        """(E, 3) along the world's axes, as `acceleration` is worked out."""
        return self.readouts.world_acceleration()[:, :3]

    @property
    def child_acceleration(self) -> Doubles:
        """(E, 3) of the centre of mass, along the world's axes."""
        return self.readouts.world_acceleration()[:, 3:]

    @property
    def relative_velocity(self) -> Doubles:
        """(E, 6) pwc and pvc: angular velocity and velocity of the child's centre against Fp, in the axes of Fc."""
        solved = self.articulation.solved()
        own, center = self._velocity(), solved.centers()[:, self.index]
        above = int(self.articulation.tree.link_parent[self.index])
        if above >= 0:
            parent = solved.link_motion()[:, above]
            arm = center - solved.links[1][:, above]
            own = own - np.concatenate([parent[:3], parent[3:] + cross(parent[:3], arm)])
        inward = transposed(solved.links[0][:, :, self.index])
        return np.concatenate([apply(inward, own[:3]), apply(inward, own[3:])]).T

    def _velocity(self) -> Doubles:
        """(6, E) angular velocity, velocity of the centre of mass; world's axes."""
        solved = self.articulation.solved()
        motion = solved.link_motion()[:, self.index]
        arm = solved.centers()[:, self.index] - solved.links[1][:, self.index]
        return np.concatenate([motion[:3], motion[3:] + cross(motion[:3], arm)])

    def __repr__(self) -> str:
        return f"<{self.kind} joint {self.name} of {self.child}: {self.dof_count} degrees of freedom>"


def _matrix(frame: Frame) -> Doubles:
    return quaternion_matrices(unit_quaternions(np.asarray(frame.rotation, np.float64)[:, None]))[..., 0]
