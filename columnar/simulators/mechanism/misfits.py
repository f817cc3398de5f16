"""Drawn poses that joints cannot reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.motions import MotionKind
from columnar.simulators.mechanism.postures import joint_postures, posture_coordinates, rotation_vectors, turns

__all__ = ["find_misfits", "motion_frames"]

_ANGLE: Final = 1e-3
_SHARE: Final = 1e-4
"""Largest misfit taken for rounding: radians, and lengths as a share of the scene's extent."""


def find_misfits(mechanism: Mechanism) -> list[int]:
    """Rows of bodies whose drawn pose is not one that the joint that carries them can give."""
    tree = mechanism.tree
    drawn = joint_postures(tree, mechanism.bodies.pose)
    reached = motion_frames(mechanism, posture_coordinates(mechanism.motions, drawn).scalars)
    off = reached.inverse().times(drawn)
    balls = np.zeros(len(tree.joint), np.bool_)
    balls[mechanism.motions.body[mechanism.motions.kind == MotionKind.BALL]] = True
    extent = np.ptp(mechanism.bodies.pose.position, axis=0).max(initial=0.0) if len(mechanism.bodies) else 0.0
    shifted = np.linalg.norm(off.position, axis=1) > _SHARE * max(extent, 1.0 / mechanism.length * 0.1)
    turned = np.linalg.norm(rotation_vectors(off.rotation), axis=1) > _ANGLE
    found: list[int] = np.flatnonzero((tree.joint >= 0) & (shifted | (turned & ~balls))).tolist()
    return found


def motion_frames(
    mechanism: Mechanism, scalars: npt.NDArray[np.float64], vectors: npt.NDArray[np.float64] | None = None
) -> Frames:
    """The frame on side 1 in that on side 0 for the joint of each body, at coordinates; balls at zero without vectors.

    Args:
        mechanism: says what the coordinates are.
        scalars: (motions,) of hinges and slides.
        vectors: (motions, 3) rotation vectors of balls.
    """
    motions, tree = mechanism.motions, mechanism.tree
    found = Frames.at_origin(len(tree.joint))
    for places in _steps_from_side_0(mechanism):
        axis, value = motions.axis[places], scalars[places, None]
        kind = motions.kind[places, None]
        turned = np.zeros((len(places), 3)) if vectors is None else vectors[places]
        turned = np.where(kind == MotionKind.BALL, turned, np.where(kind == MotionKind.HINGE, axis * value, 0.0))
        move = Frames(np.where(kind == MotionKind.SLIDE, axis * value, 0.0), turns(turned))
        body = motions.body[places]
        found.position[body], found.rotation[body] = found.take(body).times(move)
    return found


def _steps_from_side_0(mechanism: Mechanism) -> Iterator[npt.NDArray[np.int64]]:
    """The first motion of every body, counted from side 0 whichever way the tree runs, then the second, and so on."""
    motions = mechanism.motions
    backwards, places = motions.sign < 0, np.arange(len(motions))
    order = np.lexsort((np.where(backwards, -places, places), motions.body))
    body = motions.body[order]
    rank = places - np.searchsorted(body, body)
    for step in range(int(rank.max(initial=-1)) + 1):
        yield order[rank == step]
