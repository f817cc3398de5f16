"""The two frames of every joint in the world, and how far they are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import lane_norm
from columnar.parsing import sum_of_products
from columnar.rules.rule_scene import Flags, Ids, RuleScene
from columnar.scene import PathKind
from schemas.descriptors import JointType

__all__ = ["JointFrames", "joint_frames"]

Doubles = npt.NDArray[np.float64]

_AXES: Final = {"X": 0, "Y": 1, "Z": 2}
_LOCKS: Final = {
    JointType.FIXED: ("111", "111"),
    JointType.REVOLUTE: ("111", "axis"),
    JointType.PRISMATIC: ("axis", "111"),
    JointType.SPHERICAL: ("111", "000"),
}
"""Translations and rotations that joints forbid; `axis`: all but the joint's own."""

_D6: Final = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")


@dataclass(frozen=True)
class JointFrames:
    """How the second frame of each joint lies in the first one as the stage is authored; rows of the joint table.

    Attributes:
        joint: (n,) path ids.
        revolute: (n,) bool.
        prismatic: (n,) bool.
        axis: (n,) the joint's axis as 0, 1 or 2; -1 for joints without one.
        placed: (n,) bool, joints whose sides both lead to the world or to something that has a place.
        simulated: (n,) bool, those of them that are enabled.
        offset: (3, n) origin of frame 1 in frame 0, in lengths of the stage.
        turn: (3, n) rotation of frame 1 in frame 0, as axis times angle in radians.
        locked: (6, n) bool, translations and rotations that the joint forbids.
    """

    joint: Ids
    revolute: Flags
    prismatic: Flags
    axis: Ids
    placed: Flags
    simulated: Flags
    offset: Doubles
    turn: Doubles
    locked: Flags

    def rest_positions(self) -> tuple[Doubles, Flags]:
        """Positions that the authored poses stand for (n,), and of which joints they are known."""
        spot = np.arange(len(self.joint))
        known = self.simulated & (self.revolute | self.prismatic) & (self.axis >= 0)
        return np.where(self.revolute, self.turn[self.axis, spot], self.offset[self.axis, spot]), known


def joint_frames(scene: RuleScene) -> JointFrames:
    """The frames of a scene's joints; worked out once."""
    return scene.once("joint_frames", lambda: _frames(scene))


def _frames(scene: RuleScene) -> JointFrames:
    table = scene.descriptors.joints
    joint = table.values("path").astype(np.int64)
    poses = [_world_frame(scene, side) for side in "01"]
    inverse = poses[0][1] * np.array([[-1.0], [-1.0], [-1.0], [1.0]])
    offset = _rotated(poses[1][0] - poses[0][0], inverse)
    types = _codes(table, "type")
    placed = _placed(scene, "rel0") & _placed(scene, "rel1")
    axis = np.array([*(_AXES[str(name)] for name in table.tokens("axis")), -1])[table.values("axis")]
    return JointFrames(
        joint=joint,
        revolute=types == list(JointType).index(JointType.REVOLUTE),
        prismatic=types == list(JointType).index(JointType.PRISMATIC),
        axis=axis,
        placed=placed,
        simulated=np.asarray(table.values("enabled")) & placed,
        offset=offset,
        turn=_rotation_vector(_product(inverse, poses[1][1])),
        locked=_locked(scene, types, axis),
    )


def _codes(table: Any, field: str) -> Ids:
    """Codes of a token column as positions in the closed set of joint types."""
    order = np.array([*(list(JointType).index(JointType(name)) for name in table.tokens(field)), -1], np.int64)
    found: Ids = order[table.values(field)]
    return found


def _placed(scene: RuleScene, side: str) -> Flags:
    """Sides without a target, or with one that has a row."""
    targets = scene.descriptors.joints.values(side).astype(np.int64)
    return (targets < 0) | scene.kinds(targets, PathKind.ROW)


