"""Joints outside of articulations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from tests.parity_native.expectations import Promise, Row
from tests.parity_native.limits import native_limits
from tests.parity_native.rotations import fixed_up

__all__ = ["standalone_joint_fields"]

_FLT_MAX = 3.4028234663852886e38
_DRIVES = {
    "angular": "driveTwist",
    "rotX": "driveTwist",
    "rotY": "driveSwing1",
    "rotZ": "driveSwing2",
    "linear": "driveX",
    "transX": "driveX",
    "transY": "driveY",
    "transZ": "driveZ",
}
"""Native drive by axis; a distance drive is parsed and drives nothing."""

_GAINS = {"stiffness": "stiffness", "damping": "damping", "max_force": "forceLimit"}
_TURNS = {"angular": 0, "rotX": 0, "rotY": 1, "rotZ": 2}
_ENDLESS = "RUN-021"
_LANES = {"linear": 0, "transX": 0, "transY": 1, "transZ": 2}

Values = tuple[Any, ...]
Native = Mapping[str, Any]


def standalone_joint_fields(promise: Promise, joint: Row, found: Native) -> Iterator[Values]:
    """Fields of one joint."""
    path, kind = joint["path"], joint["type"]
    for side in "01":
        yield "actors", path, f"actor{side}", joint[f"body{side}"], found[f"actor{side}"]
    if kind in ("gear", "rack_and_pinion"):
        yield "ratios", path, "ratio", joint["ratio"], found["ratio"]
        return
    yield from _frames(joint, found)
    yield from _flags(joint, found)
    limits = promise.of_joint("limits", path)
    if kind == "distance":
        yield from _distances(path, limits["distance"], found)
        return
    for name, promised in native_limits(joint, limits, articulation=False, sign=1.0).items():
        field, _, slot = name.partition(" ")
        native = found[field][int(slot)] if slot else found[field]
        yield "limits", path, name, promised.value, native, promised.finding
    drives = {axis: drive for axis, drive in promise.of_joint("drives", path).items() if axis in _DRIVES}
    for axis, drive in drives.items():
        yield from _drive_fields(path, axis, drive, found)
    turning = [axis for axis in drives if axis in _TURNS]
    if len(turning) == 1:
        yield from _turn_fields(path, turning[0], drives[turning[0]], found)


def _frames(joint: Row, found: Native) -> Iterator[Values]:
    for side in "01":
        pose = found[f"actor{side}LocalPose"]
        turned = fixed_up(joint[f"local_rot{side}"], joint["axis"], ball=joint["type"] == "spherical")
        yield "frames", joint["path"], f"local_pos{side}", joint[f"local_pos{side}"], pose[4:]
        yield "frames", joint["path"], f"local_rot{side}", turned, pose[:4]


def _flags(joint: Row, found: Native) -> Iterator[Values]:
    path = joint["path"]
    for name in ("Force", "Torque"):
        value = joint[f"break_{name.lower()}"]
        yield "breaks", path, f"break{name}", value if math.isfinite(value) else _FLT_MAX, found[f"break{name}"]
    collides = "eCOLLISION_ENABLED" in found["constraintFlags"]
    yield "collisions", path, "collision_enabled", joint["collision_enabled"], collides


def _distances(path: str, limit: Row, found: Native) -> Iterator[Values]:
    for name, end, flag in (("lower", "minDistance", "eMIN"), ("upper", "maxDistance", "eMAX")):
        enabled = any(set_flag.startswith(flag) for set_flag in found["jointFlags"])
        yield "limits", path, f"{end} enabled", limit[name] >= 0.0, enabled
        if limit[name] >= 0.0:
            refused = not math.isfinite(limit[name])
            yield "limits", path, end, 0.0 if refused else limit[name], found[end], _ENDLESS if refused else ""


def _drive_fields(path: str, axis: str, drive: Row, found: Native) -> Iterator[Values]:
    native = found[_DRIVES[axis]]
    for name, field in _GAINS.items():
        yield "drives", path, f"{name} {axis}", drive[name], native[field]
    accelerates = any("ACCELERATION" in flag for flag in native["flags"])
    yield "drives", path, f"type {axis}", drive["type"] == "acceleration", accelerates
    if axis in _LANES:
        lane = _LANES[axis]
        yield "drives", path, f"target_position {axis}", drive["target_position"], found["drivePosition"][4 + lane]
        yield "drives", path, f"target_velocity {axis}", drive["target_velocity"], found["driveLinVelocity"][lane]


def _turn_fields(path: str, axis: str, drive: Row, found: Native) -> Iterator[Values]:
    """The goal of the only drive that turns; the engine has the velocity of body 0 against body 1."""
    lane, half = _TURNS[axis], drive["target_position"] / 2.0
    goal = [0.0, 0.0, 0.0, math.cos(half)]
    goal[lane] = math.sin(half)
    yield "drives", path, f"goal_rot {axis}", goal, found["drivePosition"][:4]
    yield "drives", path, f"target_velocity {axis}", -drive["target_velocity"], found["driveAngVelocity"][lane]
