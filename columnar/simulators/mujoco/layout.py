"""Where the coordinates of a mechanism lie in MuJoCo's arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.simulators.mechanism import Mechanism, MotionKind
from columnar.simulators.mujoco.joints import joint_names

__all__ = ["Layout", "find_layout"]

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """Addresses by kind of joint: in `qpos`, in `qvel`, and the first coordinate of each in a state.

    Attributes:
        count: coordinates of a state.
        bodies: (bodies,) MuJoCo's ids.
        free: rows of bodies that float.
        free_at: (free, 3) address in `qpos`, in `qvel`, coordinate.
        single: motions that are hinges or slides.
        single_at: (single, 3) likewise.
        ball: motions that are balls.
        ball_at: (ball, 3) likewise.
    """

    count: int
    bodies: Ids
    free: Ids
    free_at: Ids
    single: Ids
    single_at: Ids
    ball: Ids
    ball_at: Ids


def find_layout(model: Any, mechanism: Mechanism) -> Layout:
    """The layout of a compiled model."""
    paths, motions = mechanism.bodies.paths, mechanism.motions
    free = np.flatnonzero(mechanism.tree.free)
    names = [*(paths[body] for body in free.tolist()), *joint_names(mechanism)]
    ball = motions.kind == MotionKind.BALL
    sizes = np.concatenate([np.full(len(free), 6), np.where(ball, 3, 1)]).astype(np.int64)
    joints = np.array([model.joint(name).id for name in names], np.int64)
    at = np.stack([model.jnt_qposadr[joints], model.jnt_dofadr[joints], np.cumsum(sizes) - sizes], axis=1)
    of_motions = at[len(free) :].astype(np.int64)
    return Layout(
        count=int(sizes.sum()),
        bodies=np.array([model.body(path).id for path in paths], np.int64),
        free=free,
        free_at=at[: len(free)].astype(np.int64),
        single=np.flatnonzero(~ball),
        single_at=of_motions[~ball],
        ball=np.flatnonzero(ball),
        ball_at=of_motions[ball],
    )
