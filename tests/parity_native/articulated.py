"""Joints that carry a link of an articulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.parity_native.expectations import Promise, Row
from tests.parity_native.limits import native_limits
from tests.parity_native.rotations import fixed_up

__all__ = ["tree_joint_fields"]

_SLOTS = {"angular": 0, "rotX": 0, "rotY": 1, "rotZ": 2, "linear": 3}
"""Place of an axis in the native arrays: twist, two swings, three translations. A D6 has no translations here."""

_TYPES = {
    "fixed": ("eFIX",),
    "revolute": ("eREVOLUTE", "eREVOLUTE_UNWRAPPED"),
    "prismatic": ("ePRISMATIC",),
    "spherical": ("eSPHERICAL",),
    "d6": ("eSPHERICAL",),
}
_DRIVE = {"stiffness": "driveStiffness", "damping": "driveDamping", "max_force": "driveMaxEffort"}
_TARGETS = {"target_position": "driveTarget", "target_velocity": "driveVelocity"}
_ENVELOPE = {
    "max_actuator_velocity": "driveMaxActuatorVelocity",
    "velocity_dependent_resistance": "driveVelocityDependentResistance",
    "speed_effort_gradient": "driveSpeedEffortGradient",
}
_AXIS = {
    "armature": "armature",
    "max_velocity": "maxJointDofVelocity",
    "static_friction": "staticFrictionEffort",
    "dynamic_friction": "dynamicFrictionEffort",
    "viscous_friction": "viscousFrictionCoefficient",
}

Values = tuple[Any, ...]
Native = Mapping[str, Any]


def tree_joint_fields(promise: Promise, joint: Row, found: Native) -> Iterator[Values]:
    """Fields of one joint; where its body 1 is the parent, limits and targets change sign."""
    backwards = joint["body1"] == found["parentLink"]
    sign = -1.0 if backwards else 1.0
    yield from _frames(joint, found, ("1", "0") if backwards else ("0", "1"))
    path = joint["path"]
    limits = native_limits(joint, promise.of_joint("limits", path), articulation=True, sign=sign)
    for name, promised in limits.items():
        field, slot = name.split()
        yield "limits", path, name, promised.value, found[field][int(slot)], promised.finding
    for axis, drive in promise.of_joint("drives", path).items():
        if axis in _SLOTS:
            yield from _drive_fields(path, axis, drive, found, sign)
    for axis, row in promise.of_joint("axes", path).items():
        for name, field in _AXIS.items():
            yield "axes", path, f"{name} {axis}", row[name], found[field][_SLOTS[axis]]


def _frames(joint: Row, found: Native, sides: tuple[str, str]) -> Iterator[Values]:
    path = joint["path"]
    yield "types", path, "type", True, found["type"] in _TYPES[joint["type"]]
    for side, link in zip(sides, ("parent", "child"), strict=True):
        yield "actors", path, f"{link}Link", joint[f"body{side}"], found[f"{link}Link"]
        yield "frames", path, f"local_pos{side}", joint[f"local_pos{side}"], found[f"{link}Translation"]
        turned = fixed_up(joint[f"local_rot{side}"], joint["axis"], ball=joint["type"] == "spherical")
        yield "frames", path, f"local_rot{side}", turned, found[f"{link}Rotation"]


def _drive_fields(path: str, axis: str, drive: Row, found: Native, sign: float) -> Iterator[Values]:
    slot = _SLOTS[axis]
    for name, field in _DRIVE.items():
        yield "drives", path, f"{name} {axis}", drive[name], found[field][slot]
    for name, field in _TARGETS.items():
        yield "drives", path, f"{name} {axis}", sign * drive[name], found[field][slot]
    if drive["envelope"]:
        for name, field in _ENVELOPE.items():
            yield "drives", path, f"{name} {axis}", drive[name], found[field][slot]
