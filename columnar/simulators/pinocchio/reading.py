"""`state`: where everything is in pinocchio's models."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.geometry import quaternions, rotated
from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import Frames, MotionKind, state_coordinates
from columnar.simulators.pinocchio.model import PinocchioModel
from columnar.simulators.pinocchio.stepping import accelerations
from columnar.simulators.protocol import State

__all__ = ["state"]

Doubles = npt.NDArray[np.float64]


def state(model: PinocchioModel) -> State:
    """Where everything is now; poses by pinocchio's kinematics, and coordinates read off them."""
    engine = import_engine("pinocchio")
    mechanism, count = model.mechanism, len(model.mechanism.bodies)
    pose = Frames(np.zeros((count, 3)), np.zeros((count, 4)))
    linear, angular = np.zeros((2, count, 3))
    for tree in model.trees:
        engine.forwardKinematics(tree.model, tree.data, tree.q, tree.v)
        for row, joint, body in tree.bodies:
            place = tree.data.oMi[joint] * body
            pose.position[row], pose.rotation[row] = place.translation, quaternions(np.array(place.rotation))
            rate = body.actInv(tree.data.v[joint])
            linear[row], angular[row] = place.rotation @ rate.linear, place.rotation @ rate.angular
    positions, velocities = state_coordinates(mechanism, pose, linear, angular)
    _set_scalars(model, positions, velocities)
    return State(
        time=model.steps * model.time_step,
        positions=positions,
        velocities=velocities,
        accelerations=_accelerations(engine, model),
        body_positions=pose.position,
        body_rotations=pose.rotation,
        body_velocities=linear,
        body_angular_velocities=angular,
    )


def _first(model: PinocchioModel) -> tuple[dict[int, int], npt.NDArray[np.int64]]:
    """The first coordinate of each floating body, and of each motion."""
    free = np.flatnonzero(model.mechanism.tree.free)
    sizes = np.where(model.mechanism.motions.kind == MotionKind.BALL, 3, 1)
    return {int(row): 6 * place for place, row in enumerate(free)}, 6 * len(free) + np.cumsum(sizes) - sizes


def _set_scalars(model: PinocchioModel, positions: Doubles, velocities: Doubles) -> None:
    """Hinges and slides as pinocchio counts them, turns beyond half a turn included."""
    _, first = _first(model)
    for tree in model.trees:
        for place, motion in enumerate(tree.motions):
            if motion >= 0 and model.mechanism.motions.kind[motion] != MotionKind.BALL:
                joint = tree.model.joints[place + 1]
                positions[first[motion]], velocities[first[motion]] = tree.q[joint.idx_q], tree.v[joint.idx_v]


def _accelerations(engine: Any, model: PinocchioModel) -> Doubles:
    free, first = _first(model)
    motions, found = model.mechanism.motions, np.zeros(len(model.names.coordinates))
    for tree in model.trees:
        if not tree.model.nv:
            continue
        change = accelerations(engine, model, tree, 0.0)
        for place, motion in enumerate(tree.motions):
            joint = tree.model.joints[place + 1]
            own = change[joint.idx_v : joint.idx_v + joint.nv]
            if motion < 0:
                at, rate = free[tree.bodies[0][0]], tree.v[joint.idx_v : joint.idx_v + 6]
                # From the body's axes, which turn, to the world's.
                turn = np.array(tree.q[joint.idx_q + 3 : joint.idx_q + 7])
                found[at : at + 3] = rotated(turn, own[:3] + np.cross(rate[3:], rate[:3]))
                found[at + 3 : at + 6] = own[3:]
            elif motions.kind[motion] == MotionKind.BALL:
                turn = np.array(tree.q[joint.idx_q : joint.idx_q + 4])
                value = own if motions.sign[motion] > 0 else -rotated(turn, own)
                found[first[motion] : first[motion] + 3] = value
            else:
                found[first[motion]] = own[0]
    return found
