"""Rows of constraints: errors that springs pull to zero, and how they move with the degrees of freedom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.dynamics.arrays import (
    Doubles,
    apply,
    compose,
    cross,
    dot,
    quaternion_matrices,
    transposed,
    unit_quaternions,
)
from columnar.dynamics.couplings import Cone, Loop
from columnar.dynamics.jacobians import point_jacobian
from columnar.dynamics.links import Frame
from columnar.dynamics.rotations import matrix_quaternions
from columnar.dynamics.solved import Solved

__all__ = ["Rows", "spring_rows"]

_TINY = 1e-12


class Rows(NamedTuple):
    """R rows; one that does not act in an environment has no stiffness and no damping there.

    Attributes:
        jacobian: (R, nv, E) rate of the error per velocity.
        error: (R, E).
        stiffness, damping: (R, E) effort per error, and per its rate.
    """

    jacobian: Doubles
    error: Doubles
    stiffness: Doubles
    damping: Doubles


def spring_rows(solved: Solved, loops: Sequence[Loop], cones: Sequence[Cone]) -> Rows:
    """Rows of all loops and cones."""
    environments = solved.coordinates.shape[1]
    parts = [_loop_rows(solved, loop) for loop in loops] + [_cone_row(solved, cone) for cone in cones]
    if not parts:
        return Rows(np.zeros((0, solved.tree.nv, environments)), *(np.zeros((0, environments)) for _ in range(3)))
    return Rows._make(np.concatenate(values) for values in zip(*parts, strict=True))


class _Side(NamedTuple):
    """A joint frame in the world: rotation (3, 3, E), origin (3, E), link or -1."""

    rotation: Doubles
    position: Doubles
    link: int


def _side(solved: Solved, link: int, frame: Frame) -> _Side:
    turn = quaternion_matrices(unit_quaternions(np.asarray(frame.rotation, np.float64)[:, None]))
    origin = np.asarray(frame.position, np.float64)[:, None]
    environments = solved.coordinates.shape[1]
    if link < 0:
        shape = (3, 3, environments)
        return _Side(np.broadcast_to(turn, shape), np.broadcast_to(origin, shape[1:]), link)
    rotation, position = (part[..., link, :] for part in solved.links)
    return _Side(compose(rotation, turn), position + apply(rotation, origin), link)


def _jacobian(solved: Solved, side: _Side, point: Doubles) -> Doubles:
    if side.link < 0:
        return np.zeros((6, solved.tree.nv, solved.coordinates.shape[1]))
    return point_jacobian(solved.tree, solved.posture, side.link, point)


def _loop_rows(solved: Solved, loop: Loop) -> Rows:
    first, second = (_side(solved, link, frame) for link, frame in zip(loop.links, loop.frames, strict=True))
    if loop.distance is not None:
        return _distance_row(solved, loop, first, second)
    moving = _jacobian(solved, second, second.position) - _jacobian(solved, first, second.position)
    inward = transposed(first.rotation)
    shift = np.einsum("ije,jve->ive", inward, moving[3:])
    turn = np.einsum("ije,jve->ive", inward, moving[:3])
    error = np.concatenate(
        [apply(inward, second.position - first.position), _turn_error(compose(inward, second.rotation), loop.locked)]
    )
    chosen = np.flatnonzero(loop.locked)
    turns = (chosen >= 3)[:, None]
    stiffness = np.where(turns, loop.turn_stiffness, loop.stiffness)
    damping = np.where(turns, loop.turn_damping, loop.damping)
    return _with_gains(np.concatenate([shift, turn])[chosen], error[chosen], stiffness, damping)


def _turn_error(relative: Doubles, locked: tuple[bool, ...]) -> Doubles:
    """(3, E) angles about the first frame's axes by which the second is turned; a hinge's own turn left out."""
    free = [axis for axis in range(3) if not locked[3 + axis]]
    if len(free) == 1:
        unit = np.zeros((3, 1))
        unit[free[0]] = 1.0
        return cross(unit, relative[:, free[0]])
    quaternion = matrix_quaternions(relative)
    length = np.sqrt(dot(quaternion[:3], quaternion[:3]))
    angle = 2.0 * np.arctan2(length, quaternion[3])
    found: Doubles = quaternion[:3] * np.where(length > _TINY, angle / np.maximum(length, _TINY), 2.0)
    return found


def _distance_row(solved: Solved, loop: Loop, first: _Side, second: _Side) -> Rows:
    assert loop.distance is not None
    apart = second.position - first.position
    length = np.sqrt(dot(apart, apart))
    direction = apart / np.maximum(length, _TINY)
    moving = _jacobian(solved, second, second.position) - _jacobian(solved, first, first.position)
    jacobian = np.einsum("ie,ive->ve", direction, moving[3:])
    smallest, largest = loop.distance
    error = np.where(length > largest, length - largest, np.where(length < smallest, length - smallest, 0.0))
    return _with_gains(jacobian[None], error[None], loop.stiffness, loop.damping, acting=(error != 0.0)[None])


def _cone_row(solved: Solved, cone: Cone) -> Rows:
    """How far the axis has swung beyond an elliptic cone, measured along the way it swung."""
    start = int(solved.tree.joint_coordinates[cone.joint])
    dofs = int(solved.tree.joint_dofs[cone.joint]) + np.arange(3)
    matrix = quaternion_matrices(solved.coordinates[start : start + 4])
    axes = (cone.axis + np.arange(3)) % 3
    # In the order axis, first, second: where the child's axis points as seen from the parent.
    pointing = matrix[axes, cone.axis]
    across = np.sqrt(pointing[1] ** 2 + pointing[2] ** 2)
    swing = np.arctan2(across, pointing[0])
    # A swing about the first axis moves the tip against the second, one about the second along the first.
    about = np.stack([-pointing[2], pointing[1]]) / np.maximum(across, _TINY)
    reach = 1.0 / np.sqrt(
        np.maximum(sum((lane / half) ** 2 for lane, half in zip(about, cone.angles, strict=True)), _TINY)
    )
    turn = np.zeros((3, swing.shape[0]))
    turn[axes[1]], turn[axes[2]] = about
    jacobian = np.zeros((1, solved.tree.nv, swing.shape[0]))
    jacobian[0, dofs] = apply(transposed(matrix), turn)
    acting = (swing > reach) & (across > _TINY)
    return _with_gains(jacobian, (swing - reach)[None], cone.stiffness, cone.damping, acting=acting[None])


def _with_gains(
    jacobian: Doubles,
    error: Doubles,
    stiffness: Doubles | float,
    damping: Doubles | float,
    *,
    acting: npt.NDArray[np.bool_] | None = None,
) -> Rows:
    there = np.ones_like(error) if acting is None else acting.astype(np.float64)
    return Rows(jacobian * there[:, None], error * there, stiffness * there, damping * there)
