"""Nodes: every joint taken apart into steps of at most one degree of freedom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.kinds import Motion, MotionKind

__all__ = ["Nodes", "lay_out_nodes"]

_BALL_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Nodes:
    """N nodes, sorted by depth and parent.

    A node's frame is where its motion ends. Before the motion it lies at `rotation`, `position` in its parent's frame.

    Attributes:
        parent: (N,) -1 for the world; always less than the node.
        kind: (N,) `MotionKind`.
        axis: (3, N) unit axis of motion in the node's frame, zero without a motion.
        subspace: (6, N) the motion per velocity in the node's frame: turn, then shift.
        rotation: (3, 3, N), constant.
        position: (3, N), constant.
        carrier: (N,) the node whose angular velocity turns the axis: the parent, and for a ball's later turns the
            parent of the first.
        dof: (N,) index of the degree of freedom, -1 without.
        coordinate: (N,) index of the first coordinate, -1 without one of its own.
        link: (N,) the link whose joint it belongs to.
        of_dof: (nv,) the node of each degree of freedom.
    """

    parent: Ids
    kind: Ids
    axis: Doubles
    subspace: Doubles
    rotation: Doubles
    position: Doubles
    carrier: Ids
    dof: Ids
    coordinate: Ids
    link: Ids
    of_dof: Ids

    def __len__(self) -> int:
        return len(self.parent)


@dataclass
class _Chain:
    """One node before sorting."""

    parent: int
    kind: MotionKind
    axis: tuple[float, float, float]
    link: int
    first: bool
    carrier: int
    dof: int = -1
    coordinate: int = -1
    depth: int = 0


def lay_out_nodes(
    link_parent: Ids,
    steps: Sequence[Sequence[Motion]],
    in_parent: tuple[Doubles, Doubles],
    link_in_node: tuple[Doubles, Doubles],
) -> tuple[Nodes, Ids]:
    """Nodes of a tree, and the node that carries each link.

    Args:
        link_parent: (L,) parents before children.
        steps: the motions of each link's joint.
        in_parent: rotation (3, 3, L) and position (3, L) of parent-side joint frames in the parent link.
        link_in_node: those of links in their node's frame.
    """
    chains, last = _chains(link_parent, steps)
    order = _by_depth_and_parent(chains)
    place = np.empty(len(chains) + 1, np.int64)
    place[order] = np.arange(len(chains))
    place[-1] = -1
    sorted_chains = [chains[index] for index in order]
    axis = _unit(np.array([entry.axis for entry in sorted_chains], np.float64).reshape(-1, 3).T)
    kind = np.array([entry.kind for entry in sorted_chains], np.int64)
    rotation, position = _before_motion(sorted_chains, link_parent, in_parent, link_in_node)
    dof = np.array([entry.dof for entry in sorted_chains], np.int64)
    of_dof = np.empty(int(dof.max(initial=-1)) + 1, np.int64)
    of_dof[dof[dof >= 0]] = np.flatnonzero(dof >= 0)
    nodes = Nodes(
        parent=place[[entry.parent for entry in sorted_chains]],
        kind=kind,
        axis=np.ascontiguousarray(axis),
        subspace=_subspace(kind, axis),
        rotation=rotation,
        position=position,
        carrier=place[[entry.carrier for entry in sorted_chains]],
        dof=dof,
        coordinate=np.array([entry.coordinate for entry in sorted_chains], np.int64),
        link=np.array([entry.link for entry in sorted_chains], np.int64),
        of_dof=of_dof,
    )
    return nodes, place[np.asarray(last, np.int64)]


def _chains(link_parent: Ids, steps: Sequence[Sequence[Motion]]) -> tuple[list[_Chain], list[int]]:
    """Nodes link by link, and the last node of each link."""
    chains: list[_Chain] = []
    last: list[int] = []
    dof = coordinate = 0
    for link, motions in enumerate(steps):
        above = -1 if link_parent[link] < 0 else last[link_parent[link]]
        depth = 0 if above < 0 else chains[above].depth + 1
        pieces = [piece for motion in motions for piece in _pieces(motion)] or [Motion(MotionKind.NONE, (0.0,) * 3)]
        carrier = above
        for place, (kind, axis) in enumerate(pieces):
            carrier = carrier if kind is MotionKind.BALL_REST else above
            entry = _Chain(above, kind, axis, link, place == 0, carrier, depth=depth + place)
            if kind is not MotionKind.NONE:
                entry.dof, dof = dof, dof + 1
            if kind not in (MotionKind.NONE, MotionKind.BALL_REST):
                entry.coordinate, coordinate = coordinate, coordinate + (4 if kind is MotionKind.BALL else 1)
            above = len(chains)
            chains.append(entry)
        last.append(above)
    return chains, last


def _pieces(motion: Motion) -> list[Motion]:
    if motion.kind is not MotionKind.BALL:
        return [motion]
    kinds = (MotionKind.BALL, MotionKind.BALL_REST, MotionKind.BALL_REST)
    return [Motion(kind, axis) for kind, axis in zip(kinds, _BALL_AXES, strict=True)]


def _by_depth_and_parent(chains: Sequence[_Chain]) -> Ids:
    """Order by depth, then by the place of the parent, which is known once the level above is sorted."""
    depth = np.array([entry.depth for entry in chains], np.int64)
    parent = np.array([entry.parent for entry in chains], np.int64)
    by_depth = np.argsort(depth, kind="stable")
    bounds = np.searchsorted(depth[by_depth], np.arange(int(depth.max(initial=-1)) + 2))
    place = np.full(len(chains) + 1, -1, np.int64)
    order = np.empty(len(chains), np.int64)
    for begin, end in pairwise(bounds):
        members = by_depth[begin:end]
        order[begin:end] = members[np.argsort(place[parent[members]], kind="stable")]
        place[order[begin:end]] = np.arange(begin, end)
    return order


def _unit(axis: Doubles) -> Doubles:
    length = np.sqrt(np.einsum("in,in->n", axis, axis))
    found: Doubles = axis / np.where(length > 0.0, length, 1.0)
    return found


def _subspace(kind: Ids, axis: Doubles) -> Doubles:
    shifts = kind == MotionKind.TRANSLATION
    return np.concatenate([np.where(shifts, 0.0, axis), np.where(shifts, axis, 0.0)])


def _before_motion(
    chains: Sequence[_Chain],
    link_parent: Ids,
    in_parent: tuple[Doubles, Doubles],
    link_in_node: tuple[Doubles, Doubles],
) -> tuple[Doubles, Doubles]:
    """Frames before the motion: the parent-side joint frame for a joint's first node, else the node before."""
    rotation = np.tile(np.eye(3)[:, :, None], (1, 1, len(chains)))
    position = np.zeros((3, len(chains)))
    first = np.array([entry.first for entry in chains], bool)
    link = np.array([entry.link for entry in chains], np.int64)[first]
    above = link_parent[link]
    rooted = above < 0
    upper = np.where(rooted[None, None], np.eye(3)[:, :, None], link_in_node[0][:, :, above])
    offset = np.where(rooted[None], 0.0, link_in_node[1][:, above])
    rotation[:, :, first] = np.einsum("ijl,jkl->ikl", upper, in_parent[0][:, :, link])
    position[:, first] = offset + np.einsum("ijl,jl->il", upper, in_parent[1][:, link])
    return rotation, position
