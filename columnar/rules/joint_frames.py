"""The two frames of every joint in the world, and how far they are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

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
        offset: (n, 3) origin of frame 1 in frame 0, in lengths of the stage.
        turn: (n, 3) rotation of frame 1 in frame 0, as axis times angle in radians.
        locked: (n, 6) bool, translations and rotations that the joint forbids.
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
        return np.where(self.revolute, self.turn[spot, self.axis], self.offset[spot, self.axis]), known


def joint_frames(scene: RuleScene) -> JointFrames:
    """The frames of a scene's joints; worked out once."""
    found = scene.kept.get("joint_frames")
    if not isinstance(found, JointFrames):
        found = scene.kept["joint_frames"] = _frames(scene)
    return found


def _frames(scene: RuleScene) -> JointFrames:
    table = scene.descriptors.joints
    joint = table.values("path").astype(np.int64)
    poses = [_world_frame(scene, side) for side in "01"]
    inverse = poses[0][1] * np.array([-1.0, -1.0, -1.0, 1.0])
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
    """Origins (n, 3) and rotations (n, 4) of one side's frames in the world."""
    joints = scene.descriptors.joints
    held, turned = _actor_poses(scene, joints.values(f"body{side}").astype(np.int64))
    position = joints.values(f"local_pos{side}").astype(np.float64)
    rotation = joints.values(f"local_rot{side}").astype(np.float64)
    return held + _rotated(position, turned), _product(turned, rotation)


def _actor_poses(scene: RuleScene, actors: Ids) -> tuple[Doubles, Doubles]:
    """World poses of bodies and of colliders that are actors themselves; the world's own for -1."""
    count = len(scene.scene.paths)
    positions, rotations = np.zeros((count + 1, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (count + 1, 1))
    shapes, bodies = scene.descriptors.shapes, scene.descriptors.bodies
    alone = shapes.values("body") < 0
    for table, rows in ((shapes, np.flatnonzero(alone)), (bodies, np.arange(len(bodies)))):
        paths = table.values("path")[rows]
        positions[paths], rotations[paths] = table.values("position")[rows], table.values("rotation")[rows]
    return positions[actors], rotations[actors]


def _locked(scene: RuleScene, types: Ids, axis: Ids) -> Flags:
    """(n, 6) bool: what each joint forbids, by its type, of a D6 by its locked limits."""
    found = np.zeros((len(types), 6), np.bool_)
    for kind, (moves, turns) in _LOCKS.items():
        own = np.flatnonzero(types == list(JointType).index(kind))
        for start, text in ((0, moves), (3, turns)):
            found[own, start : start + 3] = text != "000"
            if text == "axis":
                found[own, start + axis[own]] = False
    limits, joints = scene.descriptors.limits, scene.descriptors.joints
    columns = np.array([_D6.index(name) if name in _D6 else -1 for name in limits.tokens("axis")], np.int64)
    lock = np.flatnonzero(np.asarray(limits.values("locked")) & (columns[limits.values("axis")] >= 0))
    row = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    row[joints.values("path")] = np.arange(len(joints))
    found[row[limits.values("joint")[lock]], columns[limits.values("axis")[lock]]] = True
    return found


def _rotated(vectors: Doubles, rotations: Doubles) -> Doubles:
    """Vectors (n, 3) turned by quaternions x, y, z, w (n, 4)."""
    axis, w = rotations[:, :3], rotations[:, 3:]
    across = 2 * np.cross(axis, vectors)
    turned: Doubles = vectors + w * across + np.cross(axis, across)
    return turned


def _product(first: Doubles, second: Doubles) -> Doubles:
    """Products of quaternions x, y, z, w: the second rotation, then the first."""
    a, aw, b, bw = first[:, :3], first[:, 3:], second[:, :3], second[:, 3:]
    vector = aw * b + bw * a + np.cross(a, b)
    return np.concatenate([vector, aw * bw - (a * b).sum(axis=1, keepdims=True)], axis=1)


def _rotation_vector(rotations: Doubles) -> Doubles:
    """Quaternions as axis times angle, at most half a turn."""
    flipped = np.where(rotations[:, 3:] < 0, -rotations, rotations)
    sine = np.linalg.norm(flipped[:, :3], axis=1)
    angle = 2 * np.arctan2(sine, flipped[:, 3])
    vectors: Doubles = flipped[:, :3] * (angle / np.where(sine > 0, sine, 1.0))[:, None]
    return vectors
