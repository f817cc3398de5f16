"""Where an articulation starts: joint states as stated, else read off the poses of its bodies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from columnar.dynamics.arrays import Doubles, compose, quaternion_matrices, transposed, unit_quaternions
from columnar.dynamics.described.links import DescribedLink
from columnar.dynamics.described.tables import DescribedScene, Row
from columnar.dynamics.kinds import JointKind, MotionKind
from columnar.dynamics.links import Frame
from columnar.dynamics.rotations import matrix_quaternions
from columnar.dynamics.tree import Tree

__all__ = ["start_state"]

_Pose = tuple[Doubles, Doubles]


def start_state(tables: DescribedScene, tree: Tree, links: Sequence[DescribedLink]) -> tuple[Doubles, Doubles]:
    """(nq,) positions and (nv,) velocities to start with.

    A body's pose gives the position of a hinge, a slider, a ball; joints of several steps start at zero unless a joint
    state says otherwise. A floating base has the velocity its body states.
    """
    positions, velocities = tree.neutral(), np.zeros(tree.nv)
    for index, row in enumerate(tree.row_order):
        link = links[row]
        coordinates = slice(int(tree.joint_coordinates[index]), int(tree.joint_coordinates[index + 1]))
        dofs = slice(int(tree.joint_dofs[index]), int(tree.joint_dofs[index + 1]))
        if link.row.kind is JointKind.FREE:
            positions[coordinates], velocities[dofs] = _free(tables.bodies[link.row.name])
        elif link.joint is not None:
            positions[coordinates] = _from_poses(tables, link, positions[coordinates])
            _from_states(tables, tree, link, dofs.start, positions, velocities)
    return positions, velocities


def _free(body: Row) -> tuple[Doubles, Doubles]:
    rotation, position = _matrix(Frame(body["position"], body["rotation"]))
    spin = transposed(rotation) @ np.asarray(body["angular_velocity"], np.float64)
    velocity = np.concatenate([np.asarray(body["velocity"], np.float64), spin])
    return np.concatenate([position, matrix_quaternions(rotation[..., None])[:, 0]]), np.nan_to_num(velocity)


def _from_poses(tables: DescribedScene, link: DescribedLink, neutral: Doubles) -> Doubles:
    steps = link.row.steps
    if len(steps) != 1:
        return neutral
    parent = (np.eye(3), np.zeros(3)) if link.row.parent is None else _body(tables, link.row.parent)
    upper = _joined(parent, _matrix(link.row.frame_in_parent))
    lower = _joined(_body(tables, link.row.name), _matrix(link.row.frame_in_child))
    turn = upper[0].T @ lower[0]
    axis = np.asarray(steps[0].axis)
    if steps[0].kind is MotionKind.TRANSLATION:
        return np.array([axis @ upper[0].T @ (lower[1] - upper[1])])
    if steps[0].kind is MotionKind.ROTATION:
        quaternion = matrix_quaternions(turn[..., None])[:, 0]
        return np.array([2.0 * np.arctan2(axis @ quaternion[:3], quaternion[3])])
    return matrix_quaternions(turn[..., None])[:, 0]


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


def _body(tables: DescribedScene, path: str) -> _Pose:
    return _matrix(Frame(tables.bodies[path]["position"], tables.bodies[path]["rotation"]))


def _matrix(frame: Frame) -> _Pose:
    rotation = quaternion_matrices(unit_quaternions(np.asarray(frame.rotation, np.float64)[:, None]))[..., 0]
    return rotation, np.asarray(frame.position, np.float64)


def _joined(first: _Pose, second: _Pose) -> _Pose:
    return compose(first[0], second[0]), first[1] + first[0] @ second[1]
