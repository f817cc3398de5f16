"""From poses of bodies to coordinates of joints."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.geometry import matrices
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.motions import D6_AXES, MotionKind, Motions
from columnar.simulators.mechanism.tree import Tree
from schemas.descriptors import LimitAxis

__all__ = ["Posture", "joint_postures", "posture_coordinates", "rotation_vectors", "turns"]

Doubles = npt.NDArray[np.float64]


class Posture(NamedTuple):
    """Coordinates of motions.

    Attributes:
        scalars: (n,) of hinges and slides; 0 for balls.
        vectors: (n, 3) rotation vectors of balls; 0 for the others.
    """

    scalars: Doubles
    vectors: Doubles


def joint_postures(tree: Tree, pose: Frames) -> Frames:
    """The frame on side 1 in that on side 0, for the joint that carries each body, at poses in the world."""
    carried = np.where(tree.parent >= 0, tree.parent, 0)
    world = Frames.at_origin(len(tree.parent))
    parent = world.replaced(tree.parent >= 0, pose.take(carried)) if len(carried) else world
    outer = parent.times(tree.outer)
    found = outer.inverse().times(pose.times(tree.inner))
    return found.replaced(tree.reversed, found.inverse())


def posture_coordinates(motions: Motions, postures: Frames) -> Posture:
    """Coordinates of motions at `joint_postures`."""
    position, rotation = postures.take(motions.body)
    angles = _angles(matrices(rotation)) if len(motions) else np.zeros((0, 3))
    lanes = np.concatenate([position, angles], axis=1)
    column = np.array([D6_AXES.index(name) if name in D6_AXES else 0 for name in motions.name], np.int64)
    scalars = lanes[np.arange(len(motions)), column]
    single = np.array([name in (LimitAxis.ANGULAR, LimitAxis.LINEAR) for name in motions.name], np.bool_)
    along = np.sum(position * motions.axis, axis=1)
    about = 2 * np.arctan2(np.sum(rotation[:, :3] * motions.axis, axis=1), rotation[:, 3])
    about = (about + np.pi) % (2 * np.pi) - np.pi
    scalars = np.where(single, np.where(motions.kind == MotionKind.SLIDE, along, about), scalars)
    ball = motions.kind == MotionKind.BALL
    # Adding 0 turns a negative zero into a plain one.
    return Posture(np.where(ball, 0.0, scalars) + 0.0, np.where(ball[:, None], rotation_vectors(rotation), 0.0))


def rotation_vectors(rotation: Doubles) -> Doubles:
    """(n, 3) axis times angle, at most half a turn, of unit quaternions (n, 4)."""
    turned = np.where(rotation[:, 3:] < 0, -rotation, rotation)
    sine = np.linalg.norm(turned[:, :3], axis=1)
    angle = 2 * np.arctan2(sine, turned[:, 3])
    factor = np.divide(angle, sine, out=np.full(len(sine), 2.0), where=sine > 1e-12)
    found: Doubles = turned[:, :3] * factor[:, None]
    return found


def turns(vectors: Doubles) -> Doubles:
    """(n, 4) unit quaternions x, y, z, w of rotation vectors (n, 3)."""
    angle = np.linalg.norm(vectors, axis=-1)
    scale = 0.5 * np.sinc(angle / (2 * np.pi))
    return np.concatenate([vectors * scale[..., None], np.cos(angle / 2)[..., None]], axis=-1)


def _angles(rotation: Doubles) -> Doubles:
    """(n, 3) angles about X, then the new Y, then the new Z."""
    about_x = np.arctan2(-rotation[:, 1, 2], rotation[:, 2, 2])
    about_y = np.arcsin(np.clip(rotation[:, 0, 2], -1.0, 1.0))
    about_z = np.arctan2(-rotation[:, 0, 1], rotation[:, 0, 0])
    return np.stack([about_x, about_y, about_z], axis=1)
