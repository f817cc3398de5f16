"""A link of an articulation, with the members and semantics of Genesis's RigidLink.

Names are Genesis's own, so that code written for it finds them. An articulation of one environment counts as not
batched: what would have environments first comes without them.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.kinds import JointKind
from columnar.dynamics.link_masses import inverse_weights, set_center, set_inertia, set_mass
from columnar.dynamics.link_wrenches import LinkFrame, add_wrench, chosen_environments
from columnar.dynamics.shapes import Shape
from columnar.dynamics.tessellation import tessellated

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation
    from columnar.dynamics.joint_view import JointView

__all__ = ["LinkView"]


class LinkView:
    """One link.

    Args:
        articulation: whose link it is; Genesis's entity.
        index: of the link.

    Attributes:
        entity: the articulation.
        idx: index of the link.
    """

    def __init__(self, articulation: Articulation, index: int) -> None:
        self.entity = articulation
        self.idx = index

    # Place in the tree -------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name of the link: the path of its prim."""
        return self.entity.tree.link_names[self.idx]

    @property
    def parent_idx(self) -> int:
        """Index of the parent link; -1 for a root."""
        return int(self.entity.tree.link_parent[self.idx])

    @property
    def root_idx(self) -> int:
        """Index of the root it hangs on."""
        index = self.idx
        while self.entity.tree.link_parent[index] >= 0:
            index = int(self.entity.tree.link_parent[index])
        return index

    @property
    def joint(self) -> JointView:
        """The joint that carries it."""
        return self.entity.joint(self.idx)

    @property
    def joint_start(self) -> int:
        """Index of its first joint."""
        return self.idx

    @property
    def n_joints(self) -> int:
        """Number of its joints: always 1, a D6 being one."""
        return 1

    @property
    def joint_end(self) -> int:
        """One past its last joint."""
        return self.idx + 1

    @property
    def is_fixed(self) -> bool:
        """Whether every joint from here up to the root is fixed."""
        tree = self.entity.tree
        index = self.idx
        while index >= 0:
            if tree.kinds[index] is not JointKind.FIXED:
                return False
            index = int(tree.link_parent[index])
        return True

    # Pose --------------------------------------------------------------------------------------------------------

    def get_pos(self, envs_idx: Any = None) -> Doubles:
        """Origin in the world: (3,), or (n, 3) when batched."""
        return self._out(self.entity.link_poses().position[:, self.idx], envs_idx)

    def get_quat(self, envs_idx: Any = None) -> Doubles:
        """Orientation in the world: (4,), or (n, 4) when batched; lanes x, y, z, w, where Genesis has w first."""
        return self._out(self.entity.link_poses().rotation[:, self.idx], envs_idx)

    # Wrenches ----------------------------------------------------------------------------------------------------

    def apply_external_wrench(
        self,
        force: Any = None,
        torque: Any = None,
        envs_idx: Any = None,
        *,
        pos: Any = None,
        ref: LinkFrame | str = LinkFrame.LINK_ORIGIN,
        local: bool = False,
    ) -> None:
        """Applies a force at a point and a free couple during the next step; calls add up.

        Args:
            force: (3,) or (n, 3).
            torque: (3,) or (n, 3), on top of the moment of the force.
            envs_idx: environments, None for all.
            pos: where the force acts: a point of the world, or with `local` an offset from the origin of `ref` along
                its axes; None: that origin.
            ref: the link's origin and axes, or its centre of mass and the axes of its inertial frame.
            local: whether force, torque and pos are along the axes of `ref`.

        Raises:
            ValueError: neither force nor torque, `pos` without a force, another shape, or a number that is not finite.
            IndexError: no such environment.
        """
        add_wrench(self.entity, self.idx, force=force, torque=torque, envs_idx=envs_idx, pos=pos, ref=ref, local=local)

    def apply_external_force(
        self,
        force: Any,
        envs_idx: Any = None,
        *,
        pos: Any = None,
        ref: LinkFrame | str = LinkFrame.LINK_ORIGIN,
        local: bool = False,
    ) -> None:
        """Applies a force alone; see `apply_external_wrench`."""
        self.apply_external_wrench(force, None, envs_idx, pos=pos, ref=ref, local=local)

    def apply_external_torque(
        self, torque: Any, envs_idx: Any = None, *, ref: LinkFrame | str = LinkFrame.LINK_ORIGIN, local: bool = False
    ) -> None:
        """Applies a torque alone; see `apply_external_wrench`."""
        self.apply_external_wrench(None, torque, envs_idx, ref=ref, local=local)

    # Masses ------------------------------------------------------------------------------------------------------

    def get_mass(self, envs_idx: Any = None) -> float | Doubles:
        """A number where all environments have the same mass, else (n,)."""
        mass = self.entity.masses.mass[self.idx]
        if len(mass) == 1 and envs_idx is None:
            return float(mass[0])
        chosen = chosen_environments(self.entity.n_envs, envs_idx)
        return np.broadcast_to(mass, (self.entity.n_envs,))[chosen]

    def get_COM(self, envs_idx: Any = None) -> Doubles:  # noqa: N802
        """Centre of mass in link axes from the link's origin: (3,), or (n, 3)."""
        return self._massed(self.entity.masses.center[:, self.idx], envs_idx)

    def get_inertia(self, envs_idx: Any = None) -> Doubles:
        """Inertia about the centre of mass along the axes of the inertial frame: (3, 3), or (n, 3, 3)."""
        turn = self.entity.tree.inertial_rotation[:, :, self.idx]
        inertia = np.einsum("ji,jke,kl->ile", turn, self.entity.masses.inertia[:, :, self.idx], turn)
        return self._massed(inertia, envs_idx)

    def set_mass(self, mass: Any) -> None:
        """Sets the mass, a number or (n_envs,); the inertia stays. A fixed link keeps its mass, with a warning.

        Raises:
            ValueError: another shape, or a mass that is not finite and more than 0.
        """
        if self.is_fixed:
            warnings.warn(f"{self.name} is fixed: its mass moves nothing, and stays", stacklevel=2)
            return
        set_mass(self.entity, self.idx, mass)

    def set_COM(self, com: Any) -> None:  # noqa: N802
        """Sets the centre of mass, (3,) or (n_envs, 3) in link axes; the axes of the inertial frame stay.

        Raises:
            ValueError: another shape, or not finite.
        """
        set_center(self.entity, self.idx, com)

    def set_inertia(self, inertia: Any) -> None:
        """Sets the inertia, (3, 3) or (n_envs, 3, 3), about the centre of mass in the inertial frame.

        Raises:
            ValueError: another shape, or not symmetric positive definite.
        """
        set_inertia(self.entity, self.idx, inertia)

    def get_invweight(self, envs_idx: Any = None) -> Doubles:
        """(2,), or (n, 2) where masses are batched: inverse weights for forces and for torques; 0 for fixed links.

        A third of the trace of J M^-1 J^T with the Jacobian of the centre of mass, at the rest position, armature
        counted: MuJoCo's `body_invweight0`.
        """
        return self._massed(inverse_weights(self.entity, self.idx), envs_idx)

    # Shapes ------------------------------------------------------------------------------------------------------

    @property
    def geoms(self) -> Sequence[Shape]:
        """Its collision shapes."""
        shapes = self.entity.shapes
        return shapes.geoms[shapes.geom_offsets[self.idx] : shapes.geom_offsets[self.idx + 1]]

    @property
    def n_geoms(self) -> int:
        """Number of collision shapes."""
        return len(self.geoms)

    @property
    def geom_start(self) -> int:
        """Index of its first collision shape in the whole scene."""
        return self.entity.shapes.first_geom + int(self.entity.shapes.geom_offsets[self.idx])

    @property
    def geom_end(self) -> int:
        """One past its last collision shape."""
        return self.geom_start + self.n_geoms

    @property
    def vgeoms(self) -> Sequence[Shape]:
        """Its shapes that are only seen; of a scene these are disabled colliders, as columns hold no others."""
        shapes = self.entity.shapes
        return shapes.vgeoms[shapes.vgeom_offsets[self.idx] : shapes.vgeom_offsets[self.idx + 1]]

    @property
    def n_vgeoms(self) -> int:
        """Number of shapes that are only seen."""
        return len(self.vgeoms)

    @property
    def vgeom_start(self) -> int:
        """Index of its first shape that is only seen, among those of the articulation."""
        return int(self.entity.shapes.vgeom_offsets[self.idx])

    @property
    def n_verts(self) -> int:
        """Number of vertices of its collision shapes."""
        return sum(len(tessellated(shape).points) for shape in self.geoms)

    @property
    def n_faces(self) -> int:
        """Number of triangles of its collision shapes."""
        return sum(len(tessellated(shape).triangles) for shape in self.geoms)

    @property
    def n_edges(self) -> int:
        """Number of edges of its collision shapes; one shared by two triangles counts once."""
        return sum(_edges(tessellated(shape).triangles) for shape in self.geoms)

    @property
    def vert_start(self) -> int:
        """Index of its first vertex among those of the articulation's collision shapes."""
        return sum(link.n_verts for link in self._before())

    @property
    def face_start(self) -> int:
        """Index of its first triangle."""
        return sum(link.n_faces for link in self._before())

    @property
    def edge_start(self) -> int:
        """Index of its first edge."""
        return sum(link.n_edges for link in self._before())

    def get_verts(self) -> Doubles:
        """Vertices of all its collision shapes in the world: (n, 3), or (n_envs, n, 3) when batched and it can move."""
        local = np.concatenate([np.zeros((0, 3)), *(tessellated(shape).points for shape in self.geoms)])
        rotation, position = self.entity.solved().links
        turn = np.moveaxis(rotation[:, :, self.idx], 2, 0)
        world = np.einsum("eij,nj->eni", turn, local) + position[:, self.idx].T[:, None]
        found: Doubles = world[0] if self.is_fixed or self.entity.n_envs == 1 else world
        return found

    def get_AABB(self) -> Doubles:  # noqa: N802
        """Smallest and largest coordinates of those vertices: (2, 3), or (n_envs, 2, 3).

        Raises:
            ValueError: it has no collision shape with vertices.
        """
        vertices = self.get_verts()
        if not vertices.shape[-2]:
            raise ValueError(f"{self.name}: no collision shape has vertices, so there is no box around them")
        return np.stack([vertices.min(axis=-2), vertices.max(axis=-2)], axis=-2)

    def set_friction(self, friction: Any) -> None:
        """Sets the sliding friction of all its collision shapes, in all environments.

        Raises:
            ValueError: not a finite number of 0 or more.
        """
        self._rub(self.entity.shapes.frictions.sliding, friction)

    def set_friction_torsional(self, friction_torsional: Any) -> None:
        """Sets the torsional friction of all its collision shapes, a length."""
        self._rub(self.entity.shapes.frictions.torsional, friction_torsional)

    def set_friction_rolling(self, friction_rolling: Any) -> None:
        """Sets the rolling friction of all its collision shapes, a length."""
        self._rub(self.entity.shapes.frictions.rolling, friction_rolling)

    def get_friction(self) -> Doubles:
        """(n_geoms, 3): sliding, torsional and rolling friction of its collision shapes."""
        frictions = self.entity.shapes.frictions
        chosen = self._own_geoms()
        return np.stack([frictions.sliding[chosen], frictions.torsional[chosen], frictions.rolling[chosen]], axis=1)

    # -------------------------------------------------------------------------------------------------------------

    def _own_geoms(self) -> slice:
        offsets = self.entity.shapes.geom_offsets
        return slice(int(offsets[self.idx]), int(offsets[self.idx + 1]))

    def _rub(self, values: Doubles, friction: Any) -> None:
        number = np.asarray(friction, np.float64)
        if number.shape != () or not (np.isfinite(number) and number >= 0.0):
            raise ValueError(f"{self.name}: a friction of {friction}; it must be a finite number of 0 or more")
        values[self._own_geoms()] = number

    def _before(self) -> list[LinkView]:
        return [LinkView(self.entity, index) for index in range(self.idx)]

    def _out(self, values: Doubles, envs_idx: Any) -> Doubles:
        if envs_idx is None:
            single: Doubles = values[0] if self.entity.n_envs == 1 else values
            return single
        chosen: Doubles = values[chosen_environments(self.entity.n_envs, envs_idx)]
        return chosen

    def _massed(self, values: Doubles, envs_idx: Any) -> Doubles:
        """Values (..., E or 1) without environments where all have the same, else environments first."""
        if values.shape[-1] == 1 and envs_idx is None:
            return values[..., 0].copy()
        wide = np.broadcast_to(values, (*values.shape[:-1], self.entity.n_envs))
        return np.moveaxis(wide, -1, 0)[chosen_environments(self.entity.n_envs, envs_idx)]

    def __repr__(self) -> str:
        return f"<Link {self.name}: {self.n_geoms} collision shapes>"


def _edges(triangles: Any) -> int:
    pairs = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    return len(np.unique(pairs, axis=0))
