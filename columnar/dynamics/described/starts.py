"""Where an articulation starts: joint states as stated, else read off the poses of its bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from columnar.dynamics.arrays import (
    Doubles,
    apply,
    compose,
    dot,
    quaternion_matrices,
    transposed,
    unit_quaternions,
)
from columnar.dynamics.described.links import DescribedLink
from columnar.dynamics.described.tables import DescribedScene, Row
from columnar.dynamics.kinds import JointKind, MotionKind
from columnar.dynamics.links import Frame
from columnar.dynamics.rotations import matrix_quaternions
from columnar.dynamics.tree import Tree

__all__ = ["start_state"]

_Poses = tuple[Doubles, Doubles]
"""Rotations (3, 3, n) and origins (3, n)."""


def start_state(tables: DescribedScene, tree: Tree, links: Sequence[DescribedLink]) -> tuple[Doubles, Doubles]:
    """(nq,) positions and (nv,) velocities to start with.

    A body's pose gives the position of a hinge, a slider, a ball; joints of several steps start at zero unless a joint
    state says otherwise. A floating base has the velocity its body states.
    """
    positions, velocities = tree.neutral(), np.zeros(tree.nv)
    offsets, dofs = tree.joint_coordinates.tolist(), tree.joint_dofs.tolist()
    posed = [index for index, row in enumerate(tree.row_order) if _has_one_step(links[row])]
    for index, values in zip(
        posed, _from_poses(tables, [links[tree.row_order[index]] for index in posed]), strict=True
    ):
        positions[offsets[index] : offsets[index + 1]] = values
    for index, row in enumerate(tree.row_order):
        link = links[row]
        if link.row.kind is JointKind.FREE:
            own = _free(tables.bodies[link.row.name])
            positions[offsets[index] : offsets[index + 1]], velocities[dofs[index] : dofs[index + 1]] = own
        elif link.joint in tables.states:
            _from_states(tables, tree, link, dofs[index], positions, velocities)
    return positions, velocities


def _has_one_step(link: DescribedLink) -> bool:
    return link.joint is not None and link.row.kind is not JointKind.FREE and len(link.row.steps) == 1


def _free(body: Row) -> tuple[Doubles, Doubles]:
    rotations, places = _matrices([_pose(body)])
    linear, angular = (_sound(np.asarray(body[name], np.float64)) for name in ("velocity", "angular_velocity"))
    velocity = np.concatenate([linear, rotations[..., 0].T @ angular])
    return np.concatenate([places[:, 0], matrix_quaternions(rotations)[:, 0]]), velocity


def _sound(velocity: Doubles) -> Doubles:
    """A velocity that is not finite is none, as PhysX takes it."""
    return velocity if np.isfinite(velocity).all() else np.zeros(3)


def _from_poses(tables: DescribedScene, links: Sequence[DescribedLink]) -> list[Any]:
    """Coordinates of joints of one step each: where the poses of bodies put the child against its parent."""
    if not links:
        return []
    rows = [link.row for link in links]
    parents = [Frame() if row.parent is None else _pose(tables.bodies[row.parent]) for row in rows]
    upper = _joined(_matrices(parents), _matrices([row.frame_in_parent for row in rows]))
    children = [_pose(tables.bodies[row.name]) for row in rows]
    lower = _joined(_matrices(children), _matrices([row.frame_in_child for row in rows]))
    back = transposed(upper[0])
    shifts, turns = apply(back, lower[1] - upper[1]), matrix_quaternions(compose(back, lower[0]))
    axes = np.array([row.steps[0].axis for row in rows], np.float64).T
    along, about = dot(axes, shifts), 2.0 * np.arctan2(dot(axes, turns[:3]), turns[3])
    choices = {MotionKind.TRANSLATION: along, MotionKind.ROTATION: about}
    return [choices.get(row.steps[0].kind, turns)[..., place] for place, row in enumerate(rows)]


def _from_states(
    tables: DescribedScene, tree: Tree, link: DescribedLink, first: int, positions: Doubles, velocities: Doubles
) -> None:
    states = tables.states.get(link.joint or "", {})
    for place, axis in enumerate(link.motion.axes):
        coordinate = tree.dof_coordinate[first + place]
        if axis in states and coordinate >= 0:
            # A state that is no number says nothing: the poses do.
            position, velocity = states[axis]["position"], states[axis]["velocity"]
            if position is not None and np.isfinite(position):
                positions[coordinate] = position
            velocities[first + place] = velocity if velocity is not None and np.isfinite(velocity) else 0.0


def _pose(body: Row) -> Frame:
    return Frame(body["position"], body["rotation"])


def _matrices(frames: Sequence[Frame]) -> _Poses:
    rotations = np.array([frame.rotation for frame in frames], np.float64).T
    places = np.array([frame.position for frame in frames], np.float64).T
    return quaternion_matrices(unit_quaternions(rotations)), places


def _joined(first: _Poses, second: _Poses) -> _Poses:
    return compose(first[0], second[0]), first[1] + apply(first[0], second[1])
