"""`state`: where everything is in a MuJoCo simulation."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.geometry import rotated
from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import MotionKind, rotation_vectors
from columnar.simulators.mujoco.model import MujocoModel
from columnar.simulators.mujoco.warnings import no_log_file
from columnar.simulators.protocol import State

__all__ = ["state"]

Doubles = npt.NDArray[np.float64]

_XYZW: Final = [1, 2, 3, 0]


def state(model: MujocoModel) -> State:
    """Where everything is now, in stage units."""
    data, length, bodies = model.data, model.length, model.layout.bodies
    # A step leaves poses and accelerations of its beginning behind.
    with no_log_file():
        import_engine("mujoco").mj_forward(model.model, data)
    angular, linear = data.cvel[bodies, :3], data.cvel[bodies, 3:]
    # MuJoCo's velocities are those of the point of the body at the centre of mass of its whole tree.
    center = data.subtree_com[model.model.body_rootid[bodies]]
    linear = linear + np.cross(angular, data.xpos[bodies] - center)
    positions, velocities, accelerations = np.zeros((3, model.layout.count))
    _read_free(model, positions, velocities, accelerations)
    _read_single(model, positions, velocities, accelerations)
    _read_balls(model, positions, velocities, accelerations)
    return State(
        time=float(data.time),
        positions=positions,
        velocities=velocities,
        accelerations=accelerations,
        body_positions=data.xpos[bodies] / length,
        body_rotations=data.xquat[bodies][:, _XYZW],
        body_velocities=linear / length,
        body_angular_velocities=np.array(angular),
    )


def _read_free(model: MujocoModel, positions: Doubles, velocities: Doubles, accelerations: Doubles) -> None:
    at, data = model.layout.free_at, model.data
    shift, turn = at[:, 2:] + np.arange(3), at[:, 2:] + np.arange(3, 6)
    positions[shift] = data.qpos[at[:, :1] + np.arange(3)] / model.length
    positions[turn] = rotation_vectors(data.qpos[at[:, :1] + np.arange(3, 7)][:, _XYZW])
    for found, own in ((velocities, data.qvel), (accelerations, data.qacc)):
        found[shift] = own[at[:, 1:2] + np.arange(3)] / model.length
        found[turn] = own[at[:, 1:2] + np.arange(3, 6)]


def _read_single(model: MujocoModel, positions: Doubles, velocities: Doubles, accelerations: Doubles) -> None:
    at, data = model.layout.single_at, model.data
    slides = model.mechanism.motions.kind[model.layout.single] == MotionKind.SLIDE
    factor = np.where(slides, 1 / model.length, 1.0)
    positions[at[:, 2]] = data.qpos[at[:, 0]] * factor
    velocities[at[:, 2]] = data.qvel[at[:, 1]] * factor
    accelerations[at[:, 2]] = data.qacc[at[:, 1]] * factor


def _read_balls(model: MujocoModel, positions: Doubles, velocities: Doubles, accelerations: Doubles) -> None:
    """Turns of balls along the axes of the joint's frame on side 1."""
    at, data, motions = model.layout.ball_at, model.data, model.mechanism.motions
    if not len(at):
        return
    place, ball = at[:, 2:] + np.arange(3), model.layout.ball
    rotation = data.qpos[at[:, :1] + np.arange(4)][:, _XYZW]
    frame = model.mechanism.tree.inner.rotation[motions.body[ball]] * [-1.0, -1.0, -1.0, 1.0]
    sign = motions.sign[ball, None]
    # Where the tree runs from side 1 to side 0 the turn is undone, and rates are seen from the other side.
    turned = np.concatenate([rotated(frame, rotation[:, :3]), rotation[:, 3:]], axis=1)
    positions[place] = rotated(frame, rotation_vectors(rotation)) * sign
    for found, own in ((velocities, data.qvel), (accelerations, data.qacc)):
        rate = rotated(frame, own[at[:, 1:2] + np.arange(3)])
        found[place] = np.where(sign > 0, rate, -rotated(turned, rate))
