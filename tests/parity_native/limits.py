"""What the engine makes of limits: it clamps some, refuses others, and shares one between two axes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["native_limits"]

Row = Mapping[str, Any]

_RADIANS = math.pi / 180.0
_SENTINEL = 0.5e38

LOCKED, LIMITED, FREE = 0, 1, 2
"""Values of PxD6Motion and PxArticulationMotion."""


def native_limits(
    joint: Row, limits: Mapping[str, Row], *, articulation: bool, sign: float
) -> Mapping[str, float | int]:
    """Native fields ("field slot") that the joint's limits determine, with their values.

    Args:
        joint: the joint.
        limits: its limits by axis.
        articulation: whether it carries a link of an articulation.
        sign: -1 where its first body is the child.
    """
    kind = joint["type"]
    if articulation:
        return _articulated(kind, limits, sign)
    if kind == "revolute":
        return _hinge(limits["angular"])
    if kind == "prismatic":
        return _slider(limits["linear"])
    if kind == "distance":
        return {}
    if kind == "spherical":
        return _ball(limits)
    return _d6(limits) if kind == "d6" else {f"motions {axis}": LOCKED for axis in range(6)}


def _finite(limit: Row) -> bool:
    return bool(math.isfinite(limit["lower"]) and math.isfinite(limit["upper"]))


def _converted(bound: float, scale: float) -> float:
    """A bound that means none, which the engine converts as any other; descriptors leave it as it is."""
    return bound * scale if abs(bound) >= _SENTINEL else bound


def _articulated(kind: str, limits: Mapping[str, Row], sign: float) -> Mapping[str, float | int]:
    """PhysX refuses a half-open or inverted pair and the joint stays at [0, 0]."""
    if kind not in ("revolute", "prismatic"):
        return {}
    slot, axis = (0, "angular") if kind == "revolute" else (3, "linear")
    limit = limits[axis]
    if not limit["enabled"]:
        return {f"motion {slot}": FREE}
    usable = _finite(limit) and limit["lower"] <= limit["upper"]
    scale = _RADIANS if kind == "revolute" else 1.0
    bounds = [_converted(limit[end], scale) for end in ("lower", "upper")]
    ends = sorted(sign * bound for bound in bounds) if usable else [0.0, 0.0]
    return {f"motion {slot}": LIMITED, f"limitLow {slot}": ends[0], f"limitHigh {slot}": ends[1]}


def _hinge(limit: Row) -> Mapping[str, float | int]:
    """Open sides and what lies beyond half a turn end at half a turn; an inverted pair becomes a quarter each way."""
    if not limit["enabled"]:
        return {"motions 3": FREE}
    lower = limit["lower"] if math.isfinite(limit["lower"]) else -math.pi
    upper = limit["upper"] if math.isfinite(limit["upper"]) else math.pi
    lower, upper = max(lower, -math.pi), min(upper, math.pi)
    if lower > upper:
        lower, upper = -math.pi / 2, math.pi / 2
    return {"motions 3": LIMITED, "twistLimitLower": lower, "twistLimitUpper": upper}


def _slider(limit: Row) -> Mapping[str, float | int]:
    """A half-open or inverted pair is refused."""
    if not limit["enabled"]:
        return {"motions 0": FREE}
    if not _finite(limit) or limit["lower"] > limit["upper"]:
        return {"motions 0": LIMITED}
    return {"motions 0": LIMITED, "linearLimitLower 0": limit["lower"], "linearLimitUpper 0": limit["upper"]}


def _ball(limits: Mapping[str, Row]) -> Mapping[str, float | int]:
    """A cone of 0 is refused and becomes a quarter turn."""
    if not limits["cone0"]["enabled"]:
        return {"motions 3": FREE, "motions 4": FREE, "motions 5": FREE}
    halves = [limits["cone0"]["upper"], limits["cone1"]["upper"]]
    if not all(0.0 < half < math.pi for half in halves):
        halves = [math.pi / 2, math.pi / 2]
    return {"motions 4": LIMITED, "motions 5": LIMITED, "swingLimitYAngle": halves[0], "swingLimitZAngle": halves[1]}


def _d6(limits: Mapping[str, Row]) -> Mapping[str, float | int]:
    found: dict[str, float | int] = {}
    slots = {"transX": 0, "transY": 1, "transZ": 2, "rotX": 3, "rotY": 4, "rotZ": 5}
    for axis, slot in slots.items():
        limit = limits.get(axis)
        motion = FREE
        if limit is not None:
            motion = LOCKED if limit["locked"] else LIMITED if limit["enabled"] else FREE
        if motion == FREE and slot < 3 and "distance" in limits and limits["distance"]["enabled"]:
            motion = LIMITED
        found[f"motions {slot}"] = motion
        if limit is None or motion != LIMITED or not _finite(limit):
            continue
        if slot < 3:
            found[f"linearLimitLower {slot}"] = limit["lower"]
            found[f"linearLimitUpper {slot}"] = limit["upper"]
        elif axis == "rotX":
            found["twistLimitLower"] = max(limit["lower"], -2.0 * math.pi)
            found["twistLimitUpper"] = min(limit["upper"], 2.0 * math.pi)
    return found
