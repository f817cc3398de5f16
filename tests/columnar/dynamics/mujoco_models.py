"""A tree as a MuJoCo model: an independent witness. Contacts and constraints are off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt

from columnar.dynamics import Frame, JointKind, LinkRow, MotionKind, Tree

__all__ = ["Answers", "Witness", "largest_difference", "rotation_matrix"]

Doubles = npt.NDArray[np.float64]

_JOINTS = {
    MotionKind.ROTATION: mujoco.mjtJoint.mjJNT_HINGE,
    MotionKind.TRANSLATION: mujoco.mjtJoint.mjJNT_SLIDE,
    MotionKind.BALL: mujoco.mjtJoint.mjJNT_BALL,
}


@dataclass(frozen=True)
class Answers:
    """What MuJoCo says, in the order of the tree's degrees of freedom and links."""

    acceleration: Doubles
    mass_matrix: Doubles
    bias: Doubles
    link_position: Doubles
    link_rotation: Doubles
    link_velocity: Doubles
    energy: Doubles


def largest_difference(found: Doubles, expected: Doubles) -> float:
    """Largest absolute difference over largest absolute value, of the worst state."""
    count = len(expected)
    differences = np.abs(found - expected).reshape(count, -1).max(axis=1)
    return float((differences / np.abs(expected).reshape(count, -1).max(axis=1)).max())


def rotation_matrix(quaternion: Sequence[float]) -> Doubles:
    """(3, 3) of x, y, z, w."""
    found = np.empty(9)
    mujoco.mju_quat2Mat(found, np.roll(np.asarray(quaternion, np.float64), 1))
    return found.reshape(3, 3)


class Witness:
    """A MuJoCo model of a tree and the maps between both sets of coordinates.

    MuJoCo states a ball's turn and angular velocity in the axes of the child link; a tree does in those of the joint.
    """

    def __init__(self, rows: Sequence[LinkRow], tree: Tree, armature: Doubles) -> None:
        self.tree = tree
        self.model = _compile(rows, tree, armature)
        self.data = mujoco.MjData(self.model)
        self.of_velocity = np.zeros((self.model.nv, tree.nv))
        self._balls: list[tuple[int, int, Doubles]] = []
        self._scalars: list[tuple[int, int]] = []
        for link, row in enumerate(rows[index] for index in tree.row_order):
            self._map_joint(row, int(tree.joint_coordinates[link]), int(tree.joint_dofs[link]))

    def _map_joint(self, row: LinkRow, coordinate: int, dof: int) -> None:
        turn = rotation_matrix(row.frame_in_child.rotation)
        for step, motion in enumerate(row.steps):
            joint = self.model.joint(row.joint if row.kind is JointKind.FREE else f"{row.joint}_{step}")
            address, velocity = int(joint.qposadr[0]), int(joint.dofadr[0])
            if row.kind is JointKind.FREE:
                self._scalars += [(coordinate + lane, address + lane) for lane in range(3)]
                self._balls.append((coordinate + 3, address + 3, np.eye(3)))
                self.of_velocity[velocity : velocity + 6, dof : dof + 6] = np.eye(6)
                return
            if motion.kind is MotionKind.BALL:
                self._balls.append((coordinate, address, turn))
                self.of_velocity[velocity : velocity + 3, dof : dof + 3] = turn
                coordinate, dof = coordinate + 4, dof + 3
            else:
                self._scalars.append((coordinate, address))
                self.of_velocity[velocity, dof] = 1.0
                coordinate, dof = coordinate + 1, dof + 1

    def positions(self, positions: Doubles) -> Doubles:
        """Coordinates (nq,) as MuJoCo has them."""
        found = np.zeros(self.model.nq)
        for ours, theirs in self._scalars:
            found[theirs] = positions[ours]
        for ours, theirs, turn in self._balls:
            found[theirs] = positions[ours + 3]
            found[theirs + 1 : theirs + 4] = turn @ positions[ours : ours + 3]
        return found

    def ask(self, positions: Doubles, velocities: Doubles, efforts: Doubles) -> Answers:
        """Every answer for states (E, nq), (E, nv), (E, nv)."""
        answers = [self._ask(*state) for state in zip(positions, velocities, efforts, strict=True)]
        return Answers(*(np.array(values) for values in zip(*answers, strict=True)))

    def _ask(self, positions: Doubles, velocities: Doubles, efforts: Doubles) -> tuple[Doubles, ...]:
        data, back = self.data, self.of_velocity.T
        data.qpos[:] = self.positions(positions)
        data.qvel[:] = self.of_velocity @ velocities
        data.qfrc_applied[:] = self.of_velocity @ efforts
        mujoco.mj_forward(self.model, data)
        names = self.tree.link_names
        velocity = np.empty((len(names), 6))
        for link, name in enumerate(names):
            body = self.model.body(name).id
            mujoco.mj_objectVelocity(self.model, data, mujoco.mjtObj.mjOBJ_XBODY, body, velocity[link], 0)
        mujoco.mj_energyPos(self.model, data)
        mujoco.mj_energyVel(self.model, data)
        return (
            back @ data.qacc,
            back @ self._mass_matrix() @ self.of_velocity,
            back @ data.qfrc_bias,
            np.array([data.body(name).xpos for name in names]),
            np.array([data.body(name).xmat.reshape(3, 3) for name in names]),
            velocity,
            np.array([data.energy[1], data.energy[0]]),
        )

    def _mass_matrix(self) -> Doubles:
        columns = np.empty((self.model.nv, self.model.nv))
        for column, unit in zip(columns, np.eye(self.model.nv), strict=True):
            mujoco.mj_mulM(self.model, self.data, column, unit)
        return columns.T


def _compile(rows: Sequence[LinkRow], tree: Tree, armature: Doubles) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    spec.option.gravity = [0.0, 0.0, -9.81]
    spec.compiler.degree = False
    spec.option.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    bodies = {None: spec.worldbody}
    for link, row in enumerate(rows[index] for index in tree.row_order):
        bodies[row.name] = _add_body(bodies[row.parent], row)
        dof = int(tree.joint_dofs[link])
        turn = rotation_matrix(row.frame_in_child.rotation)
        for step, motion in enumerate(row.steps):
            if row.kind is JointKind.FREE:
                bodies[row.name].add_freejoint(name=row.joint)
                break
            bodies[row.name].add_joint(
                name=f"{row.joint}_{step}",
                type=_JOINTS[motion.kind],
                axis=turn @ np.asarray(motion.axis),
                pos=row.frame_in_child.position,
                armature=float(armature[dof]),
            )
    return spec.compile()


def _add_body(parent: mujoco.MjsBody, row: LinkRow) -> mujoco.MjsBody:
    rotation, position = _at_rest(row.frame_in_parent, row.frame_in_child)
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, rotation.ravel())
    body = parent.add_body(name=row.name, pos=position, quat=quaternion)
    inertia = np.asarray(row.inertia)
    body.explicitinertial = True
    body.mass, body.ipos = row.mass, row.center_of_mass
    body.fullinertia = [*np.diag(inertia), inertia[0, 1], inertia[0, 2], inertia[1, 2]]
    return body


def _at_rest(in_parent: Frame, in_child: Frame) -> tuple[Doubles, Doubles]:
    """The child link in its parent at zero: rotation and origin."""
    rotation = rotation_matrix(in_parent.rotation) @ rotation_matrix(in_child.rotation).T
    return rotation, np.asarray(in_parent.position) - rotation @ np.asarray(in_child.position)
