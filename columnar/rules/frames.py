"""Joint frames: sides that do not meet, rotations that are none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit, lane_norm, row_norm
from columnar.rules.conditions import chosen_rows
from columnar.rules.joint_frames import JointFrames, joint_frames
from columnar.rules.rule_scene import Flags, RuleScene
from schemas.rules import RuleCheck

__all__ = ["frames_apart", "off_state", "pose_mismatch", "stretched_quaternion"]

Doubles = npt.NDArray[np.float64]

_METRES: Final = 1e-3
_RADIANS: Final = np.radians(0.5)
"""Frames closer than this meet: what rounded numbers in files lose."""

_POSITION: Final = 1e-4
_PRODUCT: Final = 1e-3
"""What the SimReady foundation takes as one pose: lengths of the stage, and 1 less the product of two quaternions."""

_LENGTH: Final = 1e-3
"""A rotation whose length differs from 1 by more was not meant as it is."""


def frames_apart(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Joints whose frames lie apart in a direction that the joint forbids; the value is length and degrees."""
    frames = joint_frames(scene)
    apart = lane_norm(np.where(frames.locked[:3], frames.offset, 0.0))
    # A rotation is forbidden as a whole, or all but its part about the axis.
    turned = lane_norm(np.where(frames.locked[3:], frames.turn, 0.0))
    lengths = _METRES / scene.scene.info["usd-metadata:metersPerUnit"]
    where = frames.simulated & ((apart > lengths) | (turned > _RADIANS))
    spots = np.flatnonzero(where)
    values = np.round(np.stack([apart[spots], np.degrees(turned[spots])], axis=1), 4)
    yield Hit("PhysicsJoint", "physics:localPos0", frames.joint[spots], values=values)


def off_state(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Hinges and sliders whose bodies stand elsewhere than their state says; the value is where they stand."""
    frames = joint_frames(scene)
    positions, known = frames.rest_positions()
    states = scene.descriptors.states
    stated = np.full(len(scene.scene.paths) + 1, np.nan)
    stated[states.values("joint")] = states.values("position")
    gap = positions - stated[frames.joint]
    gap = np.where(frames.revolute, (gap + np.pi) % (2 * np.pi) - np.pi, gap)
    least = np.where(frames.revolute, _RADIANS, _METRES / scene.scene.info["usd-metadata:metersPerUnit"])
    spots = np.flatnonzero(known & (np.abs(gap) > least))
    shown = np.where(frames.revolute, np.degrees(positions), positions)[spots]
    instances = np.where(frames.revolute[spots], "angular", "linear").astype(object)
    yield Hit("PhysicsJointStateAPI", "physics:position", frames.joint[spots], instances, np.round(shown, 4))


def pose_mismatch(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """Hinges and sliders between two prims whose frames differ from what their state says, 0 without one."""
    frames = joint_frames(scene)
    states = scene.descriptors.states
    stated = np.zeros(len(scene.scene.paths) + 1)
    position = states.values("position")
    stated[states.values("joint")] = np.where(np.isfinite(position), position, np.nan)
    offset = _less(frames.offset, frames, frames.prismatic, stated)
    turn = _less(frames.turn, frames, frames.revolute, stated)
    # The angle whose half has a cosine of 1 - 0.001, which is what the tolerance of a product of quaternions means.
    apart = (lane_norm(offset) > _POSITION) | (1 - np.abs(np.cos(lane_norm(_wrapped(turn)) / 2)) > _PRODUCT)
    joints = scene.descriptors.joints
    both = (joints.values("rel0") >= 0) & (joints.values("rel1") >= 0) & frames.placed
    where = (frames.revolute | frames.prismatic) & both & apart
    yield Hit("PhysicsJoint", "physics:localPos0", frames.joint[where])


def _less(vectors: Doubles, frames: JointFrames, own: Flags, stated: Doubles) -> Doubles:
    """Vectors (3, n) less what is stated by path, along the axes of some joints; other joints as they are."""
    spots = np.flatnonzero(own & (stated[frames.joint] != 0))
    if not len(spots):
        return vectors
    found = vectors.copy()
    found[frames.axis[spots], spots] -= stated[frames.joint[spots]]
    return found


def _wrapped(turn: Doubles) -> Doubles:
    """Angles within half a turn; only those beyond it cost a division."""
    beyond = np.abs(turn) > np.pi
    if not beyond.any():
        return turn
    return np.where(beyond, (turn + np.pi) % (2 * np.pi) - np.pi, turn)


def stretched_quaternion(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Rotations that are neither zero nor of length 1."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        length = row_norm(cells.values)
        odd = cells.present & (length > 0) & ~(np.abs(length - 1) <= _LENGTH)
        yield rows.hit(column, chosen & odd, values=cells.values)
