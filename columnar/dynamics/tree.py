"""The tree as flat arrays: links in breadth-first order, and nodes of one degree of freedom each, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from columnar.dynamics.arrays import Doubles, Ids, quaternion_matrices, transposed, unit_quaternions
from columnar.dynamics.kinds import JointKind, MotionKind
from columnar.dynamics.levels import Level, find_levels
from columnar.dynamics.links import Frame, LinkRow
from columnar.dynamics.nodes import Nodes, lay_out_nodes
from columnar.dynamics.order import breadth_first

__all__ = ["Tree", "build_tree"]


@dataclass(frozen=True)
class Tree:
    """An immutable tree of L links, N nodes, `nv` degrees of freedom and `nq` coordinates.

    A joint of k degrees of freedom is a chain of k nodes, a fixed one a single node without any; only the last node of
    a joint carries its link. Coordinates and degrees of freedom follow the order of links.

    Coordinates of a spherical joint are a quaternion (x, y, z, w) that takes the child-side frame to the parent-side
    one, its velocities the angular velocity in child-side axes. A free joint has its position along the parent-side
    axes and then such a quaternion; its velocities are that position's rate, then the angular velocity in child-side
    axes. All else is one number each, in radians or lengths.

    Attributes:
        link_names: (L,) breadth first, siblings in the order of their rows.
        joint_names: (L,) the joint that carries each link.
        link_parent: (L,) -1 for the world.
        kinds: (L,) of joints.
        link_node: (L,) the node that carries the link.
        link_rotation: (3, 3, L) from link axes to axes of its node, which is the child-side joint frame.
        link_position: (3, L) the link's origin there.
        joint_dofs: (L + 1,) offsets: the degrees of freedom of joint i are `joint_dofs[i]` to `joint_dofs[i + 1]`.
        joint_coordinates: (L + 1,) likewise for coordinates.
        nodes: the nodes.
        levels: slices of nodes of one depth, roots first.
        row_order: (L,) index of each link in the rows the tree was built from.
        rows: the rows the tree was built from, in the order of links.
        mass, center_of_mass, inertia: (L,), (L, 3), (L, 3, 3) as given.
        inertial_rotation: (3, 3, L) from the axes of inertial frames to those of links.
    """

    link_names: tuple[str, ...]
    joint_names: tuple[str, ...]
    link_parent: Ids
    kinds: tuple[JointKind, ...]
    link_node: Ids
    link_rotation: Doubles
    link_position: Doubles
    joint_dofs: Ids
    joint_coordinates: Ids
    nodes: Nodes
    levels: tuple[Level, ...]
    row_order: Ids
    rows: tuple[LinkRow, ...]
    mass: Doubles
    center_of_mass: Doubles
    inertia: Doubles
    inertial_rotation: Doubles

    @property
    def nv(self) -> int:
        """Degrees of freedom."""
        return int(self.joint_dofs[-1])

    @property
    def nq(self) -> int:
        """Coordinates."""
        return int(self.joint_coordinates[-1])

    def __len__(self) -> int:
        return len(self.link_names)

    def children(self, link: int) -> Ids:
        """Indices of the links a link carries."""
        return np.flatnonzero(self.link_parent == link)

    @cached_property
    def dof_coordinate(self) -> Ids:
        """(nv,) the coordinate that is the position of each degree of freedom; -1 for those of balls."""
        node = self.nodes.of_dof
        single = np.isin(self.nodes.kind[node], (MotionKind.ROTATION, MotionKind.TRANSLATION))
        return np.where(single, self.nodes.coordinate[node], -1)

    @cached_property
    def dof_turns(self) -> npt.NDArray[np.bool_]:
        """(nv,) whether the degree of freedom is an angle."""
        found: npt.NDArray[np.bool_] = self.nodes.kind[self.nodes.of_dof] != MotionKind.TRANSLATION
        return found

    def neutral(self) -> Doubles:
        """(nq,) coordinates at which both frames of every joint coincide."""
        found = np.zeros(self.nq)
        found[self.nodes.coordinate[self.nodes.kind == MotionKind.BALL] + 3] = 1.0
        return found


def build_tree(rows: Sequence[LinkRow]) -> Tree:
    """A tree, or several, from rows in any order.

    Raises:
        TreeError: a name occurs twice, a parent is missing, or links carry each other in a circle.
    """
    order, parent = breadth_first(rows)
    links = [rows[row] for row in order]
    steps = [link.steps for link in links]
    in_parent = _matrices([link.frame_in_parent for link in links])
    in_child = _matrices([link.frame_in_child for link in links])
    # A link's node is the child-side joint frame: the link lies in it by the inverse of its frame_in_child.
    rotation = transposed(in_child[0])
    position = -np.einsum("ijl,jl->il", rotation, in_child[1])
    nodes, link_node = lay_out_nodes(parent, steps, in_parent, (rotation, position))
    return Tree(
        link_names=tuple(link.name for link in links),
        joint_names=tuple(link.joint for link in links),
        link_parent=parent,
        kinds=tuple(link.kind for link in links),
        link_node=link_node,
        link_rotation=rotation,
        link_position=position,
        joint_dofs=_offsets([sum(_dofs(step.kind) for step in entry) for entry in steps]),
        joint_coordinates=_offsets([sum(_coordinates(step.kind) for step in entry) for entry in steps]),
        nodes=nodes,
        levels=find_levels(nodes.parent),
        row_order=order,
        rows=tuple(links),
        mass=np.array([link.mass for link in links], np.float64),
        center_of_mass=np.array([link.center_of_mass for link in links], np.float64).reshape(-1, 3),
        inertia=np.array([link.inertia_matrix() for link in links], np.float64).reshape(-1, 3, 3),
        inertial_rotation=_matrices([Frame(rotation=link.inertial_axes) for link in links])[0],
    )


def _dofs(kind: MotionKind) -> int:
    return 3 if kind is MotionKind.BALL else 1


def _coordinates(kind: MotionKind) -> int:
    return 4 if kind is MotionKind.BALL else 1


def _offsets(counts: Sequence[int]) -> Ids:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)


def _matrices(frames: Sequence[Frame]) -> tuple[Doubles, Doubles]:
    """Rotations (3, 3, L) and origins (3, L)."""
    rotation = np.array([frame.rotation for frame in frames], np.float64).reshape(-1, 4).T
    position = np.array([frame.position for frame in frames], np.float64).reshape(-1, 3).T
    return quaternion_matrices(unit_quaternions(rotation)), np.ascontiguousarray(position)