def _world_frame(scene: RuleScene, side: str) -> tuple[Doubles, Doubles]:
    """Origins (3, n) and rotations (4, n) of one side's frames in the world."""
    joints = scene.descriptors.joints
    held, turned = _actor_poses(scene, joints.values(f"body{side}").astype(np.int64))
    position, rotation = (_lanes(joints.values(f"local_{part}{side}")) for part in ("pos", "rot"))
    return held + _rotated(position, turned), _product(turned, rotation)


def _actor_poses(scene: RuleScene, actors: Ids) -> tuple[Doubles, Doubles]:
    """World poses of bodies and of colliders that are actors themselves; the world's own for -1."""
    row, positions, rotations = scene.once("actor_poses", lambda: _all_actor_poses(scene))
    spots = row[actors]
    return _lanes(positions[spots]), _lanes(rotations[spots])


def _all_actor_poses(scene: RuleScene) -> tuple[Ids, npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Rows by path (paths + 1,), -1 for no actor; positions and rotations by row, the last one the world's."""
    shapes, bodies = scene.descriptors.shapes, scene.descriptors.bodies
    alone = np.flatnonzero(shapes.values("body") < 0)
    paths = np.concatenate([shapes.values("path")[alone], bodies.values("path")])
    row = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    row[paths] = np.arange(len(paths))
    positions, rotations = (
        np.concatenate([shapes.values(name)[alone], bodies.values(name), np.array([world], np.float32)])
        for name, world in (("position", (0, 0, 0)), ("rotation", (0, 0, 0, 1)))
    )
    return row, positions, rotations


def _lanes(values: npt.NDArray[Any]) -> Doubles:
    """Vectors (n, lanes) as contiguous lanes (lanes, n)."""
    return np.ascontiguousarray(values.T, np.float64)


def _locked(scene: RuleScene, types: Ids, axis: Ids) -> Flags:
    """(6, n) bool: what each joint forbids, by its type, of a D6 by its locked limits."""
    found = np.zeros((6, len(types)), np.bool_)
    for kind, (moves, turns) in _LOCKS.items():
        own = np.flatnonzero(types == list(JointType).index(kind))
        for start, text in ((0, moves), (3, turns)):
            for lane in range(start, start + 3):
                found[lane, own] = text != "000"
            if text == "axis":
                found[start + axis[own], own] = False
    limits, joints = scene.descriptors.limits, scene.descriptors.joints
    columns = np.array([_D6.index(name) if name in _D6 else -1 for name in limits.tokens("axis")], np.int64)
    lock = np.flatnonzero(np.asarray(limits.values("locked")) & (columns[limits.values("axis")] >= 0))
    row = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    row[joints.values("path")] = np.arange(len(joints))
    found[columns[limits.values("axis")[lock]], row[limits.values("joint")[lock]]] = True
    return found


def _cross(first: Doubles, second: Doubles) -> Doubles:
    """Cross products of vectors (3, n)."""
    found = np.empty_like(first)
    for lane, (one, two) in enumerate(((1, 2), (2, 0), (0, 1))):
        np.subtract(first[one] * second[two], first[two] * second[one], out=found[lane])
    return found


def _rotated(vectors: Doubles, rotations: Doubles) -> Doubles:
    """Vectors (3, n) turned by quaternions x, y, z, w (4, n)."""
    axis, w = rotations[:3], rotations[3]
    across = 2 * _cross(axis, vectors)
    turned: Doubles = vectors + w * across + _cross(axis, across)
    return turned


def _product(first: Doubles, second: Doubles) -> Doubles:
    """Products of quaternions x, y, z, w (4, n): the second rotation, then the first."""
    a, aw, b, bw = first[:3], first[3], second[:3], second[3]
    found = np.empty_like(first)
    found[:3] = aw * b + bw * a + _cross(a, b)
    found[3] = aw * bw - sum_of_products(a, b)
    return found


def _rotation_vector(rotations: Doubles) -> Doubles:
    """Quaternions (4, n) as axis times angle (3, n), at most half a turn."""
    flipped = np.where(rotations[3] < 0, -rotations, rotations)
    sine = lane_norm(flipped[:3])
    angle = 2 * np.arctan2(sine, flipped[3])
    vectors: Doubles = flipped[:3] * (angle / np.where(sine > 0, sine, 1.0))
    return vectors
